import { useLingui } from '@lingui/react/macro'
import { mayOpenEverything } from '@sevadesk/contract/accounts/section.ts'
import { useRoleName } from '../../records/role-name.ts'
import { useSectionName } from '../../records/section-name.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { UNKNOWN } from '../../ui/format/money.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import styles from './profile-details.module.css'
import type { Profile } from './profile-queries.ts'

/** The user's own account. Role, sections and joined date cannot be edited. */
export function ProfileDetails({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const { username, email, role, createdAt } = profile
  return (
    <section className={styles.card} aria-label={t`Profile`}>
      <div className={styles.head}>
        <span className={styles.initial} data-initial={Array.from(username)[0]?.toUpperCase()} aria-hidden="true" />
        <div className={styles.who}>
          <p className={styles.name}>{username || UNKNOWN}</p>
          <p className={styles.email}>{email || UNKNOWN}</p>
        </div>
      </div>
      <dl>
        <DetailField name={t`Role`}>{roleName(role)}</DetailField>
        <DetailField name={t`Sections`}>
          <Sections profile={profile} />
        </DetailField>
        <DetailField name={t`Joined on`}>
          <DateTime moment={createdAt} />
        </DetailField>
      </dl>
      <p className={styles.note}>{t`Only another admin can change your role and sections.`}</p>
    </section>
  )
}

function Sections({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const sectionName = useSectionName()
  const sections = [...new Set(profile.sections)]
  if (mayOpenEverything(profile)) return sectionName('All')
  if (sections.length === 0) return t`None`
  return (
    <ul className={styles.sections}>
      {sections.map((key) => (
        <li key={key}>{sectionName(key)}</li>
      ))}
    </ul>
  )
}
