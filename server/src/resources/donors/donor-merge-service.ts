import { fieldsTakenWith, type MergeField } from '@sevadesk/contract/donors/donor-fields.ts'
import { nameKey } from '@sevadesk/contract/donors/donor-identity.ts'
import type { Donor, Duplicate } from '@sevadesk/contract/donors/donor-schemas.ts'
import { type Db, liftStatementTimeout } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { badRequest } from '../../errors.ts'
import { emailKey } from '../../text/email.ts'
import { panSentence } from '../../text/identity-sentences.ts'
import { phoneKey } from '../../text/phone.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { type DonorFields, fieldsOf, historyFields, type StoredDonor, uniqueBy } from './donor-form.ts'
import { listGiftsOf, moveGifts } from './donor-gift-store.ts'
import { donorOf, entryOfAdded } from './donor-matching-service.ts'
import * as merges from './donor-merge-store.ts'
import * as duplicates from './donor-merge-store.ts'
import { carryOver, insertDuplicates, pairDuplicate } from './donor-merge-store.ts'
import { keysOf } from './donor-pool.ts'
import { laterMerge, mergedMeanwhile, noSuchDuplicate, noSuchMerge, panTaken, sameDonor } from './donor-sentences.ts'
import { type DonorDependencies, findUnmerged } from './donor-service.ts'
import * as store from './donor-store.ts'

interface Merge {
  survivorId: string
  mergedId: string
  /** The fields whose values the merged record gives. */
  take: readonly MergeField[]
}

/**
 * Moves the gifts of a donor to another one and keeps the record, so that the merge can be undone.
 * Receipts stay as they are. Throws notFound(), badRequest() for a PAN that does not fit the kind,
 * and 409 if both ids are equal or one of the donors was merged already.
 */
export async function mergeDonors(
  { db, recorder }: DonorDependencies,
  { survivorId, mergedId, take }: Merge,
): Promise<StoredDonor> {
  if (survivorId === mergedId) throw sameDonor()
  return db.transaction().execute(async (transaction) => {
    // A donor may have a great part of all gifts.
    await liftStatementTimeout(transaction)
    await store.lockDonors(transaction)
    const survivor = await findUnmerged(transaction, survivorId)
    const merged = await findUnmerged(transaction, mergedId)
    const fields = mergedFields(survivor, merged, take)
    // First, since the survivor may take the PAN, which is unique among donors that are not merged.
    await store.updateMergedInto(transaction, mergedId, survivorId)
    const after = await store.updateDonor(transaction, survivorId, fields)
    const gifts = await moveGifts(transaction, { from: mergedId, to: survivorId })
    await insertDuplicates(transaction, [pairDuplicate(survivorId, mergedId, 'name')], 'dismissed')
    await carryOver(transaction, { survivorId, mergedId })
    const ids = { id: newId(), survivor_id: survivorId, merged_id: mergedId, merged_at: new Date().toISOString() }
    const content = { gifts, before: fieldsOf(survivor), after: fieldsOf(after) }
    await merges.insertMerge(transaction, { ...ids, content })
    await recordMerge(transaction, { recorder, action: 'donor.merged' }, { before: survivor, after, merged, gifts })
    return after
  })
}

/** Phones, e-mails and names of both are kept. */
function mergedFields(survivor: StoredDonor, merged: StoredDonor, take: readonly MergeField[]): DonorFields {
  const fields = fieldsOf(survivor)
  for (const name of take.flatMap(takenFields)) Object.assign(fields, { [name]: merged[name] })
  // Members have ids of their own in each record.
  if (take.includes('members')) fields.members = merged.members.map((member) => ({ ...member, id: '' }))
  if (take.includes('pan') || take.includes('kind')) assertFits(fields)
  const names = [survivor.name, merged.name, ...survivor.otherNames, ...merged.otherNames]
  const others = names.filter((name) => name !== '' && nameKey(name) !== nameKey(fields.name))
  return {
    ...fields,
    otherNames: uniqueBy(others, nameKey),
    phones: uniqueBy([...survivor.phones, ...merged.phones], phoneKey),
    emails: uniqueBy([...survivor.emails, ...merged.emails], emailKey),
  }
}

