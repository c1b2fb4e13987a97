import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startOfZonedDay, zonedDateTime, zonedDay } from '@sevadesk/contract/base/zoned-time.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { reasonOf } from '../../errors.ts'
import type { JobLog } from '../../jobs/job-runner.ts'
import { isBackupRunning } from '../media-files/running-backup-store.ts'
import { LONGEST_BACKUP_MS } from './backup-service.ts'
import { findLastAttempt, findLastWritten, insertFailure } from './backup-store.ts'

const HOUR_MS = 60 * 60_000

/** After a failure, the next attempt waits for this long, in milliseconds. */
export const RETRY_MS = HOUR_MS

interface BackupTimes {
  /** Start of the newest daily backup that succeeded, and of the newest attempt; times are ms. */
  good: number | undefined
  attempt: number | undefined
}

/** Whether a daily backup must start at `now`, in milliseconds since 1970. */
export function isBackupDue(
  { good, attempt }: BackupTimes,
  { now, hour, timeZone }: { now: number; hour: number; timeZone: string },
): boolean {
  if (attempt !== undefined && now - attempt < RETRY_MS) return false
  return good === undefined || good < lastDueTime(now, hour, timeZone)
}

/** Returns when `hour` last began in the zone. */
function lastDueTime(now: number, hour: number, timeZone: string): number {
  const today = zonedDay(now, timeZone)
  const due = startOfZonedDay(today, timeZone) + hour * HOUR_MS
  return due <= now ? due : startOfZonedDay({ ...today, day: today.day - 1 }, timeZone) + hour * HOUR_MS
}

const DAILY_NAME = /^sevadesk-\d{4}-\d\d-\d\d-\d{4}\.tar(?:\.age)?$/

/** Returns the file name of a daily backup. */
export function dailyName(now: number, timeZone: string, isEncrypted: boolean): string {
  const minute = zonedDateTime(now, timeZone).slice(0, 'YYYY-MM-DD HH:mm'.length)
  return `sevadesk-${minute.replace(' ', '-').replace(':', '')}.tar${isEncrypted ? '.age' : ''}`
}

/** Selects the daily backups that need not stay beside `newest`. */
export function surplusBackups(names: readonly string[], newest: string, keep: number): string[] {
  const others = names.filter((name) => DAILY_NAME.test(name) && name !== newest)
  return others
    .sort()
    .reverse()
    .slice(keep - 1)
}

const PROGRAM = fileURLToPath(new URL('../../commands/backup.ts', import.meta.url))
const LONGEST_REASON = 500

interface DailyBackupDependencies {
  db: Db
  config: Pick<Config, 'dailyBackup' | 'timeZone'>
  log: JobLog
  /** Settings of the program that writes the backup; by default those of this process. */
  env?: NodeJS.ProcessEnv
  now?: () => number
  /** Time after which the program is ended, in milliseconds. */
  longestMs?: number
}

/**
 * Takes the backup of the day if it is due. A program of its own writes it, at low priority, so that
 * calls do not wait. Throws if it failed; the failure is then recorded.
 */
export async function takeDueBackup(
  { db, config, log, env, now = Date.now, longestMs = LONGEST_BACKUP_MS }: DailyBackupDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { dailyBackup, timeZone } = config
  if (!dailyBackup) return
  const since = new Date(now())
  const [good, attempt] = [await findLastWritten(db, ['daily'], since), await findLastAttempt(db, ['daily'], since)]
  const times = { good: good && Date.parse(good.started_at), attempt: attempt && Date.parse(attempt.started_at) }
  if (!isBackupDue(times, { now: since.getTime(), hour: dailyBackup.hour, timeZone })) return
  if (await isBackupRunning(db)) return
  const limit = AbortSignal.timeout(longestMs)
  const program = { env, signal: AbortSignal.any([signal, limit]) }
  const error = await runProgram(program, (text) => log.error({}, text)).catch((failure: unknown) => {
    if (signal.aborted) return 'The server stopped during the backup.'
    if (limit.aborted) return `The backup did not end within ${longestMs / HOUR_MS} hours.`
    return `The program that writes the backup could not be started: ${reasonOf(failure)}.`
  })
  if (error === undefined) return
  await insertFailure(db, { id: newId(), file: dailyBackup.folder, since, error })
  throw new Error(error)
}

/**
 * Returns why the program failed; undefined if it succeeded, after `warn` with what it printed as a
 * warning. Rejects if it does not start, or on abort.
 */
function runProgram(
  { env, signal }: { env: NodeJS.ProcessEnv | undefined; signal: AbortSignal },
  warn: (text: string) => void,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, '--daily'], { env, signal, stdio: ['ignore', 'ignore', 'pipe'] })
    // On abort the program gets SIGTERM. Its end is not awaited: a hanging disk can hold it.
    child.once('error', reject)
    let printed = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(0, LONGEST_REASON)
    })
    child.once('close', (code) => {
      const text = printed.trim()
      if (code !== 0) return resolve(text || 'The program that writes the backup was ended.')
      if (text) warn(text)
      resolve(undefined)
    })
  })
}
