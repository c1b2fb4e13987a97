/** Makes repeated ids of a list unique, so that each row has its own id in the page. */
export function withUniqueIds<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.map((row, index) => {
    const id = seen.has(row.id) ? `${row.id}-${index}` : row.id
    seen.add(id)
    return { ...row, id }
  })
}
