import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { type ChequeStep, CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { toLine } from '../../text/visitor-text.ts'
import { lastEntryDay } from '../cash-book/cash-book-store.ts'
import { findSlip } from '../deposit-slips/deposit-slip-store.ts'
import { cancelReceipt, findValidReceipt, hadReceiptBeforeClearing, listReceipts } from '../receipts/receipt-service.ts'
import { donorHistory, noonOf } from './gift-columns.ts'
import { correctBook } from './gift-correction-service.ts'
import { dayFault } from './gift-form.ts'
import * as sentences from './gift-sentences.ts'
import {
  addToBook,
  changeGift,
  type GiftAddress,
  type GiftDependencies,
  getGift,
  issueDueReceipt,
} from './offline-gift-service.ts'
import * as store from './offline-gift-store.ts'

interface ChequeMove {
  step: ChequeStep
  /** `YYYY-MM-DD` in the trust's zone. */
  on: string
  reason?: string
}

/**
 * Records what the bank did with a cheque or a draft: each step once unless it is taken back, and none
 * after it bounced. A cleared one may still bounce. Throws as `changeGift`, badRequest() for an invalid
 * day, and 409 for a step that is not possible.
 */
export async function moveCheque(
  dependencies: GiftDependencies,
  address: GiftAddress,
  { step, on, reason = '' }: ChequeMove,
): Promise<Gift> {
  const { timeZone } = dependencies.config
  return changeGift(dependencies, address, async (transaction, stored, today) => {
    assertPossible(stored.gift, step)
    assertDay(stored.gift, step, { on, today })
    const changes = changesOf(stored.gift, { step, on, reason: toLine(reason) }, timeZone)
    await store.updateGift(transaction, stored, changes, timeZone)
    const moved = await getGift(transaction, address.id)
    const receipts = await applyStep(transaction, dependencies, moved, { step, on, today })
    const after = await getGift(transaction, address.id)
    // A receipt that the clearing issued has the donor's details of today.
    if (step === 'cleared') await correctBook(transaction, dependencies, { before: stored, after, today })
    const { amount, donor_name } = after.donation
    const { mode } = after.gift
    const details = { amount, currency: DEFAULT_CURRENCY, mode, donorName: donor_name, on, ...receipts }
    return {
      action: `gift.${step}`,
      ...(step === 'cleared' &&
        receipts.receiptNumber !== null && { before: donorHistory(stored), after: donorHistory(after) }),
      details: { ...details, ...(changes.gift.bounce_reason && { bounceReason: changes.gift.bounce_reason }) },
    }
  })
}

/** Throws 409. */
function assertPossible({ mode, deposited_on, cleared_on, bounced_on }: store.OfflineGiftRow, step: ChequeStep): void {
  if (!CLEARED_MODES.includes(mode)) throw sentences.conflict(sentences.NO_CHEQUE)
  const refuse = (sentence: sentences.ChequeSentence) => sentences.conflict(sentences.ofMode(mode, sentence))
  if (bounced_on !== null) throw refuse(sentences.BOUNCED)
  if (step !== 'bounced' && cleared_on !== null) throw refuse(sentences.CLEARED)
  if (step === 'deposited' && deposited_on !== null) throw refuse(sentences.DEPOSITED)
}

function assertDay(
  { mode, received_on, instrument_date, deposited_on, cleared_on }: store.OfflineGiftRow,
  step: ChequeStep,
  { on, today }: { on: string; today: string },
): void {
  let early: sentences.ChequeSentence | undefined
  if (step === 'bounced' && cleared_on !== null && on < cleared_on) early = sentences.BEFORE_CLEARING
  if (deposited_on !== null && on < deposited_on) early = sentences.BEFORE_DEPOSIT
  if (instrument_date !== null && on < instrument_date) early = sentences.BEFORE_DATE
  if (on < received_on) early = sentences.BEFORE_RECEIPT
  const sentence = dayFault(on, today) ?? (early && sentences.ofMode(mode, early))
  if (sentence) throw badRequest(sentence, { on: sentence })
}

/** What a bank has cleared or returned was deposited. */
function changesOf(
  { deposited_on, is_deposit_implied }: store.OfflineGiftRow,
  { step, on, reason }: Required<ChequeMove>,
  timeZone: string,
) {
  const isImplied = deposited_on === null && step !== 'deposited'
  const deposit = { deposited_on: deposited_on ?? on, is_deposit_implied: isImplied ? 1 : is_deposit_implied }
  switch (step) {
    case 'deposited':
      return { gift: { ...deposit, bounce_reason: '' } }
    case 'cleared':
      return {
        donation: { status: 'captured', captured_at: noonOf(on, timeZone) },
        gift: { ...deposit, cleared_on: on, bounce_reason: '' },
      }
    case 'bounced':
      return {
        donation: { status: 'failed', captured_at: null },
        gift: { ...deposit, bounced_on: on, bounce_reason: reason },
      }
  }
}

/** Returns the number of the receipt that the step issued or cancelled, and that of the one it replaces. */
async function applyStep(
  transaction: Db,
  dependencies: GiftDependencies,
  moved: store.StoredGift,
  { step, on, today }: { step: ChequeStep; on: string; today: string },
): Promise<{ receiptNumber: string | null; replacedReceipt?: string }> {
  const { id, amount } = moved.donation
  if (step === 'deposited') return { receiptNumber: null }
  if (step === 'bounced') {
    // Never before the money entered the books: the day of receipt may have been closed then.
    const entered = (await lastEntryDay(transaction, id)) ?? on
    const day = on > entered ? on : entered
    await addToBook(transaction, dependencies.recorder, moved, { kind: 'bounce', day, today, amount: 0 - amount })
    return { receiptNumber: await cancelReceipt(transaction, id, 'bounced') }
  }
  const last = (await listReceipts(transaction, id)).at(-1)
  // A last receipt that is no longer valid is of a clearing that was taken back.
  if (last?.cancelledAt === null) return { receiptNumber: null }
  const options = { replaces: last?.number, copiesDonor: true }
  return {
    receiptNumber: await issueDueReceipt(transaction, dependencies, moved, options),
    ...(last && { replacedReceipt: last.number }),
  }
}

interface RecordedStep {
  step: ChequeStep
  on: string
}

/**
 * Takes back the step of a cheque or a draft that was recorded last. Throws as `changeGift`, and 409
 * if that is another step or cannot be taken back.
 */
export async function undoChequeStep(
  dependencies: GiftDependencies,
  address: GiftAddress,
  step: ChequeStep,
): Promise<Gift> {
  const { timeZone } = dependencies.config
  return changeGift(dependencies, address, async (transaction, stored, today) => {
    const last = lastStep(stored.gift)
    if (last.step !== step) throw refusal(stored.gift, sentences.OTHER_STEP)
    const slip = await slipOf(transaction, stored.gift)
    if (last.step === 'deposited' && slip === 'open') throw refusal(stored.gift, sentences.ON_SLIP)
    await store.updateGift(transaction, stored, undoneChanges(stored.gift, last, { slip, timeZone }), timeZone)
    const after = await getGift(transaction, address.id)
    const receiptNumber = await undoEffects(transaction, dependencies, after, { ...last, today })
    const { amount, donor_name } = after.donation
    const { mode } = after.gift
    return {
      action: `gift.${last.step}-undone`,
      details: { amount, currency: DEFAULT_CURRENCY, mode, donorName: donor_name, on: last.on, receiptNumber },
    }
  })
}

/** Throws 409. */
function lastStep(gift: store.OfflineGiftRow): RecordedStep {
  const { mode, deposited_on, cleared_on, bounced_on } = gift
  if (!CLEARED_MODES.includes(mode)) throw sentences.conflict(sentences.NO_CHEQUE)
  if (bounced_on !== null) return { step: 'bounced', on: bounced_on }
  if (cleared_on !== null) return { step: 'cleared', on: cleared_on }
  if (deposited_on !== null) return { step: 'deposited', on: deposited_on }
  throw refusal(gift, sentences.NO_STEP)
}

function refusal({ mode }: store.OfflineGiftRow, sentence: sentences.ChequeSentence) {
  return sentences.conflict(sentences.ofMode(mode, sentence))
}

type SlipState = 'none' | 'open' | 'cancelled'

async function slipOf(transaction: Db, { deposit_slip_id }: store.OfflineGiftRow): Promise<SlipState> {
  if (deposit_slip_id === null) return 'none'
  const slip = await findSlip(transaction, deposit_slip_id)
  return slip?.cancelledAt === null ? 'open' : 'cancelled'
}

/**
 * Also takes back a deposit that the step implied, and that of a slip which was cancelled after the
 * step. A deposit that was recorded stays.
 */
function undoneChanges(
  { is_deposit_implied, cleared_on }: store.OfflineGiftRow,
  { step }: RecordedStep,
  { slip, timeZone }: { slip: SlipState; timeZone: string },
) {
  const isDeposited = slip === 'open' || (slip === 'none' && is_deposit_implied === 0)
  const noDeposit = { deposited_on: null, is_deposit_implied: 0, deposit_slip_id: null }
  const deposit = step === 'deposited' || !isDeposited ? noDeposit : {}
  const pending = { status: 'pending', captured_at: null }
  if (step === 'deposited') return { gift: deposit }
  if (step === 'cleared') return { donation: pending, gift: { ...deposit, cleared_on: null } }
  const bounce = { bounced_on: null, bounce_reason: '' }
  if (cleared_on === null) return { donation: pending, gift: { ...deposit, ...bounce } }
  return { donation: { status: 'captured', captured_at: noonOf(cleared_on, timeZone) }, gift: bounce }
}

/**
 * Cancels a receipt that says nothing of the clearing to come. A cheque that had a receipt before it was
 * cleared gets such a one again. Asks the receipts: the settings may have changed since. Returns the
 * number of the receipt that was cancelled or issued, or null.
 */
async function undoClearingReceipt(
  transaction: Db,
  dependencies: GiftDependencies,
  after: store.StoredGift,
): Promise<string | null> {
  const { id } = after.donation
  const valid = await findValidReceipt(transaction, id)
  if (!valid || valid.isBeforeClearing) return null
  const number = await cancelReceipt(transaction, id, 'corrected')
  if (number === null || !(await hadReceiptBeforeClearing(transaction, id))) return number
  return issueDueReceipt(transaction, dependencies, after, { replaces: number })
}

/** Returns the number of the receipt that was cancelled or issued, or null. */
async function undoEffects(
  transaction: Db,
  dependencies: GiftDependencies,
  after: store.StoredGift,
  { step, today }: RecordedStep & { today: string },
): Promise<string | null> {
  const { id, amount } = after.donation
  if (step === 'deposited') return null
  if (step === 'cleared') return undoClearingReceipt(transaction, dependencies, after)
  const last = (await listReceipts(transaction, id)).at(-1)
  const receiptNumber =
    last?.reason === 'bounced'
      ? await issueDueReceipt(transaction, dependencies, after, { replaces: last.number })
      : null
  const entry = { kind: 'correction', day: today, today, amount } as const
  await addToBook(transaction, dependencies.recorder, await getGift(transaction, id), entry)
  return receiptNumber
}
