import type { SystemStatus } from '@sevadesk/contract/base/system-schemas.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { describeDatabase } from '../../db/describe-database.ts'
import type { Media } from '../../media/media.ts'
import { VERSION } from '../../version.ts'
import { type BackupRow, findLastAttempt, findLastGood } from '../backups/backup-store.ts'
import { isEndUnchecked } from '../history/history-chain.ts'
import type { History } from '../history/history-service.ts'
import { findFirstTime } from '../history/history-store.ts'
import { countJobs } from './system-store.ts'

/** Records without a backup from so many milliseconds are worth a warning. */
const OVERDUE_MS = 48 * 60 * 60_000
const KINDS = ['manual', 'daily'] as const

interface SystemDependencies {
  config: Pick<Config, 'dailyBackup'>
  db: Db
  media: Pick<Media, 'freeBytes'>
  history: Pick<History, 'breaks'>
  now?: () => Date
}

export async function readStatus({
  config: { dailyBackup },
  db,
  media,
  history,
  now = () => new Date(),
}: SystemDependencies): Promise<SystemStatus> {
  const at = now()
  const [lastGood, last] = [await findLastGood(db, KINDS, at), await findLastAttempt(db, KINDS, at)]
  // The first entry is as old as the oldest record: the server records the first account.
  const savedAt = lastGood?.started_at ?? (await findFirstTime(db))
  return {
    version: VERSION,
    database: await describeDatabase(db),
    freeBytes: (await media.freeBytes()) ?? null,
    jobs: await countJobs(db),
    isHistoryIntact: history.breaks.length === 0,
    isHistoryEndUnchecked: isEndUnchecked(history.breaks),
    backup: {
      daily: dailyBackup ? { hour: dailyBackup.hour, keep: dailyBackup.keep } : null,
      lastGood: lastGood ? { at: lastGood.started_at, bytes: lastGood.bytes ?? 0, kind: kindOf(lastGood) } : null,
      last: last ? { at: last.started_at, kind: kindOf(last), state: stateOf(last, at), reason: last.error } : null,
      isOverdue: savedAt !== undefined && at.getTime() - Date.parse(savedAt) > OVERDUE_MS,
    },
  }
}

function kindOf({ kind }: BackupRow): 'manual' | 'daily' {
  return kind === 'daily' ? 'daily' : 'manual'
}

function stateOf(
  { ended_at, error, alive_until }: BackupRow,
  now: Date,
): 'running' | 'good' | 'failed' | 'interrupted' {
  if (ended_at !== null) return error === null ? 'good' : 'failed'
  return alive_until > now.toISOString() ? 'running' : 'interrupted'
}
