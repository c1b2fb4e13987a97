import { useLingui } from '@lingui/react/macro'
import type { SystemStatus } from '@sevadesk/contract/base/system-schemas.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatSizeLimit } from '../../ui/format/money.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import styles from './system-details.module.css'

export function SystemDetails({ status }: { status: SystemStatus }) {
  const { t, i18n } = useLingui()
  const { version, database, backup } = status
  return (
    <section className={styles.card} aria-label={t`Details`}>
      <dl>
        <DetailField name={t`Daily backup`}>
          <DailyBackup daily={backup.daily} />
        </DetailField>
        <DetailField name={t`Last attempt`}>
          {backup.last ? <Attempt last={backup.last} /> : t`No backup yet`}
        </DetailField>
        <DetailField name={t`Database`}>
          {`${database.engine} ${database.version}, ${formatSizeLimit(database.bytes, i18n.locale)}`}
        </DetailField>
        <DetailField name={t`Version`}>{version}</DetailField>
      </dl>
    </section>
  )
}

function DailyBackup({ daily }: Pick<SystemStatus['backup'], 'daily'>) {
  const { t } = useLingui()
  if (!daily) return t`Off. The setting BACKUP_DIR turns it on.`
  const { hour, keep } = daily
  const time = `${hour}`.padStart(2, '0').concat(':00')
  return t`At ${time}; the newest ${keep} are kept`
}

function Attempt({ last: { at, state, reason } }: { last: NonNullable<SystemStatus['backup']['last']> }) {
  const stateNames = useStateNames()
  return (
    <>
      <DateTime moment={at} format="date-time" />
      {`: ${stateNames[state]}`}
      {/* The reason is for the person who runs the server, who also reads it in the log. */}
      {reason && (
        <p className={styles.reason} lang="en">
          {reason}
        </p>
      )}
    </>
  )
}

function useStateNames(): Record<NonNullable<SystemStatus['backup']['last']>['state'], string> {
  const { t } = useLingui()
  return {
    good: t({ message: 'succeeded', context: 'a backup' }),
    running: t({ message: 'running now', context: 'a backup' }),
    failed: t({ message: 'failed', context: 'a backup' }),
    interrupted: t({ message: 'interrupted', context: 'a backup' }),
  }
}
