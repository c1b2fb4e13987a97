import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/schema.ts'
import { fieldsOf } from './gift-columns.ts'
import { addToBook, bookTextsOf, type GiftDependencies, reverseInBook } from './offline-gift-service.ts'
import type { StoredGift } from './offline-gift-store.ts'

export interface Correction {
  before: StoredGift
  after: StoredGift
}

/**
 * Takes back what the cash book says of a gift and says what is right, unless only the receipt is
 * another. Returns the day whose book has what is right; null without entries.
 */
export async function correctBook(
  transaction: Db,
  { recorder }: GiftDependencies,
  { before, after, today }: Correction & { today: string },
): Promise<string | null> {
  const saysTheSame = isDeepStrictEqual(textsWithoutReceipt(before), textsWithoutReceipt(after))
  if (saysTheSame && !isRebooked({ before, after })) return null
  const [old, current] = [fieldsOf(before), fieldsOf(after)]
  const reversal = { day: old.receivedOn, amount: 0 - old.amount }
  const correction = { kind: 'correction', day: current.receivedOn, amount: current.amount } as const
  await reverseInBook(transaction, recorder, before, { ...reversal, today })
  return addToBook(transaction, recorder, after, { ...correction, today })
}

/** Whether the receipt must be replaced. A changed reference keeps it. */
export function isRebooked({ before, after }: Correction): boolean {
  const [old, current] = [fieldsOf(before), fieldsOf(after)]
  return (['donorId', 'amount', 'receivedOn'] as const).some((name) => old[name] !== current[name])
}

function textsWithoutReceipt(stored: StoredGift) {
  const { receipt_number: _number, ...texts } = bookTextsOf(stored)
  return texts
}
