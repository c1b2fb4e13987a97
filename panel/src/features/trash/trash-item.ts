import type { TrashKind } from '@sevadesk/contract/records/trash.ts'

/** A deleted record. */
export interface TrashEntry {
  /** Kind and id, unique in the list. */
  id: string
  _id: string
  kind: TrashKind
  /** Title or name; empty if it has none. */
  label: string
  /** The gallery of a photo; empty for other kinds. */
  sectionName: string
  hasPicture: boolean
  /** Of a donation, in paise. */
  amount: number | undefined
  currency: string
  deletedAt: string
  /** A username; empty if unknown. */
  deletedBy: string
  /** Empty if it is never deleted for good. */
  eraseAt: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Whole days until the record is deleted for good; `undefined` if it never is. */
export function daysLeft({ eraseAt }: Pick<TrashEntry, 'eraseAt'>, now: number): number | undefined {
  const end = Date.parse(eraseAt)
  return Number.isNaN(end) ? undefined : Math.max(0, Math.ceil((end - now) / DAY_MS))
}
