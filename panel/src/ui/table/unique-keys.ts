import { type IdentifiedRow, rowId } from './row-id.ts'

/** Pairs each item with a unique React key, since a backend may send the same id twice. */
export function withUniqueKeys<Item extends IdentifiedRow>(items: readonly Item[]): [key: string, item: Item][] {
  const times = new Map<string, number>()
  return items.map((item) => {
    const id = rowId(item)
    const before = times.get(id) ?? 0
    times.set(id, before + 1)
    return [before === 0 ? id : `${id} ${before}`, item]
  })
}
