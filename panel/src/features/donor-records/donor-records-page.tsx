import { useDonorAddress } from './donor-address.ts'
import { DonorDuplicates } from './donor-duplicates.tsx'
import { DonorList } from './donor-list.tsx'
import { DonorMergePage } from './donor-merge-page.tsx'
import { DonorRecordPage } from './donor-record-page.tsx'
import { useMayEditDonors } from './donor-record-queries.ts'

/** The register of donors; the address says which part of it is open. */
export function DonorRecordsPage() {
  const { open, merge, isDuplicates } = useDonorAddress()
  const mayEdit = useMayEditDonors()
  if (open !== undefined && merge !== undefined && mayEdit)
    return <DonorMergePage key={open} id={open} otherId={merge} />
  if (open !== undefined) return <DonorRecordPage key={open} id={open} />
  return isDuplicates ? <DonorDuplicates /> : <DonorList />
}
