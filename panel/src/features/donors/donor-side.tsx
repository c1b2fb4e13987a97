import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { ReactNode } from 'react'
import { useDonorWords } from '../../records/donor-words.ts'
import { DonorLink } from './donor-link.tsx'
import { emailsOf, phonesOf } from './donor-list-columns.tsx'
import styles from './donor-parts.module.css'

/** What tells a donor from another one, beside that one. */
export function DonorSide({ donor, caption }: { donor: Donor; caption?: string }) {
  const words = useDonorWords()
  const kind = donor.kind === 'unknown' ? '' : words.kind[donor.kind]
  return (
    <div>
      <Line>{caption}</Line>
      <DonorLink donor={donor} />
      <Line>{donor.otherNames.join(', ')}</Line>
      {phonesOf(donor.phones)}
      {emailsOf(donor.emails)}
      <Line>{[kind, donor.pan].filter(Boolean).join(' · ')}</Line>
      <Line>{[donor.address, donor.pinCode].filter(Boolean).join(', ')}</Line>
    </div>
  )
}

function Line({ children }: { children: ReactNode }) {
  return children ? <p className={styles.quiet}>{children}</p> : null
}
