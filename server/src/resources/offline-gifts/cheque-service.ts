import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { type ChequeStep, CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest } from '../../errors.ts'
import { toLine } from '../../text/visitor-text.ts'
import { lastEntryDay } from '../cash-book/cash-book-store.ts'
import { cancelReceipt, listReceipts } from '../receipts/receipt-service.ts'
import { correctBook } from './book-correction-service.ts'
import { changeGift, type GiftAddress } from './gift-change-service.ts'
import { donorHistory, noonOf } from './gift-columns.ts'
import { dayFault } from './gift-form.ts'
import { issueDueReceipt } from './gift-receipt-service.ts'
import * as sentences from './gift-sentences.ts'
import { addToBook, type GiftDependencies, getGift } from './offline-gift-service.ts'
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
