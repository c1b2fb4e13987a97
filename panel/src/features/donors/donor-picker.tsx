import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useState } from 'react'
import { SearchField } from '../../ui/table/search-field.tsx'
import { LocationLink, useNameOf } from './donor-link.tsx'
import { emailsOf, phonesOf } from './donor-list-columns.tsx'
import styles from './donor-parts.module.css'
import { useDonorMatches } from './donor-queries.ts'

/** Looks for the record to merge into the survivor. */
export function DonorPicker({ survivor }: { survivor: Donor }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const [text, setText] = useState(survivor.name)
  const { data } = useDonorMatches(text)
  const matches = data?.rows.filter(({ _id }) => _id !== survivor._id) ?? []
  const survivorName = nameOf(survivor)
  return (
    <section className={styles.decision} aria-label={t`Choose the other record`}>
      <p>{t`Which record is the same donor as ${survivorName}?`}</p>
      <SearchField
        label={t`Search by name, phone, e-mail or PAN`}
        value={text}
        onChange={setText}
        maxLength={SEARCH_MAX_LENGTH}
      />
      <p role="status" className={styles.quiet}>
        {data && matches.length === 0 && t`No other donor found.`}
      </p>
      <ul className={styles.matches}>
        {matches.map((donor) => {
          const name = nameOf(donor)
          return (
            <li key={donor._id} className={styles.match}>
              <div>
                <strong>{name}</strong>
                {phonesOf(donor.phones)}
                {emailsOf(donor.emails)}
                <span className={styles.quiet}>{donor.pan}</span>
              </div>
              <LocationLink location={{ open: survivor._id, merge: donor._id }}>{t`Choose ${name}`}</LocationLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