function takenFields(field: MergeField): (keyof DonorFields)[] {
  if (field === 'members') return [field]
  return field === 'consent' ? [...fieldsTakenWith(field), 'consentAt'] : fieldsTakenWith(field)
}

function assertFits({ pan, kind }: DonorFields): void {
  const problem = pan === null ? undefined : panSentence(pan, kind)
  if (problem) throw badRequest(problem)
}

/**
 * Gives the gifts back that moved, unless they moved on since. Fields of the survivor that changed
 * since the merge stay. Throws notFound(), and 409 if the survivor was merged, if another was merged
 * into it later, or if another donor has one of the PANs.
 */
export async function undoMerge({ db, recorder }: DonorDependencies, id: string): Promise<StoredDonor> {
  return db.transaction().execute(async (transaction) => {
    // A donor may have a great part of all gifts.
    await liftStatementTimeout(transaction)
    await store.lockDonors(transaction)
    const merge = await merges.findMerge(transaction, id, new Date())
    if (!merge) throw noSuchMerge()
    const { survivor_id: survivorId, merged_id: mergedId, content } = merge
    const survivor = await findUnmerged(transaction, survivorId)
    const merged = await store.getDonor(transaction, mergedId)
    if (merged.mergedInto !== survivorId) throw mergedMeanwhile(merged.name)
    const [newest] = await merges.listMerges(transaction, survivorId, new Date())
    if (newest && newest.id !== id) throw laterMerge(newest.name)
    const fields = fieldsBefore(survivor, content)
    await assertPanFree(transaction, fields.pan, survivorId)
    const after = await store.updateDonor(transaction, survivorId, fields)
    await assertPanFree(transaction, merged.pan, mergedId)
    await store.updateMergedInto(transaction, mergedId, null)
    const gifts = await moveGifts(transaction, { from: survivorId, to: mergedId, ids: content.gifts })
    await merges.deleteMerge(transaction, id)
    const change = { before: survivor, after, merged, gifts }
    await recordMerge(transaction, { recorder, action: 'donor.merge-undone' }, change)
    return after
  })
}

async function assertPanFree(transaction: Db, pan: string | null, donorId: string): Promise<void> {
  const owner = pan === null ? undefined : await store.findByPan(transaction, pan)
  if (owner && owner.id !== donorId) throw panTaken(owner.name)
}

/** The former value of each field that has not changed since the merge. */
function fieldsBefore(survivor: StoredDonor, { before, after }: merges.MergeContent): DonorFields {
  const fields = fieldsOf(survivor)
  const names = Object.keys(fields) as (keyof DonorFields)[]
  const unchanged = names.filter((name) => JSON.stringify(fields[name]) === JSON.stringify(after[name]))
  Object.assign(fields, Object.fromEntries(unchanged.map((name) => [name, before[name]])))
  // Another PAN was entered since: the former kind need not be that of its holder.
  if (fields.pan !== null && panSentence(fields.pan, fields.kind)) fields.kind = survivor.kind
  return fields
}

/** In the history of both records. */
async function recordMerge(
  transaction: Db,
  { recorder, action }: Pick<DonorDependencies, 'recorder'> & { action: 'donor.merged' | 'donor.merge-undone' },
  {
    before,
    after,
    merged,
    gifts,
  }: { before: StoredDonor; after: StoredDonor; merged: StoredDonor; gifts: readonly string[] },
): Promise<void> {
  const details = { donorName: after.name, mergedName: merged.name, mergedId: merged.id, gifts: gifts.length }
  const fields = { before: historyFields(before), after: historyFields(after) }
  await recorder.record(transaction, { action, recordKind: 'donor', recordId: after.id, ...fields, details })
  await recorder.record(transaction, { action, recordKind: 'donor', recordId: merged.id, details })
}

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
