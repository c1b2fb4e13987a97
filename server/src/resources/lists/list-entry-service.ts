import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Institution, Purpose } from '@sevadesk/contract/settings/list-entry-schemas.ts'
import { type Db, lockUntilCommit } from '../../db/db.ts'
import { isId } from '../../db/id.ts'
import { assertVersion, badRequest, HttpError, notFound } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { localised } from '../../text/localised-text.ts'
import type { Recorder } from '../history/history-service.ts'
import { assertNamesFree, type EntryNames, parseNames } from './list-entry-names.ts'
import * as store from './list-entry-store.ts'

export interface ListDependencies {
  db: Db
  recorder: Recorder
}
type CreationDependencies = ListDependencies & { recordIdempotencyKey: RecordIdempotencyKey }

interface SentPurpose extends EntryNames {
  institutionId?: string | null
  donationType?: DonationType
}
type Change<Sent> = Partial<Sent & { isRetired: boolean }>
/** Which entry to change, and the version that the change began from; undefined for any. */
interface Target {
  id: string
  expectedVersion: string | undefined
}

/** The lists in their order. `withUse` adds how many donations name each entry. */
export async function readLists(
  db: Db,
  { withUse }: { withUse: boolean },
): Promise<{ purposes: Purpose[]; institutions: Institution[] }> {
  const [purposes, institutions] = [await store.listPurposes(db), await store.listInstitutions(db)]
  if (!withUse) return { purposes, institutions }
  const ofPurpose = await store.countDonations(db, 'purpose_id')
  const ofInstitution = await store.countDonations(db, 'institution_id')
  return {
    purposes: purposes.map((entry) => ({ ...entry, donations: ofPurpose.get(entry._id) ?? 0 })),
    institutions: institutions.map((entry) => ({ ...entry, donations: ofInstitution.get(entry._id) ?? 0 })),
  }
}

/** What a donation form offers. */
export async function listChoices(db: Db) {
  const { purposes, institutions } = await readLists(db, { withUse: false })
  const inUse = (entries: readonly (Purpose | Institution)[]) =>
    entries.filter(({ isRetired }) => !isRetired).map(({ _id, nameEn, nameHi }) => ({ _id, nameEn, nameHi }))
  return { purposes: inUse(purposes), institutions: inUse(institutions) }
}

/** Throws badRequest() for an invalid field, and 409 if a name is taken. */
export async function addPurpose(
  { db, recorder, recordIdempotencyKey }: CreationDependencies,
  sent: SentPurpose,
): Promise<Purpose> {
  const fields = { ...parseNames(sent), isRetired: false, ...purposeFields(sent) }
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'lists')
    assertNamesFree(fields, await store.listPurposes(transaction))
    await assertInstitution(transaction, fields.institutionId)
    const after = await store.insertPurpose(transaction, fields)
    const response = { ...after, donations: 0 }
    await recordIdempotencyKey(transaction, response)
    await recordPurpose({ recorder, transaction }, 'purpose.added', { after })
    return response
  })
}

/** Throws badRequest() for an invalid field, and 409 if a name is taken. */
export async function addInstitution(
  { db, recorder, recordIdempotencyKey }: CreationDependencies,
  sent: EntryNames,
): Promise<Institution> {
  const fields = { ...parseNames(sent), isRetired: false }
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'lists')
    assertNamesFree(fields, await store.listInstitutions(transaction))
    const after = await store.insertInstitution(transaction, fields)
    const response = { ...after, donations: 0 }
    await recordIdempotencyKey(transaction, response)
    await recordInstitution({ recorder, transaction }, 'institution.added', { after })
    return response
  })
}

/**
 * Keeps omitted fields, and an institution that was retired since. Throws notFound(), 412 if the
 * purpose has another version than expected, badRequest() for an invalid field, and 409 if a name
 * is taken.
 */
export async function updatePurpose(
  { db, recorder }: ListDependencies,
  { id, expectedVersion }: Target,
  sent: Change<SentPurpose>,
): Promise<Purpose> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'lists')
    const purposes = await store.listPurposes(transaction)
    const before = purposes.find(({ _id }) => _id === id)
    if (!before) throw noSuchEntry()
    assertVersion(expectedVersion, before)
    const { isRetired } = { ...before, ...sent }
    const fields = { ...parseNames({ ...before, ...sent }), isRetired, ...purposeFields({ ...before, ...sent }) }
    assertNamesFree(fields, without(purposes, id))
    if (fields.institutionId !== before.institutionId) await assertInstitution(transaction, fields.institutionId)
    if (isUnchanged(before, fields)) return before
    const after = await store.updatePurpose(transaction, id, fields)
    await recordPurpose({ recorder, transaction }, `purpose.${changeOf(before, after)}`, { before, after })
    return after
  })
}

