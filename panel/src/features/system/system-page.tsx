import { useLingui } from '@lingui/react/macro'
import DatabaseBackup from '~icons/lucide/database-backup'
import HardDrive from '~icons/lucide/hard-drive'
import ListTodo from '~icons/lucide/list-todo'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useRetry } from '../../ui/feedback/use-retry.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Count, formatSizeLimit, UNKNOWN } from '../../ui/format/money.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StatCard, StatCards } from '../../ui/layout/stat-card.tsx'
import { SystemDetails } from './system-details.tsx'
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
        <ErrorState
          title={t`Failed to load the system status.`}
          text={query.error.message}
          onRetry={retry}
          isRetrying={query.isFetching}
        />
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
