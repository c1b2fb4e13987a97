import { useDonorAddress } from './donor-address.ts'
import { DonorDuplicates } from './donor-duplicates.tsx'
import { DonorList } from './donor-list.tsx'
import { DonorMergePage } from './donor-merge-page.tsx'
import { DonorPage } from './donor-page.tsx'
import { useMayEditDonors } from './donor-queries.ts'

/** The register of donors; the address says which part of it is open. */
export function DonorsPage() {
  const { open, merge, isDuplicates } = useDonorAddress()
  const mayEdit = useMayEditDonors()
  if (open !== undefined && merge !== undefined && mayEdit)
    return <DonorMergePage key={open} id={open} otherId={merge} />
  if (open !== undefined) return <DonorPage key={open} id={open} />
  return isDuplicates ? <DonorDuplicates /> : <DonorList />
}
