import { useLingui } from '@lingui/react/macro'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatSizeLimit, UNKNOWN } from '../../ui/format/money.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import styles from './system-details.module.css'
import type { SystemStatus } from './system-queries.ts'

export function SystemDetails({ status }: { status: SystemStatus }) {
  const { t, i18n } = useLingui()
  const { version, database, databaseBytes, last } = status
  return (
    <section className={styles.card} aria-label={t`Details`}>
      <dl>
        <DetailField name={t`Daily backup`}>
          <DailyBackup daily={status.daily} />
        </DetailField>
        <DetailField name={t`Last attempt`}>{last ? <Attempt last={last} /> : t`No backup yet`}</DetailField>
        <DetailField name={t`Database`}>
          {database || UNKNOWN}
          {databaseBytes !== undefined && `, ${formatSizeLimit(databaseBytes, i18n.locale)}`}
        </DetailField>
        <DetailField name={t`Version`}>{version || UNKNOWN}</DetailField>
      </dl>
    </section>
  )
}

function DailyBackup({ daily }: Pick<SystemStatus, 'daily'>) {
  const { t } = useLingui()
  if (!daily) return t`Off. The setting BACKUP_DIR turns it on.`
  const { hour, keep } = daily
  const time = hour === undefined ? UNKNOWN : `${hour}`.padStart(2, '0').concat(':00')
  return keep === undefined ? t`At ${time}` : t`At ${time}; the newest ${keep} are kept`
}

function Attempt({ last: { at, state, reason } }: { last: NonNullable<SystemStatus['last']> }) {
  const stateName = useStateName()
  return (
    <>
      <DateTime moment={at} format="date-time" />
      {`: ${stateName(state)}`}
      {/* The reason is for the person who runs the server, who also reads it in the log. */}
      {reason !== '' && (
        <p className={styles.reason} lang="en">
          {reason}
        </p>
      )}
    </>
  )
}

function useStateName(): (state: string) => string {
  const { t } = useLingui()
  return (state) => {
    switch (state) {
      case 'good':
        return t({ message: 'succeeded', context: 'a backup' })
      case 'running':
        return t({ message: 'running now', context: 'a backup' })
      case 'failed':
        return t({ message: 'failed', context: 'a backup' })
      case 'interrupted':
        return t({ message: 'interrupted', context: 'a backup' })
      default:
        return state || UNKNOWN
    }
  }
}
