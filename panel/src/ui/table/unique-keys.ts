/** Each item with a key that no other has: a backend may give one id twice, and what shares a key is drawn twice or not at all. */
export function withUniqueKeys<Item extends { id: string }>(items: readonly Item[]): [key: string, item: Item][] {
  const times = new Map<string, number>()
  return items.map((item) => {
    const before = times.get(item.id) ?? 0
    times.set(item.id, before + 1)
    return [before === 0 ? item.id : `${item.id} ${before}`, item]
  })
}
