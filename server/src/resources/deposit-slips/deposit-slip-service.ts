import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { isDay } from '@sevadesk/contract/donations/period.ts'
import { DEPOSITED_MODES } from '@sevadesk/contract/gifts/deposit-slip.ts'
import type { DepositSlip, DepositSlipDetails, NewDepositSlip } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import type { Db } from '../../db/db.ts'
import { badRequest, HttpError } from '../../errors.ts'
import type { RecordIdempotencyKey } from '../../http/idempotency/run-idempotently.ts'
import { joinSentences, type LocalisedText, toLine } from '../../text/localised-text.ts'
import { lockBooks } from '../cash-book/cash-book-store.ts'
import type { Recorder } from '../history/history-service.ts'
import { amountInFigures } from '../receipts/content/amount-text.ts'
import * as sentences from './deposit-slip-sentences.ts'
import * as store from './deposit-slip-store.ts'

interface SlipDependencies {
  db: Db
  recorder: Recorder
}

/** Throws notFound(). */
export async function getSlip(db: Db, id: string): Promise<DepositSlipDetails> {
  const slip = await store.findSlip(db, id)
  if (!slip) throw sentences.noSuchSlip()
  return { ...slip, gifts: await store.listSlipGifts(db, id) }
}

/**
 * Marks the gifts as deposited on one slip. Throws badRequest() for an invalid field, and 409 if a gift
 * cannot be deposited or the sum of the gifts is not the amount that was sent. The error has the gifts
 * that can be deposited, as they are now.
 */
export async function addSlip(
  { db, recorder, recordIdempotencyKey }: SlipDependencies & { recordIdempotencyKey: RecordIdempotencyKey },
  sent: NewDepositSlip,
  today: string,
): Promise<DepositSlipDetails> {
  const { giftIds, depositedOn } = sent
  const fields = { depositedOn, slipNumber: toLine(sent.slipNumber ?? ''), bankAccount: toLine(sent.bankAccount) }
  assertValid(fields, giftIds, today)
  const { id: createdById = '', username: createdBy = '' } = recorder.actor ?? {}
  return db.transaction().execute(async (transaction) => {
    await lockBooks(transaction)
    const gifts = await store.findCandidates(transaction, giftIds)
    const amount = gifts.reduce((sum, gift) => sum + gift.amount, 0)
    const sentence = refusalOf(gifts, giftIds, depositedOn) ?? otherTotal({ sent: sent.amount, amount })
    if (sentence) {
      const current = { gifts: await store.findGiftsToDeposit(transaction, giftIds) }
      throw new HttpError(409, 'conflict', sentence, { fields: { giftIds: sentence }, current })
    }
    const by = { createdAt: new Date().toISOString(), createdBy, createdById }
    const id = await store.insertSlip(transaction, { ...fields, ...by, amount }, gifts)
    await store.markDeposited(transaction, { slipId: id, depositedOn, giftIds })
    const response = await getSlip(transaction, id)
    await recordIdempotencyKey(transaction, response)
    await recordSlip({ transaction, recorder }, 'deposit-slip.added', response, giftIds)
    return response
  })
}

/** Throws notFound(), and 409 if the slip was cancelled. */
export async function cancelSlip({ db, recorder }: SlipDependencies, id: string): Promise<DepositSlip> {
  return db.transaction().execute(async (transaction) => {
    await lockBooks(transaction)
    const slip = await store.findSlip(transaction, id)
    if (!slip) throw sentences.noSuchSlip()
    if (slip.cancelledAt !== null) throw new HttpError(409, 'conflict', sentences.CANCELLED)
    const cancelledAt = new Date().toISOString()
    const giftIds = await store.updateCancelled(transaction, id, cancelledAt)
    await recordSlip({ transaction, recorder }, 'deposit-slip.cancelled', slip, giftIds)
    return { ...slip, cancelledAt }
  })
}

type SlipFields = Pick<DepositSlip, 'depositedOn' | 'slipNumber' | 'bankAccount'>

function assertValid({ depositedOn, bankAccount }: SlipFields, giftIds: readonly string[], today: string): void {
  const errors: Record<string, LocalisedText> = {
    ...(new Set(giftIds).size < giftIds.length && { giftIds: sentences.TWICE }),
    ...(depositedOn > today && { depositedOn: sentences.FUTURE_DAY }),
    ...(!isDay(depositedOn) && { depositedOn: sentences.NO_DAY }),
    ...(isBlank(bankAccount) && { bankAccount: sentences.NO_ACCOUNT }),
  }
  const messages = Object.values(errors)
  if (messages.length === 0) return
  throw badRequest(joinSentences(messages), errors)
}

function otherTotal({ sent, amount }: { sent: number; amount: number }): LocalisedText | undefined {
  if (sent === amount) return undefined
  return sentences.otherTotal((language) => amountInFigures(amount, DEFAULT_CURRENCY, language))
}

/** Names the first gift that cannot be deposited, and says how many others cannot. */
function refusalOf(
  gifts: readonly store.Candidate[],
  giftIds: readonly string[],
  depositedOn: string,
): LocalisedText | undefined {
  const byId = new Map(gifts.map((gift) => [gift.id, gift]))
  const refusals = giftIds.flatMap((id) => {
    const gift = byId.get(id)
    const reason = reasonAgainst(gift, depositedOn)
    return reason ? [sentences.refusalOf(reason, gift)] : []
  })
  const [first] = refusals
  return first && sentences.withOthers(first, refusals.length - 1)
}

function reasonAgainst(gift: store.Candidate | undefined, depositedOn: string): sentences.GiftRefusal | undefined {
  if (!gift) return 'unknown'
  if (!DEPOSITED_MODES.some((mode) => mode === gift.mode)) return 'mode'
  if (gift.isDeleted) return 'deleted'
  if (gift.isBounced) return 'bounced'
  if (gift.isDeposited) return 'deposited'
  if (gift.receivedOn > depositedOn) return 'later'
  return (gift.instrumentDate ?? '') > depositedOn ? 'dated' : undefined
}

async function recordSlip(
  { transaction, recorder }: { transaction: Db; recorder: Recorder },
  action: 'deposit-slip.added' | 'deposit-slip.cancelled',
  { _id, depositedOn, slipNumber, bankAccount, count, amount }: DepositSlip,
  /** Gifts that are deposited, or open again. */
  giftIds: readonly string[],
): Promise<void> {
  await recorder.record(transaction, {
    action,
    recordKind: 'deposit-slip',
    recordId: _id,
    details: { amount, currency: DEFAULT_CURRENCY, gifts: count, giftIds, depositedOn, slipNumber, bankAccount },
  })
}
