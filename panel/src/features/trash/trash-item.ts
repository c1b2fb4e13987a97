import type { TrashItem } from '@sevadesk/contract/records/trash-schemas.ts'

/** A deleted record; `id` is its kind and `_id`, unique in the list. */
export type TrashEntry = TrashItem & { id: string }

const DAY_MS = 24 * 60 * 60 * 1000

/** Whole days until the record is deleted for good; `undefined` if it never is. */
export function daysLeft({ eraseAt }: Pick<TrashEntry, 'eraseAt'>, now: number): number | undefined {
  return eraseAt === null ? undefined : Math.max(0, Math.ceil((Date.parse(eraseAt) - now) / DAY_MS))
}
