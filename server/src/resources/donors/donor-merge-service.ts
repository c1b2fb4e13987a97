import { fieldsTakenWith, type MergeField } from '@sevadesk/contract/donors/donor-fields.ts'
import { emailKey, nameKey } from '@sevadesk/contract/donors/donor-identity.ts'
import { phoneKey } from '@sevadesk/contract/donors/phone.ts'
import { liftStatementTimeout } from '../../db/engine.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { panSentence } from '../../text/identity-sentences.ts'
import { carryOver, insertDuplicates, pairDuplicate } from './donor-duplicate-store.ts'
import { moveGifts } from './donor-gift-store.ts'
import * as merges from './donor-merge-store.ts'
import { laterMerge, mergedMeanwhile, noSuchMerge, panTaken, sameDonor } from './donor-sentences.ts'
import { type DonorDependencies, findUnmerged } from './donor-service.ts'
import * as store from './donor-store.ts'
import { type DonorFields, fieldsOf, historyFields, type StoredDonor } from './stored-donor.ts'

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
    otherNames: unique(others, nameKey),
    phones: unique([...survivor.phones, ...merged.phones], phoneKey),
    emails: unique([...survivor.emails, ...merged.emails], emailKey),
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

function unique(texts: readonly string[], keyOf: (text: string) => string): string[] {
  const keys = texts.map((text) => keyOf(text) || text)
  return texts.filter((_text, at) => keys.indexOf(keys[at] ?? '') === at)
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
