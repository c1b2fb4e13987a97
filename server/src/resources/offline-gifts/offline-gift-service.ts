import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { heldBySlip } from '@sevadesk/contract/gifts/deposit-slip.ts'
import {
  CLEARED_MODES,
  RECEIPT_DONOR_FIELDS,
  type ReceiptDonorField,
  WITHOUT_RECEIPT,
} from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift, NewGift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { assertVersion } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { ruleOn } from '../../trust/trust-settings.ts'
import {
  addEntry,
  type CashBookEntry,
  type EntryTexts,
  findLastTexts,
  lastClosedDay,
  lockBooks,
} from '../cash-book/cash-book-store.ts'
import { findDonor, lockDonors } from '../donors/donor-store.ts'
import type { HistoryEntry, Recorder } from '../history/history-service.ts'
import { printedDonor } from '../receipts/content/receipt-snapshot.ts'
import { type ReceiptColumns, validNumber } from '../receipts/receipt-number.ts'
import {
  findValidReceipt,
  issueGiftReceipt,
  listReceipts,
  type ReceiptDependencies,
} from '../receipts/receipt-service.ts'
import { checkGift } from './gift-check-service.ts'
import { copyOfDonor, giftColumns, noonOf, renewedCopy, toGift } from './gift-columns.ts'
import { CASH_ON_SLIP, conflict, noSuchGift } from './gift-sentences.ts'
import * as store from './offline-gift-store.ts'
import { lockGift, type OfflineGiftRow, type StoredGift, updateDonor } from './offline-gift-store.ts'

export interface GiftDependencies extends ReceiptDependencies {
  db: Db
  recorder: Recorder
}

/** Throws as `checkGift`. */
export async function addGift(
  dependencies: GiftDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  sent: NewGift,
): Promise<Gift> {
  const { db, recorder, recordIdempotencyKey } = dependencies
  return db.transaction().execute(async (transaction) => {
    await lockDonors(transaction)
    await lockBooks(transaction)
    const id = newId()
    const { today } = await insertGift(transaction, dependencies, { id, sent })
    const receiptNumber = await issueDueReceipt(transaction, dependencies, await getGift(transaction, id))
    const stored = await getGift(transaction, id)
    const { amount, donor_name } = stored.donation
    const { mode, received_on } = stored.gift
    await addToBook(transaction, recorder, stored, { kind: 'gift', day: received_on, today, amount })
    const added = await readGift(transaction, stored)
    await recordIdempotencyKey(transaction, added)
    const details = { amount, currency: DEFAULT_CURRENCY, donorName: donor_name, mode, receivedOn: received_on }
    await recorder.record(transaction, {
      action: 'gift.added',
      recordKind: 'donation',
      recordId: id,
      details: { ...details, ...(stored.gift.item && { item: stored.gift.item }), receiptNumber },
    })
    return added
  })
}

async function insertGift(
  transaction: Db,
  dependencies: GiftDependencies,
  { id, sent }: { id: string; sent: NewGift },
): Promise<{ today: string }> {
  const { mode } = sent
  const { timeZone } = dependencies.config
  const { fields, donor, purposeText, today } = await checkGift(transaction, dependencies, { id, mode, sent })
  const [now, receivedAt] = [new Date().toISOString(), noonOf(fields.receivedOn, timeZone)]
  const isCaptured = !CLEARED_MODES.includes(mode)
  const donation = {
    id,
    ...copyOfDonor(donor ?? null),
    amount: fields.amount,
    currency: DEFAULT_CURRENCY,
    purpose: purposeText ?? null,
    purpose_id: fields.purposeId,
    institution_id: fields.institutionId,
    status: isCaptured ? 'captured' : 'pending',
    payment_method: mode,
    captured_at: isCaptured ? receivedAt : null,
    created_at: receivedAt,
    updated_at: now,
  }
  const gift = {
    donation_id: id,
    mode,
    ...giftColumns(mode, fields),
    entered_at: now,
    ...enteredBy(dependencies.recorder),
    bounce_reason: '',
    version: 1,
  }
  await store.insertGift(transaction, { donation, gift }, timeZone)
  return { today }
}

