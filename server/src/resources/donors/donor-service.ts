import { setImmediate } from 'node:timers/promises'
import type { Page } from '@sevadesk/contract/base/page.ts'
import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { DonorChange, DonorReceipt, NewDonor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { kindOfPan } from '@sevadesk/contract/donors/pan.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { assertVersion } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { donationView } from '../donations/donation-view.ts'
import type { History, Recorder } from '../history/history-service.ts'
import type { ReceiptSnapshot } from '../receipts/content/receipt-snapshot.ts'
import { receiptState } from '../receipts/receipt-columns.ts'
import { donorSearchColumns } from './donor-columns.ts'
import {
  type DonorFields,
  EMPTY_DONOR,
  historyFields,
  maskedDonor,
  readDonorForm,
  type StoredDonor,
} from './donor-form.ts'
import { countGifts, countReceipts, listGifts, listReceipts, listSnapshots, lockUnmatched } from './donor-gift-store.ts'
import { entryOfAdded, matchGifts } from './donor-matching-service.ts'
import { insertDuplicates, pairDuplicate } from './donor-merge-store.ts'
import { mergedMeanwhile, noSuchDonor, panTaken } from './donor-sentences.ts'
import * as store from './donor-store.ts'
import { findDonor } from './donor-store.ts'

export interface DonorDependencies {
  db: Db
  recorder: Recorder
}

/** Throws badRequest() for invalid fields, and 409 if another donor has the PAN. */
export async function addDonor(
  { db, recorder, recordIdempotencyKey }: DonorDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  sent: NewDonor,
): Promise<StoredDonor> {
  const fields = withKind(readDonorForm(sent, EMPTY_DONOR))
  const now = new Date().toISOString()
  const times = { createdAt: now, updatedAt: now, version: 1 }
  const added: StoredDonor = { ...fields, id: newId(), source: 'panel', mergedInto: null, ...times }
  return db.transaction().execute(async (transaction) => {
    await store.lockDonors(transaction)
    const owner = added.pan === null ? undefined : await store.findByPan(transaction, added.pan)
    if (owner) throw panTaken(owner.name, 'pan')
    await store.insertDonors(transaction, [added])
    const donor = await store.getDonor(transaction, added.id)
    await addLikelyDuplicates(transaction, donor)
    await recordIdempotencyKey(transaction, maskedDonor(donor))
    await recorder.record(transaction, entryOfAdded(donor))
    return donor
  })
}

/**
 * Throws notFound(), 412 if the donor has another version than expected, badRequest() for invalid
 * fields, and 409 if it was merged or another donor has the PAN. That one then is a likely
 * duplicate.
 */
export async function updateDonor(
  dependencies: DonorDependencies,
  { id, expectedVersion }: { id: string; expectedVersion: string | undefined },
  sent: DonorChange,
): Promise<StoredDonor> {
  const { db, recorder } = dependencies
  const outcome = await db.transaction().execute(async (transaction) => {
    await store.lockDonors(transaction)
    const before = await findUnmerged(transaction, id)
    assertVersion(expectedVersion, maskedDonor(before))
    const fields = readDonorForm(sent, before)
    const owner = fields.pan === null ? undefined : await store.findByPan(transaction, fields.pan)
    if (owner && owner.id !== id) return { owner }
    const after = await store.updateDonor(transaction, id, fields)
    await addLikelyDuplicates(transaction, after)
    await recorder.record(transaction, {
      action: 'donor.changed',
      recordKind: 'donor',
      recordId: id,
      before: historyFields(before),
      after: historyFields(after),
      details: { donorName: after.name },
    })
    return { after }
  })
  if (outcome.after) return outcome.after
  await insertDuplicates(db, [pairDuplicate(id, outcome.owner.id, 'pan')])
  throw panTaken(outcome.owner.name, 'pan')
}

/** The PAN tells the kind where nobody chose one. */
function withKind(fields: DonorFields): DonorFields {
  return fields.kind === 'unknown' && fields.pan !== null ? { ...fields, kind: kindOfPan(fields.pan) } : fields
}

async function addLikelyDuplicates(transaction: Db, donor: StoredDonor): Promise<void> {
  for (const kind of ['phone', 'email'] as const) {
    const alike = await store.findAlike(transaction, donor, kind)
    await insertDuplicates(
      transaction,
      alike.map(({ id }) => pairDuplicate(donor.id, id, kind)),
    )
  }
}

/** Throws notFound(), and 409 if the donor was merged into another one. */
export async function findUnmerged(db: Db, id: string): Promise<StoredDonor> {
  const donor = await store.findDonor(db, id)
  if (!donor) throw noSuchDonor()
  if (donor.mergedInto !== null) throw mergedMeanwhile(donor.name)
  return donor
}

/** Returns the numbers in full, and records who asked. Throws notFound(). */
export async function showNumbers({ db, recorder }: DonorDependencies, id: string) {
  return db.transaction().execute(async (transaction) => {
    const donor = await store.findDonor(transaction, id)
    if (!donor) throw noSuchDonor()
    const details = { donorName: donor.name }
    await recorder.record(transaction, { action: 'donor.pan-shown', recordKind: 'donor', recordId: id, details })
    const memberPans = donor.members.flatMap(({ id: member, pan }) => (pan === null ? [] : [[member, pan] as const]))
    return { pan: donor.pan, otherId: donor.otherId, memberPans: Object.fromEntries(memberPans) }
  })
}

interface GiftRequest {
  donorId: string
  admin: SignedIn
  rangeOf: (total: number) => { page: number; offset: number; limit: number }
}

/** Returns a page of the gifts as the caller may see them. Throws notFound(). */
export async function findGiftPage(db: Db, { donorId, admin, rangeOf }: GiftRequest): Promise<Page<Donation>> {
  if (!(await findDonor(db, donorId))) throw noSuchDonor()
  const total = await countGifts(db, donorId)
  const { page, ...range } = rangeOf(total)
  const gifts = await listGifts(db, donorId, range)
  return { rows: gifts.map(donationView(admin)), total, isCapped: false, page }
}

interface ReceiptRequest {
  donorId: string
  rangeOf: (total: number) => { page: number; offset: number; limit: number }
}

/** Returns a page of the receipts of a donor, cancelled ones too. Throws notFound(). */
export async function findReceiptPage(db: Db, { donorId, rangeOf }: ReceiptRequest): Promise<Page<DonorReceipt>> {
  if (!(await findDonor(db, donorId))) throw noSuchDonor()
  const total = await countReceipts(db, donorId)
  const { page, ...range } = rangeOf(total)
  const receipts = await listReceipts(db, donorId, range)
  // The receipt that replaces one may be on another page.
  const all = await listSnapshots(db, [...new Set(receipts.map(({ donation_id }) => donation_id))])
  const replacements = new Map(all.map(parseSnapshot).map(({ number, replaces }) => [replaces, number]))
  const rows = receipts.map((receipt): DonorReceipt => {
    const { number, receiptDay, amount, currency, replaces } = parseSnapshot(receipt.snapshot)
    return {
      _id: receipt.id,
      donationId: receipt.donation_id,
      ...{ number, token: receipt.token, receiptDay, amount, currency },
      state: receiptState(receipt),
      cancelledAt: receipt.cancelled_at,
      replaces: replaces ?? null,
      replacedBy: replacements.get(number) ?? null,
    }
  })
  return { rows, total, isCapped: false, page }
}

function parseSnapshot(snapshot: string): ReceiptSnapshot {
  return JSON.parse(snapshot)
}

/** So small that other requests wait at most a third of a second (docs/figures.md). */
const BATCH = 300

/**
 * Finds the donors of all donations that have none, such as after an update. Each batch is a
 * transaction, so an interrupted run goes on where it ended.
 */
export async function matchEarlierGifts({ db, history }: { db: Db; history: History }): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    after = await matchBatch({ db, history }, after)
    await setImmediate()
  }
}

/** Returns the last row number of the batch; undefined if there is none. */
async function matchBatch({ db, history }: { db: Db; history: History }, after: number): Promise<number | undefined> {
  return db.transaction().execute(async (transaction) => {
    const gifts = await lockUnmatched(transaction, { after, limit: BATCH })
    const { donorByGift, added } = await matchGifts(transaction, gifts)
    if (donorByGift.size > 0) {
      const details = { donors: added.length, gifts: donorByGift.size }
      const entry = { action: 'donor.matched', recordKind: 'donor', recordId: '', details } as const
      await history.server.record(transaction, entry)
    }
    return gifts.at(-1)?.n
  })
}

/**
 * Updates the keys of a donor's phones and e-mails, and returns the columns that searches read. A donor
 * with one of the new keys is a likely duplicate.
 */
export async function renewDonorKeys({ id }: { id: string }, transaction: Db) {
  const donor = await store.getDonor(transaction, id)
  const isChanged = await store.renewContacts(transaction, donor)
  if (isChanged && donor.mergedInto === null) await addLikelyDuplicates(transaction, donor)
  return donorSearchColumns(donor)
}
