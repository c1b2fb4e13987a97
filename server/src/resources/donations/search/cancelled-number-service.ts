import type { Db } from '../../../db/schema.ts'
import type { DonationConditions } from '../donation-conditions-store.ts'
import { findCurrentNumbers } from './receipt-number-store.ts'

/** The shortest word that may be a receipt number, as in the search of references. */
const MIN_LENGTH = 5

/**
 * Returns a query that also finds the gift of a cancelled receipt by its whole number, which is on the
 * paper that the donor holds. A donation itself names only its last receipt.
 */
export async function withCancelledNumbers<Query extends { conditions: DonationConditions }>(
  db: Db,
  query: Query,
): Promise<Query> {
  const { conditions } = query
  if (conditions.searchIn === 'donor' || conditions.query.length === 0) return query
  const words = await Promise.all(conditions.query.map((spellings) => withCurrentNumbers(db, spellings)))
  return { ...query, conditions: { ...conditions, query: words } }
}

async function withCurrentNumbers(db: Db, spellings: readonly string[]): Promise<readonly string[]> {
  const [word = ''] = spellings
  const mayBeNumber = word.length >= MIN_LENGTH && /^[a-z0-9/._-]*\d[a-z0-9/._-]*$/.test(word)
  return mayBeNumber ? [...spellings, ...(await findCurrentNumbers(db, word))] : spellings
}
