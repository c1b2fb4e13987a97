import { createHash, randomBytes } from 'node:crypto'
import { zonedDate } from '@sevadesk/contract/zoned-time.ts'
import type { Db } from '../../db/schema.ts'
import type { Parts } from '../../parts.ts'
import { financialYear, printedNumber } from './receipt-number.ts'
import { settingsOn, takeSnapshot } from './receipt-snapshot.ts'
import * as store from './receipt-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 256 bits: whoever holds a token may fetch the receipt, so nobody may guess one. */
const TOKEN_BYTES = 32

/**
 * Gives a captured donation its receipt, in the transaction that records the capture: the next number of the financial year in which the
 * money came in, all that the receipt says, and the donation's `receipt_token`, `receipt_expires_at` and `receipt_number`. Set the
 * donation's status first. One that has a receipt is left alone, and one that was never captured gets none.
 */
export async function issueReceipt(
  transaction: Db,
  { config, trust }: Pick<Parts, 'config' | 'trust'>,
  { donationId, capturedAt }: { donationId: string; capturedAt: Date },
): Promise<void> {
  const donation = await store.claimDonation(transaction, donationId, {
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    expiresAt: new Date(capturedAt.getTime() + trust.linkDays * DAY_MS).toISOString(),
  })
  if (!donation) return
  const { timeZone } = config
  const receiptDay = zonedDate(capturedAt.getTime(), timeZone)
  const settings = JSON.stringify(settingsOn(trust, zonedDate(Date.parse(donation.created_at), timeZone)))
  const settingsHash = createHash('sha256').update(settings).digest('hex')
  // Before the number, in this order everywhere, so that two transactions never wait for each other.
  await store.keepSettings(transaction, { hash: settingsHash, settings })
  const series = financialYear(receiptDay)
  const number = await store.nextNumber(transaction, series)
  const printed = printedNumber(trust, series, number)
  const snapshot = takeSnapshot(donation, { number: printed, receiptDay, timeZone, language: trust.language })
  await store.insertReceipt(transaction, printed, {
    donation_id: donation.id,
    series,
    number,
    issued_at: capturedAt.toISOString(),
    snapshot: JSON.stringify(snapshot),
    settings_hash: settingsHash,
  })
}
