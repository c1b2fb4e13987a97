/** Pairs each item with a unique React key, since a backend may send the same id twice. */
export function withUniqueKeys<Item extends { id: string }>(items: readonly Item[]): [key: string, item: Item][] {
  const times = new Map<string, number>()
  return items.map((item) => {
    const before = times.get(item.id) ?? 0
    times.set(item.id, before + 1)
    return [before === 0 ? item.id : `${item.id} ${before}`, item]
  })
}
