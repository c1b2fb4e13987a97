import { isDeepStrictEqual } from 'node:util'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import { CLEARED_MODES, type OutdatedOnReceipt } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift, GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/db.ts'
import { isId } from '../../db/id.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { noSuchDonation } from '../donations/donation-list-service.ts'
import { findDonation } from '../donations/donation-store.ts'
import { donationView } from '../donations/donation-view.ts'
import { findInstitution } from '../lists/list-entry-store.ts'
import { findOnlineDonation, lockOnlineDonation } from '../payments/payment-store.ts'
import { cancelReceipt, issueGiftReceipt, listReceipts } from '../receipts/receipt-service.ts'
import { type CheckedGift, checkGift } from './gift-check-service.ts'
import { copyOfDonor, donorHistory, fieldsOf, giftColumns, noonOf } from './gift-columns.ts'
import { BOUNCED, conflict, ofMode, RECEIPT_CURRENT } from './gift-sentences.ts'
import {
  addToBook,
  assertNotOnSlip,
  bookTextsOf,
  changeGift,
  copyDonor,
  findOutdated,
  type GiftAddress,
  type GiftDependencies,
  getGift,
  issueDueReceipt,
  reverseInBook,
} from './offline-gift-service.ts'
import type { StoredGift } from './offline-gift-store.ts'
import * as store from './offline-gift-store.ts'

/**
 * Changes the sent fields. If the donor, the amount or the day changed, a receipt is cancelled and
 * another one issued, with the donor's details of today. The cash book gets two entries if it said
 * something else; `bookedOn` is the day of the second. Throws as `changeGift` and `checkGift`, and 409
 * for a bounced cheque and for the amount of cash on a deposit slip.
 */
export async function correctGift(
  dependencies: GiftDependencies,
  address: GiftAddress,
  sent: GiftChange,
): Promise<Gift & { bookedOn: string | null }> {
  const { id } = address
  const { timeZone } = dependencies.config
  let bookedOn: string | null = null
  const gift = await changeGift(dependencies, address, async (transaction, stored, today) => {
    if (stored.gift.bounced_on !== null) throw conflict(ofMode(stored.gift.mode, BOUNCED))
    if (sent.amount !== undefined && sent.amount !== stored.donation.amount) assertNotOnSlip(stored.gift, 'amount')
    const { mode, deposited_on: depositedOn } = stored.gift
    const before = fieldsOf(stored)
    const checked = await checkGift(transaction, dependencies, { id, mode, sent, before, depositedOn })
    // Another desk's form stays current if nothing changes.
    if (isDeepStrictEqual(checked.fields, before)) return null
    await store.updateGift(transaction, stored, changesOf(stored, checked, timeZone), timeZone)
    const changed = await getGift(transaction, id)
    const receipts = await replaceReceipt(transaction, dependencies, { before: stored, after: changed })
    const after = await getGift(transaction, id)
    bookedOn = await correctBook(transaction, dependencies, { before: stored, after, today })
    return {
      action: 'gift.corrected',
      before: await historyFields(transaction, stored),
      after: await historyFields(transaction, after),
      details: { donorName: after.donation.donor_name, ...receipts },
    }
  })
  return { ...gift, bookedOn }
}

function changesOf(
  { donation, gift }: store.StoredGift,
  { fields, donor, purposeText }: CheckedGift,
  timeZone: string,
) {
  const receivedAt = noonOf(fields.receivedOn, timeZone)
  return {
    donation: {
      ...(donor !== undefined && copyOfDonor(donor)),
      ...(purposeText !== undefined && { purpose: purposeText }),
      amount: fields.amount,
      purpose_id: fields.purposeId,
      institution_id: fields.institutionId,
      created_at: receivedAt,
      captured_at: CLEARED_MODES.includes(gift.mode) ? donation.captured_at : receivedAt,
    },
    gift: giftColumns(gift.mode, fields),
  }
}

/**
 * Returns the numbers of the new and the replaced receipt; none if there was none, or it still says what happened.
 * A gift that loses its leaf gets the receipt that it would have had without.
 */
async function replaceReceipt(
  transaction: Db,
  dependencies: GiftDependencies,
  { before, after }: Correction,
): Promise<{ receiptNumber?: string | null; replacedReceipt?: string }> {
  const hasLostLeaf = before.gift.leaf_key !== '' && after.gift.leaf_key === ''
  if (hasLostLeaf && (await listReceipts(transaction, after.donation.id)).length === 0) {
    const receiptNumber = await issueDueReceipt(transaction, dependencies, after, { copiesDonor: true })
    return receiptNumber === null ? {} : { receiptNumber }
  }
  const replaced = isRebooked({ before, after })
    ? await cancelReceipt(transaction, after.donation.id, 'corrected')
    : null
  if (replaced === null) return {}
  const options = { replaces: replaced, copiesDonor: true }
  return {
    receiptNumber: await issueDueReceipt(transaction, dependencies, after, options),
    replacedReceipt: replaced,
  }
}

