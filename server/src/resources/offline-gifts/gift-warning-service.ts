import { daysOfFinancialYear, financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import type { GiftField, GiftFields } from '@sevadesk/contract/gifts/gift-fields.ts'
import {
  GIFT_WARNINGS,
  type GiftMode,
  type GiftWarning,
  WITHOUT_RECEIPT,
} from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Db } from '../../db/schema.ts'
import { HttpError } from '../../errors.ts'
import { joinSentences, type LocalisedText } from '../../text/localised-text.ts'
import { ruleOn } from '../../trust/trust-rules.ts'
import type { Trust } from '../../trust/trust-settings.ts'
import { sumAnonymous } from '../donations/anonymous-sum-store.ts'
import { amountInFigures } from '../receipts/content/amount-text.ts'
import { validNumber } from '../receipts/receipt-number.ts'
import { anonymousLimit, cashLimit, doubleGift, ofMode, otherYear, STALE_CHEQUE } from './gift-sentences.ts'
import { leafKey } from './leaf-key.ts'
import { type GiftOfDay, listGiftsOfDay } from './offline-gift-store.ts'

interface GiftToWarnOf {
  id: string
  mode: GiftMode
  fields: GiftFields
  /** Absent for a new gift. A change is warned of only if it concerns the warning. */
  before?: GiftFields | undefined
  trust: Trust
  today: string
  confirmed: readonly GiftWarning[]
}

/** Throws 409 with all warnings, unless each is confirmed. */
export async function assertConfirmed(transaction: Db, gift: GiftToWarnOf): Promise<void> {
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

async function othersOf(transaction: Db, { id, fields }: GiftToWarnOf): Promise<GiftOfDay[]> {
  const { donorId, receivedOn: day } = fields
  return donorId === null ? [] : listGiftsOfDay(transaction, { donorId, day, exceptId: id })
}

function doubleOf({ fields, mode }: GiftToWarnOf, others: readonly GiftOfDay[]): LocalisedText | undefined {
  const double = others.find(
    ({ amount, item }) => amount === fields.amount && (mode !== 'in_kind' || item === fields.item),
  )
  return double && doubleGift(fields.item || inFigures(fields.amount), fields.receivedOn, validNumber(double))
}

/** Warns if the cash that a person gave on one day reaches the limit. An anonymous gift counts alone. */
function cashLimitOf({ fields, trust }: GiftToWarnOf, others: readonly GiftOfDay[]): LocalisedText | undefined {
  const { cashDayLimit } = ruleOn(trust, fields.receivedOn)
  const sum = others
    .filter(({ payment_method }) => payment_method?.toLowerCase() === 'cash')
    .reduce((total, { amount }) => total + amount, fields.amount)
  return cashDayLimit !== null && sum >= cashDayLimit
    ? cashLimit(inFigures(sum), inFigures(cashDayLimit), fields.receivedOn)
    : undefined
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
