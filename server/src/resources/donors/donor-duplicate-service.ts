import { nameKey } from '@sevadesk/contract/donors/donor-identity.ts'
import type { Donor, Duplicate } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { Db } from '../../db/schema.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import * as duplicates from './donor-duplicate-store.ts'
import { listGiftsOf, moveGifts } from './donor-gift-store.ts'
import { donorOf, entryOfAdded } from './donor-matching-service.ts'
import { keysOf } from './donor-pool.ts'
import { noSuchDuplicate } from './donor-sentences.ts'
import type { DonorDependencies } from './donor-service.ts'
import * as store from './donor-store.ts'
import { historyFields, type StoredDonor } from './stored-donor.ts'

export async function listDuplicates(
  db: Db,
  range: { offset: number; limit: number },
  view: (donor: StoredDonor) => Donor,
): Promise<Duplicate[]> {
  const rows = await duplicates.listOpenDuplicates(db, range)
  const ids = [...new Set(rows.flatMap(({ donor_id, other_id }) => [donor_id, other_id ?? donor_id]))]
  const byId = new Map((await store.findDonors(db, ids)).map((donor) => [donor.id, view(donor)]))
  return rows.flatMap((row) => {
    const donor = byId.get(row.donor_id)
    const other = row.other_id === null ? null : (byId.get(row.other_id) ?? null)
    const { id: _id, reason, other_name: otherName, created_at: createdAt } = row
    return donor ? [{ _id, reason, donor, other, otherName, createdAt }] : []
  })
}

/**
 * Not the same donor. Gifts with the other name get a record of their own. Later gifts with this name
 * belong there too, unless they have the PAN of the first record. Throws notFound().
 */
export async function dismissDuplicate(dependencies: DonorDependencies, id: string): Promise<void> {
  await decide(dependencies, id, async (transaction, row, donor) => {
    const split = row.other_name === null ? undefined : await splitDonor(transaction, donor, row.other_name)
    const otherName = row.other_name ?? (await nameOf(transaction, row.other_id))
    const details = { donorName: donor.name, otherName, ...(split && { gifts: split.gifts }) }
    const entry = { action: 'donor.duplicate-dismissed' as const, recordKind: 'donor', recordId: donor.id, details }
    return split ? [entryOfSplit(split, donor), entry] : [entry]
  })
}

/** The same donor: keeps the other name with the record. Throws notFound(), also for two records. */
export async function acceptOtherName(dependencies: DonorDependencies, id: string): Promise<void> {
  await decide(dependencies, id, async (transaction, row, donor) => {
    if (row.other_name === null) throw noSuchDuplicate()
    const after = await store.updateDonor(transaction, donor.id, withName(donor, row.other_name))
    const [before, fields] = [historyFields(donor), historyFields(after)]
    const details = { donorName: after.name }
    return [{ action: 'donor.changed', recordKind: 'donor', recordId: donor.id, before, after: fields, details }]
  })
}

/** A record without a name gets it. */
function withName(donor: StoredDonor, name: string): StoredDonor {
  if (donor.name === '') return { ...donor, name }
  const isKnown = [donor.name, ...donor.otherNames].some((each) => nameKey(each) === nameKey(name))
  return isKnown ? donor : { ...donor, otherNames: [...donor.otherNames, name] }
}

async function decide(
  { db, recorder }: DonorDependencies,
  id: string,
  apply: (transaction: Db, row: duplicates.DuplicateRow, donor: StoredDonor) => Promise<HistoryEntry[]>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await store.lockDonors(transaction)
    const row = await duplicates.findOpenDuplicate(transaction, id)
    if (!row) throw noSuchDuplicate()
    const entries = await apply(transaction, row, await store.getDonor(transaction, row.donor_id))
    await duplicates.updateDismissed(transaction, id)
    for (const entry of entries) await recorder.record(transaction, entry)
  })
}

interface Split {
  added: StoredDonor
  /** How many gifts moved. */
  gifts: number
}

/** Returns the new donor; undefined if no gift has the name any more. */
async function splitDonor(transaction: Db, donor: StoredDonor, name: string): Promise<Split | undefined> {
  const gifts = (await listGiftsOf(transaction, donor.id)).filter((gift) => keysOf(gift).name === nameKey(name))
  const [first] = gifts
  if (!first) return undefined
  const keys = keysOf(first)
  const isPanFree = keys.pan !== donor.pan && !(await store.findByPan(transaction, keys.pan))
  const split = donorOf(first, { ...keys, pan: isPanFree ? keys.pan : '' })
  await store.insertDonors(transaction, [split])
  const moved = await moveGifts(transaction, { from: donor.id, to: split.id, ids: gifts.map(({ id }) => id) })
  await duplicates.insertDuplicates(transaction, [duplicates.pairDuplicate(donor.id, split.id, 'name')], 'dismissed')
  return { added: split, gifts: moved.length }
}

/** Says which donor had the gifts. */
function entryOfSplit({ added, gifts }: Split, donor: StoredDonor): HistoryEntry {
  const entry = entryOfAdded(added)
  return { ...entry, details: { ...entry.details, gifts, giftsOf: donor.name, giftsOfId: donor.id } }
}

async function nameOf(transaction: Db, id: string | null): Promise<string> {
  return id === null ? '' : (await store.getDonor(transaction, id)).name
}
