import { startOfZonedDay, zonedDateTime, zonedDay } from '@sevadesk/contract/base/zoned-time.ts'

const HOUR_MS = 60 * 60_000

/** After a failure, the next attempt waits for this long, in milliseconds. */
export const RETRY_MS = HOUR_MS

export interface BackupTimes {
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
