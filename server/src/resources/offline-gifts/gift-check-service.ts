import { daysOfFinancialYear, financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import type { GiftField, GiftFields } from '@sevadesk/contract/gifts/gift-fields.ts'
import {
  GIFT_WARNINGS,
  type GiftMode,
  type GiftWarning,
  WITHOUT_RECEIPT,
} from '@sevadesk/contract/gifts/offline-gift.ts'
import type { GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/db.ts'
import { isId } from '../../db/id.ts'
import { badRequest, HttpError } from '../../errors.ts'
import { joinSentences, type LocalisedText } from '../../text/localised-text.ts'
import { unprintableLettersIn } from '../../text/receipt-fonts.ts'
import { mayTakeForeignGifts, ruleOn, type Trust } from '../../trust/trust-settings.ts'
import { sumAnonymous } from '../donations/donation-search-store.ts'
import type { StoredDonor } from '../donors/donor-form.ts'
import { findAlike, findDonor } from '../donors/donor-store.ts'
import { nameOfPurpose } from '../lists/list-entry-names.ts'
import { findInstitution, findPurpose, type StoredPurpose } from '../lists/list-entry-store.ts'
import { amountInFigures } from '../receipts/content/amount-text.ts'
import { validNumber } from '../receipts/receipt-number.ts'
import type { ReceiptDependencies } from '../receipts/receipt-service.ts'
import { EMPTY_GIFT, findGiftFaults, type GiftFaults, readGiftForm } from './gift-form.ts'
import { leafKey, referenceKey } from './gift-keys.ts'
import * as sentences from './gift-sentences.ts'
import { anonymousLimit, doubleGift, ofMode, otherYear, STALE_CHEQUE } from './gift-sentences.ts'
import { findOtherGift, type GiftOfDay, listGiftsOfDay } from './offline-gift-store.ts'

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
  if (changed('donorId')) setFault(faults, 'donorId', printFault(mode, donor))
  const mayBeForeign = () => mayTakeForeignGifts(config, trust, fields.receivedOn)
  if (donor?.citizenship === 'foreign' && (changed('donorId') || changed('receivedOn')) && !mayBeForeign()) {
    faults.donorId ??= sentences.FOREIGN_DONOR
  }
  assertNoFaults(faults, await leafFault(transaction, id, fields))
  if (donor && donor.mergedInto !== null && changed('donorId')) throw sentences.donorMerged(donor.name)
  const { confirmed = [] } = sent
  await assertConfirmed(transaction, { id, mode, fields, before, donor, trust, today, confirmed })
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

function printFault(mode: GiftMode, donor: StoredDonor | undefined): LocalisedText | undefined {
  const isPrintable = WITHOUT_RECEIPT.includes(mode) || unprintableLettersIn(donor?.name ?? '').length === 0
  return isPrintable ? undefined : sentences.UNPRINTABLE_DONOR
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
  const other = await findOtherGift(transaction, id, { key: 'leaf_key', value: leafKey(bookNumber, leafNumber) })
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

interface GiftToWarnOf {
  id: string
  mode: GiftMode
  fields: GiftFields
  /** Absent for a new gift. A change is warned of only if it concerns the warning. */
  before?: GiftFields | undefined
  /** Absent for an anonymous gift. */
  donor: StoredDonor | undefined
  trust: Trust
  today: string
  confirmed: readonly GiftWarning[]
}

/** Throws 409 with all warnings, unless each is confirmed. */
async function assertConfirmed(transaction: Db, gift: GiftToWarnOf): Promise<void> {
  const warnings = await findWarnings(transaction, gift)
  if (warnings.every(({ code }) => gift.confirmed.includes(code))) return
  const sentences = warnings.map(({ sentence }) => sentence)
  throw new HttpError(409, 'gift_warning', joinSentences(sentences), { warnings })
}

async function findWarnings(
  transaction: Db,
  gift: GiftToWarnOf,
): Promise<{ code: GiftWarning; sentence: LocalisedText }[]> {
  const { mode, fields, before, today } = gift
  const changed = (...names: GiftField[]) => !before || names.some((name) => fields[name] !== before[name])
  const isStale = fields.instrumentDate !== null && threeMonthsAfter(fields.instrumentDate) < fields.receivedOn
  const isOtherYear = financialYear(fields.receivedOn) < financialYear(today)
  const isMoney = changed('donorId', 'amount', 'receivedOn', 'item')
  const others = isMoney ? await othersOf(transaction, gift) : []
  const byCode: Record<GiftWarning, LocalisedText | undefined> = {
    double: isMoney ? doubleOf(gift, others) : undefined,
    reference: changed('reference', 'instrumentNumber', 'bank') ? await sameReferenceOf(transaction, gift) : undefined,
    'cash-limit': isMoney && mode === 'cash' ? cashLimitOf(gift, others) : undefined,
    'stale-cheque': isStale && changed('instrumentDate', 'receivedOn') ? ofMode(mode, STALE_CHEQUE) : undefined,
    'other-year': isOtherYear && changed('receivedOn') ? otherYear({ hasReceipt: mayHaveReceipt(gift) }) : undefined,
    'anonymous-limit': isMoney ? await anonymousLimitOf(transaction, gift) : undefined,
  }
  return GIFT_WARNINGS.flatMap((code) => {
    const sentence = byCode[code]
    return sentence ? { code, sentence } : []
  })
}

/** With those of donors who may be the same person by their phone. */
async function othersOf(transaction: Db, { id, fields, donor }: GiftToWarnOf): Promise<GiftOfDay[]> {
  if (!donor) return []
  const donorIds = [donor, ...(await findAlike(transaction, donor, 'phone'))].map((each) => each.id)
  return listGiftsOfDay(transaction, { donorIds, day: fields.receivedOn, exceptId: id })
}

function doubleOf({ fields, mode }: GiftToWarnOf, others: readonly GiftOfDay[]): LocalisedText | undefined {
  const double = others.find(
    ({ donor_id, amount, item }) =>
      donor_id === fields.donorId && amount === fields.amount && (mode !== 'in_kind' || item === fields.item),
  )
  return double && doubleGift(fields.item || inFigures(fields.amount), fields.receivedOn, validNumber(double))
}

async function sameReferenceOf(
  transaction: Db,
  { id, mode, fields }: GiftToWarnOf,
): Promise<LocalisedText | undefined> {
  const first = await findOtherGift(transaction, id, { key: 'reference_key', value: referenceKey(mode, fields) })
  return first && sentences.sameReference(inFigures(first.amount), first.received_on, first.donor_name ?? '')
}

/** Warns if the cash that a person gave on one day reaches the limit. An anonymous gift counts alone. */
function cashLimitOf({ fields, trust }: GiftToWarnOf, others: readonly GiftOfDay[]): LocalisedText | undefined {
  const { cashDayLimit } = ruleOn(trust, fields.receivedOn)
  const inCash = others.filter(({ payment_method }) => payment_method?.toLowerCase() === 'cash')
  const sumOf = (gifts: readonly GiftOfDay[]) => gifts.reduce((total, { amount }) => total + amount, fields.amount)
  const [own, all] = [sumOf(inCash.filter(({ donor_id }) => donor_id === fields.donorId)), sumOf(inCash)]
  if (cashDayLimit === null || all < cashDayLimit) return undefined
  const [sentence, sum] = own < cashDayLimit ? [sentences.cashLimitOfPhone, all] : [sentences.cashLimit, own]
  return sentence(inFigures(sum), inFigures(cashDayLimit), fields.receivedOn)
}

/** Warns if anonymous money of the financial year, with this gift, is above the limit. Gifts in kind do not count. */
async function anonymousLimitOf(
  transaction: Db,
  { id, mode, fields, trust }: GiftToWarnOf,
): Promise<LocalisedText | undefined> {
  const { anonymousLimit: fixed, anonymousShare: share } = ruleOn(trust, fields.receivedOn)
  if (fields.donorId !== null || mode === 'in_kind' || (fixed === null && share === null)) return undefined
  const year = financialYear(fields.receivedOn)
  const others = await sumAnonymous(transaction, daysOfFinancialYear(year), id)
  const sum = others.anonymous + fields.amount
  const limit = Math.max(fixed ?? 0, Math.floor(((others.all + fields.amount) * (share ?? 0)) / 100))
  return sum > limit ? anonymousLimit(inFigures(sum), inFigures(limit), year) : undefined
}

function mayHaveReceipt({ mode, fields, trust }: GiftToWarnOf): boolean {
  if (WITHOUT_RECEIPT.includes(mode)) return false
  return leafKey(fields.bookNumber, fields.leafNumber) === '' || ruleOn(trust, fields.receivedOn).receiptForLeaf
}

function inFigures(amount: number): LocalisedText {
  return (language) => amountInFigures(amount, DEFAULT_CURRENCY, language)
}

/** Returns 30 November for 31 August. */
function threeMonthsAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 3, 0)).getUTCDate()
  return new Date(Date.UTC(year, month + 2, Math.min(date, last))).toISOString().slice(0, 10)
}
