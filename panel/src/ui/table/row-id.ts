/** A row of our server has an `_id`. A row of a plain backend may lack it, and has an `id` instead. */
export type IdentifiedRow = { readonly id: string } | { readonly _id: string }

export function rowId(row: IdentifiedRow): string {
  return 'id' in row ? row.id : row._id
}
