import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { GiftField, GiftFields } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { joinSentences, type LocalisedText } from '../../text/localised-text.ts'
import { mayTakeForeignGifts } from '../../trust/trust-rules.ts'
import { findDonor } from '../donors/donor-store.ts'
import type { StoredDonor } from '../donors/stored-donor.ts'
import { nameOfPurpose } from '../lists/list-entry-names.ts'
import { findInstitution, findPurpose, type StoredPurpose } from '../lists/list-entry-store.ts'
import type { ReceiptDependencies } from '../receipts/receipt-service.ts'
import { EMPTY_GIFT, findGiftFaults, type GiftFaults, readGiftForm } from './gift-form.ts'
import * as sentences from './gift-sentences.ts'
import { assertConfirmed } from './gift-warning-service.ts'
import { leafKey } from './leaf-key.ts'
import { findGiftOfLeaf } from './offline-gift-store.ts'

/** A form as it was sent, for a new gift or a stored one. */
interface SentGift {
  id: string
  mode: GiftMode
  sent: GiftChange
  /** Absent for a new gift. */
  before?: GiftFields
  depositedOn?: string | null
}

export interface CheckedGift {
  fields: GiftFields
  /** Null for an anonymous gift; undefined if the donor stays. */
  donor: StoredDonor | null | undefined
  /** The name of another purpose in the trust's language; undefined if the purpose stays. */
  purposeText: string | null | undefined
  /** `YYYY-MM-DD` in the trust's zone. */
  today: string
}

/**
 * Returns what to store. Call it after locking donors and books. Throws badRequest() with a sentence
 * for each invalid field, and 409 for a used leaf, a donor that was merged, or warnings that the form
 * does not confirm.
 */
export async function checkGift(
  transaction: Db,
  { config, trust: source }: ReceiptDependencies,
  { id, mode, sent, before, depositedOn = null }: SentGift,
): Promise<CheckedGift> {
  const today = zonedDate(Date.now(), config.timeZone)
  const trust = await source.inForce(transaction)
  const purpose = await findByIdText(sent.purposeId, (purposeId) => findPurpose(transaction, purposeId))
  const fields = readGiftForm(mode, sent, before ?? defaultsOf(purpose))
  const changed = (name: GiftField) => fields[name] !== (before ?? EMPTY_GIFT)[name]
  const faults: GiftFaults = {
    ...depositFaults(fields, { depositedOn, changed }),
    ...findGiftFaults(mode, fields, sent, today),
  }
  if (changed('purposeId')) setFault(faults, 'purposeId', purposeFault(fields, purpose))
  if (fields.institutionId !== null && changed('institutionId')) {
    setFault(faults, 'institutionId', await institutionFault(transaction, fields.institutionId))
  }
  const donor = await findByIdText(fields.donorId, (donorId) => findDonor(transaction, donorId))
  if (fields.donorId !== null && !donor) faults.donorId ??= sentences.NO_DONOR
  const mayBeForeign = () => mayTakeForeignGifts(config, trust, fields.receivedOn)
  if (donor?.citizenship === 'foreign' && (changed('donorId') || changed('receivedOn')) && !mayBeForeign()) {
    faults.donorId ??= sentences.FOREIGN_DONOR
  }
  assertNoFaults(faults, await leafFault(transaction, id, fields))
  if (donor && donor.mergedInto !== null && changed('donorId')) throw sentences.donorMerged(donor.name)
  await assertConfirmed(transaction, { id, mode, fields, before, trust, today, confirmed: sent.confirmed ?? [] })
  return {
    fields,
    donor: before && !changed('donorId') ? undefined : (donor ?? null),
    purposeText: before && !changed('purposeId') ? undefined : ((purpose && nameOfPurpose(purpose, trust)) ?? null),
    today,
  }
}

/** What a new gift takes from its purpose unless the form says otherwise. */
function defaultsOf(purpose: StoredPurpose | undefined): GiftFields {
  if (!purpose) return EMPTY_GIFT
  return { ...EMPTY_GIFT, donationType: purpose.donationType, institutionId: purpose.institutionId }
}

async function findByIdText<Entry>(
  id: string | null | undefined,
  find: (id: string) => Promise<Entry | undefined>,
): Promise<Entry | undefined> {
  return id && isId(id) ? find(id) : undefined
}

/** Only of a changed day: a stored one must not prevent another correction. */
function depositFaults(
  fields: GiftFields,
  { depositedOn, changed }: { depositedOn: string | null; changed: (name: GiftField) => boolean },
): GiftFaults {
  const days = (['receivedOn', 'instrumentDate'] as const).filter(changed)
  const late = days.filter((name) => depositedOn !== null && (fields[name] ?? '') > depositedOn)
  return Object.fromEntries(late.map((name) => [name, sentences.AFTER_DEPOSIT]))
}

function setFault(faults: GiftFaults, field: GiftField, fault: LocalisedText | undefined): void {
  if (fault) faults[field] ??= fault
}

function purposeFault({ purposeId }: GiftFields, purpose: StoredPurpose | undefined): LocalisedText | undefined {
  if (purposeId === null) return undefined
  if (!purpose) return sentences.NO_PURPOSE
  return purpose.isRetired ? sentences.RETIRED_PURPOSE : undefined
}

async function institutionFault(transaction: Db, id: string): Promise<LocalisedText | undefined> {
  const institution = await findByIdText(id, (each) => findInstitution(transaction, each))
  if (!institution) return sentences.NO_INSTITUTION
  return institution.isRetired ? sentences.RETIRED_INSTITUTION : undefined
}

async function leafFault(
  transaction: Db,
  id: string,
  { bookNumber, leafNumber }: GiftFields,
): Promise<LocalisedText | undefined> {
  const key = leafKey(bookNumber, leafNumber)
  const other = key === '' ? undefined : await findGiftOfLeaf(transaction, { id, leafKey: key })
  return other && sentences.leafUsed(other.received_on, other.donor_name ?? '')
}

function assertNoFaults(ofForm: GiftFaults, usedLeaf: LocalisedText | undefined): void {
  const faults = { ...ofForm, ...(usedLeaf && { leafNumber: usedLeaf }) }
  const messages = Object.values(faults)
  if (messages.length === 0) return
  // A repeated call may find its own gift: `runIdempotently` looks for the first call after a conflict.
  if (usedLeaf && messages.length === 1) throw sentences.conflict(usedLeaf, 'leafNumber')
  throw badRequest(joinSentences(messages), faults)
}