/** Throws notFound(). */
export async function findGift(db: Db, id: string): Promise<Gift> {
  const stored = await store.findGift(db, id)
  if (!stored) throw noSuchGift()
  return readGift(db, stored)
}

async function readGift(db: Db, stored: store.StoredGift): Promise<Gift> {
  return toGift(stored, {
    receipts: await listReceipts(db, stored.donation.id),
    outdatedOnReceipt: await findOutdated(db, stored.donation),
    booksClosedUpTo: await lastClosedDay(db),
  })
}

/** Reads a gift that the transaction has locked. */
export async function getGift(transaction: Db, id: string): Promise<store.StoredGift> {
  const stored = await store.findGift(transaction, id)
  if (!stored) throw new Error(`There is no gift ${id}.`)
  return stored
}

/** Throws 409 for cash on a deposit slip: the sum of the slip says what the bank has. */
export function assertNotOnSlip({ mode, deposit_slip_id }: store.OfflineGiftRow, field?: string): void {
  if (heldBySlip({ mode, depositSlipId: deposit_slip_id }) !== null) throw conflict(CASH_ON_SLIP, field)
}

/** What an entry reads of a gift. */
interface BookedGift {
  gift: store.OfflineGiftRow
  donation: ReceiptColumns & { donor_name: string | null }
}

/** What the cash book says of a gift besides its amount. */
export function bookTextsOf({ gift, donation }: BookedGift): EntryTexts {
  const { donation_id, mode, received_on, bank, item, quantity, book_number, leaf_number } = gift
  const reference = gift.instrument_number || gift.reference
  const [donor_name, receipt_number] = [donation.donor_name ?? '', validNumber(donation) ?? '']
  const receipt = { receipt_number, book_number, leaf_number }
  return { donation_id, mode, received_on, donor_name, ...receipt, reference, bank, item, quantity }
}

type BookedChange = Pick<CashBookEntry, 'kind' | 'day' | 'amount'> & { today: string }

/**
 * Writes an entry about the gift as it is given into the cash book of `day`, or if that is closed, of
 * a later one, and returns its day. Issue a receipt before: the entry names it.
 */
export async function addToBook(
  transaction: Db,
  recorder: Recorder,
  booked: BookedGift,
  entry: BookedChange,
): Promise<string> {
  return addTexts(transaction, recorder, bookTextsOf(booked), entry)
}

/**
 * As `addToBook`, but the entry says what the gift's last entry says: the gift may have got a
 * receipt since. Without an entry, it says what the gift does.
 */
export async function reverseInBook(
  transaction: Db,
  recorder: Recorder,
  booked: BookedGift,
  entry: Omit<BookedChange, 'kind'>,
): Promise<void> {
  const said = await findLastTexts(transaction, booked.gift.donation_id)
  await addTexts(transaction, recorder, said ?? bookTextsOf(booked), { ...entry, kind: 'reversal' })
}

async function addTexts(transaction: Db, recorder: Recorder, texts: EntryTexts, entry: BookedChange): Promise<string> {
  const by = { entered_at: new Date().toISOString(), ...enteredBy(recorder) }
  return addEntry(transaction, { ...texts, ...by, ...entry })
}

function enteredBy({ actor }: Recorder) {
  if (!actor) throw new Error('Gifts are entered by a user.')
  return { entered_by: actor.username, entered_by_id: actor.id }
}

export interface GiftAddress {
  id: string
  expectedVersion: string | undefined
}

/** Writes a change. Returns what the history says of it; null if nothing changed. `today` is in the trust's zone. */
type Change = (
  transaction: Db,
  before: StoredGift,
  today: string,
) => Promise<Omit<HistoryEntry, 'recordKind' | 'recordId'> | null>

/**
 * Changes a gift in one transaction, which locks the donors, the cash books and the gift, in this
 * order. Throws notFound(), and 412 if the gift has another version than expected.
 */
