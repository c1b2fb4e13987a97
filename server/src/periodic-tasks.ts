import { isPostgres } from './db/db.ts'
import type { AppDependencies } from './dependencies.ts'
import { onOneServer, type PeriodicTask, periodicTask, type Run } from './jobs/periodic-task.ts'
import { tryNativeParts } from './native-parts.ts'
import { recordRefusals } from './resources/accounts/sign-in/login-attempt-service.ts'
import { takeDueBackup } from './resources/backups/daily-backup-service.ts'
import { deleteOldMerges } from './resources/donors/donor-merge-store.ts'
import { type HistoryGuard, thinHistory } from './resources/history/history-check-service.ts'
import { sweepStore } from './resources/media-files/media-check-service.ts'
import { sweepFilesToDelete } from './resources/media-files/pending-file-service.ts'
import { deleteOldReports } from './resources/payments/open-order-store.ts'
import { sweepOpenOrders } from './resources/payments/order-sweep-service.ts'
import { readSettlements } from './resources/payments/settlement-service.ts'
import { emptyTrash } from './resources/trash/trash-service.ts'
import { TRASHED_KINDS } from './trashed-kinds.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

async function thinOldSignIns(
  { config, db, history }: Pick<AppDependencies, 'config' | 'db' | 'history'>,
  signal: AbortSignal,
): Promise<void> {
  if (config.historySignInsMs === 0) return
  await thinHistory(db, history.server, { ageMs: config.historySignInsMs, signal })
}

/** Returns what the server does at intervals, not started. */
export function allPeriodicTasks({
  config,
  db,
  trust,
  history,
  media,
  jobs,
  historyGuard,
  nativeParts,
  print,
}: Pick<AppDependencies, 'config' | 'db' | 'media' | 'jobs' | 'trust' | 'history' | 'nativeParts'> & {
  historyGuard: HistoryGuard
  /** Prints a failure for the operator. */
  print(text: string): void
}): PeriodicTask[] {
  const backUp: Run = (log, signal) => takeDueBackup({ config, db, log }, signal)
  const shared = (name: string, run: Run, times: Parameters<typeof periodicTask>[1]) =>
    isPostgres(db)
      ? periodicTask(onOneServer(db, name, times.intervalMs, run), { ...times, intervalMs: MINUTE_MS })
      : periodicTask(run, times)
  return [
    periodicTask((log, signal) => tryNativeParts(nativeParts, { log, print, signal }), {
      intervalMs: 10 * MINUTE_MS,
      failure: 'could not try the native parts; will retry',
    }),
    shared('delete-files', (log, signal) => sweepFilesToDelete({ db, media, log }, signal), {
      intervalMs: MINUTE_MS,
      failure: 'could not delete the files without rows; will retry',
    }),
    ...(media.store.shared
      ? [
          shared(
            'sweep-store',
            async (log, signal) => {
              // The database may be an older one.
              if (history.breaks.length === 0) await sweepStore({ db, media, log }, signal)
            },
            {
              intervalMs: 24 * HOUR_MS,
              failure: 'could not look for files that no row names; will retry',
            },
          ),
        ]
      : []),
    shared('record-refusals', (_log, signal) => recordRefusals({ db, history }, new Date(), signal), {
      intervalMs: MINUTE_MS,
      failure: 'could not record the refused sign-ins; will retry',
    }),
    // Also after transactions that were open longer than the delay of the head file.
    periodicTask(() => historyGuard.update(), {
      intervalMs: MINUTE_MS,
      failure: 'could not keep the head of the history; will retry',
    }),
    shared('sweep-orders', (log, signal) => sweepOpenOrders({ config, db, trust, history, log }, signal), {
      intervalMs: MINUTE_MS,
      failure: 'could not sweep the open orders; will retry',
    }),
    shared('read-settlements', (_log, signal) => readSettlements({ config, db }, { signal }), {
      intervalMs: 24 * HOUR_MS,
      failure: 'could not read the settlements of Razorpay; will retry within a day',
    }),
    // Only servers with BACKUP_DIR take backups.
    ...(config.dailyBackup
      ? [shared('daily-backup', backUp, { intervalMs: MINUTE_MS, failure: 'the daily backup failed' })]
      : []),
    shared('thin-history', (_log, signal) => thinOldSignIns({ config, db, history }, signal), {
      intervalMs: 24 * HOUR_MS,
      failure: 'could not remove the details of old sign-ins from the history; will retry',
    }),
    shared('delete-merges', () => deleteOldMerges(db, new Date()), {
      intervalMs: HOUR_MS,
      failure: 'could not delete old merges of donors; will retry',
    }),
    shared('delete-reports', (_log, signal) => deleteOldReports(db, signal), {
      intervalMs: HOUR_MS,
      failure: 'could not delete old reports of payments; will retry',
    }),
    shared(
      'empty-trash',
      (log, signal) =>
        emptyTrash({ db, media, jobs, log, recorder: history.server, kinds: TRASHED_KINDS }, config.trashDays, signal),
      {
        intervalMs: HOUR_MS,
        failure: 'could not empty the trash; will retry',
      },
    ),
  ]
}