/** As updatePurpose(). */
export async function updateInstitution(
  { db, recorder }: ListDependencies,
  { id, expectedVersion }: Target,
  sent: Change<EntryNames>,
): Promise<Institution> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'lists')
    const institutions = await store.listInstitutions(transaction)
    const before = institutions.find(({ _id }) => _id === id)
    if (!before) throw noSuchEntry()
    assertVersion(expectedVersion, before)
    const fields = { ...parseNames({ ...before, ...sent }), isRetired: sent.isRetired ?? before.isRetired }
    assertNamesFree(fields, without(institutions, id))
    if (isUnchanged(before, fields)) return before
    const after = await store.updateInstitution(transaction, id, fields)
    await recordInstitution({ recorder, transaction }, `institution.${changeOf(before, after)}`, { before, after })
    return after
  })
}

/** Throws 409 unless `ids` are exactly those of the list. */
export async function savePositions(
  { db, recorder }: ListDependencies,
  table: store.ListTable,
  ids: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'lists')
    const entries = await (table === 'purposes' ? store.listPurposes : store.listInstitutions)(transaction)
    const byId = new Map(entries.map((entry) => [entry._id, entry]))
    const isComplete = ids.length === entries.length && new Set(ids).size === ids.length
    if (!isComplete || !ids.every((id) => byId.has(id))) throw listChanged()
    if (ids.every((id, index) => entries[index]?._id === id)) return
    await store.updatePositions(transaction, table, ids)
    const kind = table === 'purposes' ? 'purpose' : 'institution'
    const order = ids.map((id) => byId.get(id)?.nameEn ?? '')
    await recorder.record(transaction, {
      action: `${kind}.ordered`,
      recordKind: kind,
      recordId: '',
      details: { order },
    })
  })
}

function purposeFields({ institutionId = null, donationType = 'general' }: Partial<SentPurpose>) {
  return { institutionId: institutionId || null, donationType }
}

/** Throws badRequest() unless the institution is in use. */
async function assertInstitution(transaction: Db, id: string | null): Promise<void> {
  if (id === null) return
  const institution = isId(id) ? await store.findInstitution(transaction, id) : undefined
  if (!institution) throw badRequest(NO_INSTITUTION, { institutionId: NO_INSTITUTION })
  if (institution.isRetired) throw badRequest(RETIRED_INSTITUTION, { institutionId: RETIRED_INSTITUTION })
}

interface Recording {
  recorder: Recorder
  transaction: Db
}
interface Sides<Entry> {
  before?: Entry
  after: Entry
}

async function recordPurpose(
  { recorder, transaction }: Recording,
  action: HistoryAction,
  { before, after }: Sides<store.StoredPurpose>,
): Promise<void> {
  const fieldsOf = async ({ institutionId, donationType, ...entry }: store.StoredPurpose) => {
    const institution = institutionId === null ? undefined : await store.findInstitution(transaction, institutionId)
    return { ...entryFields(entry), institution: institution?.nameEn ?? null, donationType }
  }
  await recorder.record(transaction, {
    action,
    recordKind: 'purpose',
    recordId: after._id,
    ...(before && { before: await fieldsOf(before) }),
    after: await fieldsOf(after),
  })
}

async function recordInstitution(
  { recorder, transaction }: Recording,
  action: HistoryAction,
  { before, after }: Sides<store.StoredInstitution>,
): Promise<void> {
  await recorder.record(transaction, {
    action,
    recordKind: 'institution',
    recordId: after._id,
    ...(before && { before: entryFields(before) }),
    after: entryFields(after),
  })
}

function entryFields({ nameEn, nameHi, isRetired }: store.EntryFields) {
  return { nameEn, nameHi, isRetired }
}

function changeOf(before: store.EntryFields, after: store.EntryFields): 'changed' | 'retired' | 'restored' {
  if (before.isRetired === after.isRetired) return 'changed'
  return after.isRetired ? 'retired' : 'restored'
}

/** Such as an entry that is retired twice: neither its version nor the history changes. */
function isUnchanged<Fields extends store.EntryFields>(before: Fields, fields: Fields): boolean {
  return Object.entries(fields).every(([name, value]) => Reflect.get(before, name) === value)
}

function without<Entry extends { _id: string }>(entries: readonly Entry[], id: string): Entry[] {
  return entries.filter(({ _id }) => _id !== id)
}

export function noSuchEntry(): HttpError {
  return notFound(localised('The list has no such entry.'))
}

function listChanged(): HttpError {
  return new HttpError(
    409,
    'conflict',
    localised('Someone else changed this list meanwhile. Look at it again, then move the entry.'),
  )
}

const RETIRED_INSTITUTION = localised('This institution is retired. Choose another, or bring it back first.')
const NO_INSTITUTION = localised('This institution no longer exists. Choose another.')