export async function changeGift(
  dependencies: GiftDependencies & { recordIdempotencyKey?: RecordIdempotencyKey },
  { id, expectedVersion }: GiftAddress,
  change: Change,
): Promise<Gift> {
  const { db, config, recorder, recordIdempotencyKey } = dependencies
  return db.transaction().execute(async (transaction) => {
    await lockDonors(transaction)
    await lockBooks(transaction)
    const before = await lockGift(transaction, id)
    if (!before) throw noSuchGift()
    assertVersion(expectedVersion, await readGift(transaction, before))
    const entry = await change(transaction, before, zonedDate(Date.now(), config.timeZone))
    const changed = await readGift(transaction, await getGift(transaction, id))
    await recordIdempotencyKey?.(transaction, changed)
    if (entry) await recorder.record(transaction, { ...entry, recordKind: 'donation', recordId: id })
    return changed
  })
}

interface ReceiptOptions {
  /** The number of the cancelled receipt that the new one replaces. With it, a receipt is issued in any case. */
  replaces?: string | undefined
  /** Prints what the donor's record says today, also if the gift copied something else when it was entered. */
  copiesDonor?: boolean
}

/**
 * Issues the receipt of a gift if its mode has one and its money is there, or if the settings give a
 * cheque its receipt at once. The donor of a gift with a leaf of a receipt book has that as receipt,
 * unless the settings say otherwise. Returns its number, or null.
 */
export async function issueDueReceipt(
  transaction: Db,
  dependencies: ReceiptDependencies,
  { donation, gift }: StoredGift,
  { replaces, copiesDonor = false }: ReceiptOptions = {},
): Promise<string | null> {
  if (WITHOUT_RECEIPT.includes(gift.mode)) return null
  const { receiptOnClearing, receiptForLeaf } = ruleOn(await dependencies.trust.inForce(transaction), gift.received_on)
  const isOnClearing = receiptOnClearing && CLEARED_MODES.includes(gift.mode)
  const isBeforeClearing = CLEARED_MODES.includes(gift.mode) && donation.status !== 'captured'
  const isWaiting = isOnClearing && isBeforeClearing
  const hasLeafOnly = gift.leaf_key !== '' && !receiptForLeaf
  if (replaces === undefined && (isWaiting || hasLeafOnly)) return null
  if (copiesDonor) await copyDonor(transaction, donation, dependencies.config.timeZone)
  return issueGiftReceipt(transaction, dependencies, {
    donationId: donation.id,
    receivedOn: gift.received_on,
    receiptDay: (isOnClearing && gift.cleared_on) || gift.received_on,
    ...(gift.mode !== 'cash' && { reference: referenceOf(gift) }),
    ...(replaces !== undefined && { replaces }),
    isBeforeClearing,
  })
}

/** Writes what the donor's record says today into the donation, and returns it so. */
export async function copyDonor<D extends StoredGift['donation']>(
  transaction: Db,
  donation: D,
  timeZone: string,
): Promise<D> {
  const donor = donation.donor_id === null ? undefined : await findDonor(transaction, donation.donor_id)
  if (!donor) return donation
  const copy = renewedCopy(donation, donor)
  await updateDonor(transaction, donation, copy, timeZone)
  return { ...donation, ...copy }
}

/** Returns the fields that the donor's record and the valid receipt say differently. */
export async function findOutdated(db: Db, donation: StoredGift['donation']): Promise<ReceiptDonorField[]> {
  const receipt = donation.donor_id === null ? undefined : await findValidReceipt(db, donation.id)
  const donor = receipt && donation.donor_id !== null ? await findDonor(db, donation.donor_id) : undefined
  if (!receipt || !donor) return []
  const current = printedDonor(renewedCopy(donation, donor))
  return RECEIPT_DONOR_FIELDS.filter((field) => receipt.donor[field] !== current[field])
}

function referenceOf({ instrument_number, instrument_date, bank, reference }: OfflineGiftRow) {
  return { number: instrument_number || reference, bank, day: instrument_date }
}
