/** A row of our server has an `_id`. A row of a plain backend may lack it, and has an `id` instead. */
export type IdentifiedRow = { readonly id: string } | { readonly _id: string }

export function rowId(row: IdentifiedRow): string {
  return 'id' in row ? row.id : row._id
}

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
