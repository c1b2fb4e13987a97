import { useLingui } from '@lingui/react/macro'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import Eye from '~icons/lucide/eye'
import { useDonorWords } from '../../records/donor-words.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { Button } from '../../ui/base/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import { shareText } from './donor.ts'
import { emailsOf, phonesOf } from './donor-entry-columns.tsx'
import { useNameOf } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { useShowNumbers } from './donor-queries.ts'

/** The fields of a record. Identity numbers are masked until the user asks for them. */
export function DonorFacts({ donor, mayEdit }: { donor: Donor; mayEdit: boolean }) {
  const { t } = useLingui()
  const words = useDonorWords()
  const nameOf = useNameOf()
  const numbers = useShowNumbers()
  const hidden = t`Only for those who may open Donations`
  const { otherIdType, members, language } = donor
  const hasNumbers = [donor.pan, donor.otherId, ...members.map(({ pan }) => pan)].some(Boolean)
  const shown = numbers.data ?? {
    pan: donor.pan,
    otherId: donor.otherId,
    memberPans: Object.fromEntries(members.map(({ _id, pan }) => [_id, pan ?? ''])),
  }
  const address = [donor.address, donor.pinCode].filter(Boolean).join('\n')
  const otherId = otherIdType === null ? '' : `${words.otherIds[otherIdType]} ${shown.otherId}`
  const consent = [words.consents[donor.consent], donor.consentSource].filter(Boolean).join(', ')

  return (
    <section className={styles.card} aria-label={t`Record`}>
      <dl>
        <DetailField name={t({ message: 'Kind', context: 'of a donor' })}>{words.kinds[donor.kind]}</DetailField>
        {donor.otherNames.length > 0 && <DetailField name={t`Other names`}>{donor.otherNames.join('\n')}</DetailField>}
        <DetailField name={t`Phones`}>{phonesOf(donor.phones)}</DetailField>
        <DetailField name={t`E-mails`}>{emailsOf(donor.emails)}</DetailField>
        <DetailField name={t`Address`}>{donor.isMasked ? hidden : address}</DetailField>
        <DetailField name={t`PAN`}>{shown.pan}</DetailField>
        {otherId && <DetailField name={t`Other identity document`}>{otherId}</DetailField>}
        <DetailField name={t`Citizenship`}>{words.citizenships[donor.citizenship]}</DetailField>
        {language !== null && <DetailField name={t`Language`}>{{ en: 'English', hi: 'हिन्दी' }[language]}</DetailField>}
        <DetailField name={t`Consent to messages`}>
          {consent}
          {donor.consentAt !== null && (
            <>
              {' · '}
              <DateTime moment={donor.consentAt} />
            </>
          )}
        </DetailField>
        {members.length > 0 && (
          <DetailField name={t`Persons who give together, and their shares`}>
            {members.map(({ _id, name, share }) => (
              <span key={_id} className={styles.others}>
                {[name, `${shareText(share)} %`, shown.memberPans[_id]].filter(Boolean).join(' · ')}
              </span>
            ))}
          </DetailField>
        )}
        {(donor.isMasked || donor.notes) && (
          <DetailField name={t`Notes`}>{donor.isMasked ? hidden : donor.notes}</DetailField>
        )}
        <DetailField name={t`Since`}>
          <DateTime moment={donor.createdAt} />
          {mayEdit && (
            <>
              {' · '}
              <HistoryLink kind="donor" id={donor._id} name={nameOf(donor)} look="text" />
            </>
          )}
        </DetailField>
      </dl>
      {mayEdit && hasNumbers && !numbers.data && (
        <p className={`${styles.bar} ${styles.after}`} data-print="no">
          <Button
            icon={<Eye aria-hidden="true" />}
            isPending={numbers.isPending}
            onClick={() => numbers.mutate(donor._id)}
          >
            {t`Show numbers in full`}
          </Button>
          <span className={styles.quiet}>{t`The history records that you opened them.`}</span>
        </p>
      )}
    </section>
  )
}
