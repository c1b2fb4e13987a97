import type { SortOrder } from './sort-select.tsx'

interface Dated {
  id: string
  /** UTC ISO 8601, or anything else from a backend. */
  createdAt: unknown
}

/**
 * Sorts by `createdAt`, ties by id (specification, section 9). Items without a valid date count as
 * the oldest.
 */
export function sortByDate<Item extends Dated>(items: readonly Item[], order: SortOrder): Item[] {
  const direction = order === 'oldest' ? 1 : -1
  return items
    .map((item) => ({ item, time: timeOf(item.createdAt) }))
    .sort((a, b) => direction * (a.time - b.time || compareText(a.item.id, b.item.id)))
    .map(({ item }) => item)
}

function timeOf(createdAt: unknown): number {
  const time =
    typeof createdAt === 'string' || typeof createdAt === 'number' ? new Date(createdAt).getTime() : Number.NaN
  return Number.isNaN(time) ? 0 : time
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
