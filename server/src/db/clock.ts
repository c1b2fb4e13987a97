import { StartError } from '../errors.ts'
import { type Db, databaseNow } from './db.ts'

const WARNED_MS = 5000
const REFUSED_MS = 60_000

/**
 * Returns a warning if the clock of this machine differs from that of PostgreSQL by more than five
 * seconds, and throws StartError above a minute. A slow network never looks like a wrong clock: the
 * database reads its clock between two readings here.
 */
export async function compareClocks(db: Db): Promise<string | undefined> {
  const before = Date.now()
  const there = (await databaseNow(db)).getTime()
  const ahead = before - there
  const behind = there - Date.now()
  const differenceMs = Math.max(ahead, behind)
  if (differenceMs <= WARNED_MS) return undefined
  const seconds = Math.round(differenceMs / 1000)
  const warning = `The clock of this machine is ${seconds} seconds ${ahead > behind ? 'ahead of' : 'behind'} that of PostgreSQL: let the system set the time on both machines (NTP)`
  if (differenceMs > REFUSED_MS) throw new StartError(`${warning}.`)
  return warning
}
