import { useLingui } from '@lingui/react/macro'
import type { DonorEntry } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { ReactNode } from 'react'
import { useDonorWords } from '../../records/donor-words.ts'
import { EmailLink, PhoneLink } from '../../ui/format/contact-links.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DonorLink } from './donor-link.tsx'
import styles from './donor-parts.module.css'

export function useDonorListColumns(): Column<DonorEntry>[] {
  const { t } = useLingui()
  const words = useDonorWords()
  return [
    { id: 'name', head: t`Name`, kind: 'title', cell: (donor) => <DonorName donor={donor} /> },
    { id: 'phone', head: t`Phone`, width: 17, cell: ({ phones }) => phonesOf(phones) },
    { id: 'email', head: t`Email`, width: 27, cell: ({ emails }) => emailsOf(emails) },
    { id: 'pan', head: t`PAN`, width: 13, cell: ({ pan }) => pan },
    {
      id: 'kind',
      head: t({ message: 'Kind', context: 'of a donor' }),
      width: 14,
      cell: ({ kind }) => words.kind[kind],
    },
  ]
}

function DonorName({ donor }: { donor: DonorEntry }) {
  return (
    <>
      <DonorLink donor={donor} />
      {donor.otherNames.length > 0 && <span className={styles.others}>{donor.otherNames.join(', ')}</span>}
    </>
  )
}

/** One per line; undefined without any. */
export function phonesOf(phones: readonly string[]): ReactNode {
  if (phones.length === 0) return undefined
  return (
    <span className={styles.lines}>
      {phones.map((phone) => (
        <PhoneLink key={phone} number={phone} />
      ))}
    </span>
  )
}

/** One per line; undefined without any. */
export function emailsOf(emails: readonly string[]): ReactNode {
  if (emails.length === 0) return undefined
  return (
    <span className={styles.lines}>
      {emails.map((email) => (
        <EmailLink key={email} address={email} />
      ))}
    </span>
  )
}
