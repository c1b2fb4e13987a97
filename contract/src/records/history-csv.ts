import { csvLine, quoted, textCell } from '../base/csv.ts'
import { zonedDate, zonedDateTime } from '../base/zoned-time.ts'
import type { HistoryEntry } from './history-schemas.ts'

/** The column heads, in English for every language. */
const COLUMNS = [
  'No.',
  'Time',
  'User',
  'Action',
  'Record kind',
  'Record',
  'Record ID',
  'IP address',
  'Device',
  'Before',
  'After',
  'Details',
  'Erased',
] as const

export const HISTORY_CSV_HEAD = csvLine(COLUMNS.map(quoted))

/** Times are in the trust's zone; fields are JSON. The last column says that a rule removed the values. */
export function historyCsvLine(entry: HistoryEntry, timeZone: string): string {
  const {
    n,
    at,
    username,
    command,
    action,
    recordKind,
    title,
    recordId,
    ip,
    device,
    before,
    after,
    details,
    isErased,
  } = entry
  return csvLine([
    String(n),
    zonedDateTime(at, timeZone),
    textCell(username ?? command),
    textCell(action),
    textCell(recordKind),
    textCell(title),
    textCell(recordId),
    textCell(ip),
    textCell(device),
    ...[before, after, details].map(jsonCell),
    textCell(isErased ? 'yes' : ''),
  ])
}

/** Returns a name such as `history-2026-11-21.csv`, with the day in the trust's zone. */
export function historyFileName({ now, timeZone }: { now: number; timeZone: string }): string {
  return `history-${zonedDate(now, timeZone)}.csv`
}

function jsonCell(fields: Record<string, unknown>): string {
  return Object.keys(fields).length === 0 ? '' : textCell(JSON.stringify(fields))
}
