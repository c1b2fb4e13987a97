import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { type ChequeStep, CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { Db } from '../../db/schema.ts'
import { findSlip } from '../deposit-slips/deposit-slip-store.ts'
import { cancelReceipt, findValidReceipt, hadReceiptBeforeClearing, listReceipts } from '../receipts/receipt-service.ts'
import { changeGift, type GiftAddress } from './gift-change-service.ts'
import { noonOf } from './gift-columns.ts'
import { issueDueReceipt } from './gift-receipt-service.ts'
import * as sentences from './gift-sentences.ts'
import { addToBook, type GiftDependencies, getGift } from './offline-gift-service.ts'
import * as store from './offline-gift-store.ts'

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
    await store.updateGift(transaction, stored, changesOf(stored.gift, last, { slip, timeZone }), timeZone)
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
function changesOf(
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