async function historyFields(transaction: Db, stored: store.StoredGift): Promise<Record<string, unknown>> {
  const { donorId: _donorId, purposeId: _purposeId, institutionId, ...fields } = fieldsOf(stored)
  const institution = institutionId === null ? undefined : await findInstitution(transaction, institutionId)
  return {
    ...fields,
    currency: DEFAULT_CURRENCY,
    ...donorHistory(stored),
    purpose: stored.donation.purpose,
    institution: institution?.nameEn ?? null,
  }
}

/**
 * Cancels the receipt and issues another one with what the donor's record says today. The cash book
 * gets entries if it names the donor otherwise. Throws as `changeGift`, and 409 unless a valid receipt
 * says something else.
 */
export async function renewReceipt(
  dependencies: GiftDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  address: GiftAddress,
): Promise<Gift> {
  return changeGift(dependencies, address, async (transaction, before, today) => {
    const { id } = address
    if ((await findOutdated(transaction, before.donation)).length === 0) throw conflict(RECEIPT_CURRENT)
    await store.updateGift(transaction, before, { gift: {} }, dependencies.config.timeZone)
    const replaces = (await cancelReceipt(transaction, id, 'corrected')) ?? undefined
    const receiptNumber = await issueDueReceipt(transaction, dependencies, before, { replaces, copiesDonor: true })
    const after = await getGift(transaction, id)
    await correctBook(transaction, dependencies, { before, after, today })
    const { amount, donor_name: donorName } = after.donation
    return {
      action: 'gift.receipt-renewed',
      before: donorHistory(before),
      after: donorHistory(after),
      details: {
        ...{ amount, currency: DEFAULT_CURRENCY, donorName, mode: after.gift.mode, receiptNumber },
        ...(replaces !== undefined && { replacedReceipt: replaces }),
      },
    }
  })
}

/** Returns what `renewOnlineReceipt` would set right. */
async function findOutdatedOnline(db: Db, donation: StoredGift['donation']): Promise<OutdatedOnReceipt[]> {
  const [isLost, last] = [donation.lost_amount !== null, (await listReceipts(db, donation.id)).at(-1)]
  if (!last || donation.status?.toLowerCase() !== 'captured') return []
  if (isLost ? last.cancelledAt === null : last.reason === 'disputed') return ['dispute']
  return isLost ? [] : findOutdated(db, donation)
}

/** Returns any donation as the caller may see it. Throws notFound(). */
export async function readDonation(db: Db, id: string, admin: SignedIn): Promise<Donation> {
  const donation = isId(id) ? await findDonation(db, id) : undefined
  if (!donation) throw noSuchDonation()
  const online = await findOnlineDonation(db, id)
  const outdatedOnReceipt = online ? await findOutdatedOnline(db, online) : []
  return donationView(admin)({ ...donation, ...(outdatedOnReceipt.length > 0 && { outdatedOnReceipt }) })
}

/**
 * As `renewReceipt`, of a donation that was paid online. After a lost dispute it only cancels the
 * receipt; if the dispute is won at last, it issues another one. Locks no donors: a merge holds them
 * while it waits for the donation.
 */
export async function renewOnlineReceipt(
  dependencies: GiftDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  id: string,
): Promise<void> {
  const { config, db, recorder, recordIdempotencyKey } = dependencies
  await db.transaction().execute(async (transaction) => {
    const donation = isId(id) ? await lockOnlineDonation(transaction, id) : undefined
    if (!donation) throw noSuchDonation()
    if ((await findOutdatedOnline(transaction, donation)).length === 0) throw conflict(RECEIPT_CURRENT)
    const isLost = donation.lost_amount !== null
    await cancelReceipt(transaction, id, isLost ? 'disputed' : 'corrected')
    // The number of the last receipt, also if that was cancelled before.
    const { amount, currency, donor_name: donorName, payment_method: mode, receipt_number } = donation
    const replacedReceipt = receipt_number ?? ''
    const details = { amount, currency, donorName, mode, receiptNumber: replacedReceipt }
    const of = { recordKind: 'donation', recordId: id } as const
    await recordIdempotencyKey(transaction, null)
    if (isLost) return recorder.record(transaction, { action: 'donation.receipt-cancelled', ...of, details })
    const after = await copyDonor(transaction, donation, config.timeZone)
    const day = zonedDate(donation.captured_at ?? donation.created_at, config.timeZone)
    const issued = { donationId: id, receivedOn: day, receiptDay: day, replaces: replacedReceipt }
    const receiptNumber = await issueGiftReceipt(transaction, dependencies, issued)
    return recorder.record(transaction, {
      action: 'gift.receipt-renewed',
      ...of,
      before: donorHistory({ donation }),
      after: donorHistory({ donation: after }),
      details: { ...details, donorName: after.donor_name, receiptNumber, replacedReceipt },
    })
  })
}

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
function isRebooked({ before, after }: Correction): boolean {
  const [old, current] = [fieldsOf(before), fieldsOf(after)]
  return (['donorId', 'amount', 'receivedOn'] as const).some((name) => old[name] !== current[name])
}

function textsWithoutReceipt(stored: StoredGift) {
  const { receipt_number: _number, ...texts } = bookTextsOf(stored)
  return texts
}
