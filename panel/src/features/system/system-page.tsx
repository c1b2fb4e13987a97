import { useLingui } from '@lingui/react/macro'
import type { SystemStatus } from '@sevadesk/contract/base/system-schemas.ts'
import DatabaseBackup from '~icons/lucide/database-backup'
import HardDrive from '~icons/lucide/hard-drive'
import ListTodo from '~icons/lucide/list-todo'
import { ErrorLine, QueryError, useRetry } from '../../ui/feedback/error-state.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Count, formatSizeLimit, UNKNOWN } from '../../ui/format/money.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StatCard, StatCards } from '../../ui/layout/stat-card.tsx'
import styles from './system-page.module.css'
import { useSystemStatus } from './system-queries.ts'

/** The state of the server, for superadmins. */
export function SystemPage() {
  const { t, i18n } = useLingui()
  const query = useSystemStatus()
  const retry = useRetry(query, undefined)
  const { data: status, isPending } = query
  const sizeOf = (bytes: number) => formatSizeLimit(bytes, i18n.locale)
  const lastGood = status?.backup.lastGood

  return (
    <>
      <PageHeader title={t`System`} purpose={t`Backups, space and tasks of the server.`} />
      {query.error && !status ? (
        <QueryError title={t`Failed to load the system status.`} query={query} onRetry={retry} />
      ) : (
        <>
          {status?.backup.isOverdue && <ErrorLine>{t`There is no backup from the last 48 hours.`}</ErrorLine>}
          <StatCards>
            <StatCard
              label={t`Last backup`}
              icon={<DatabaseBackup />}
              isLoading={isPending}
              value={lastGood ? <DateTime moment={lastGood.at} /> : UNKNOWN}
              note={
                lastGood && (
                  <>
                    <DateTime moment={lastGood.at} format="time" />, {sizeOf(lastGood.bytes)}
                  </>
                )
              }
            />
            <StatCard
              label={t`Free space`}
              icon={<HardDrive />}
              isLoading={isPending}
              value={status?.freeBytes == null ? UNKNOWN : sizeOf(status.freeBytes)}
              note={t`For photos and videos`}
            />
            <StatCard
              label={t`Waiting tasks`}
              icon={<ListTodo />}
              isLoading={isPending}
              value={<Count value={status?.jobs.waiting} />}
              note={status && <FailedTasks failed={status.jobs.failed} />}
            />
          </StatCards>
          {status && <SystemDetails status={status} />}
        </>
      )}
    </>
  )
}

function FailedTasks({ failed }: { failed: number | undefined }) {
  const { t } = useLingui()
  if (failed === undefined) return null
  return failed > 0 ? t`Failed: ${failed}` : t`None failed`
}

function SystemDetails({ status }: { status: SystemStatus }) {
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
