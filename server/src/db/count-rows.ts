import type { SelectQueryBuilder } from 'kysely'

/** Returns how many rows a query without a selection finds. */
export async function countRows<Database, Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const counting = query.select(({ fn }) => fn.countAll<number>().as('count')).$castTo<{ count: number }>()
  return Number((await counting.executeTakeFirstOrThrow()).count)
}
