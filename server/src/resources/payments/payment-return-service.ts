import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { Db } from '../../db/db.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { isRefund, type Payment, type PaymentReturn, type PaymentStatus } from './payment-status.ts'
import * as store from './payment-store.ts'

/** A reported payment, and the donation of its order. */
export interface PaymentApplication {
  donation: store.DonationRow
  payment: Payment
  status: PaymentStatus
  /** The refunds and disputes of the payment, without and with the reported one. */
  returnsBefore: readonly PaymentReturn[]
  returns: readonly PaymentReturn[]
}

/** Of reports of one second, the last of these is the latest. */
const RETURN_ORDER: readonly PaymentReturn['status'][] = [
  ...(['excess', 'open', 'closed', 'won', 'lost', 'processed', 'failed'] as const),
]
/** Outcomes of a dispute. Only another outcome replaces one, or `open` a won one. */
const OUTCOMES: readonly PaymentReturn['status'][] = ['won', 'lost']

/** Stores the reported refunds and dispute where no later state is stored. Returns all of the payment. */
export async function storeReturns(
  transaction: Db,
  { amount, reportedReturn, refunds }: Payment,
  before: readonly PaymentReturn[],
): Promise<readonly PaymentReturn[]> {
  const all = new Map(before.map((each) => [each.id, each]))
  const storeLater = async (reported: PaymentReturn, isCertain = false) => {
    const known = all.get(reported.id)
    if (known && !isCertain && !isLater(reported, known)) return
    await store.upsertReturn(transaction, reported)
    all.set(reported.id, reported)
  }
  if (reportedReturn) await storeLater(refunds ? reportedReturn : excessIfTooMuch(reportedReturn, amount, before))
  for (const fetched of refunds?.returns ?? []) {
    const status = all.get(fetched.id)?.status
    // The event says when it came to this state. The clock of Razorpay may be ahead.
    if (status !== fetched.status) await storeLater(fetched, status === 'excess')
  }
  return [...all.values()]
}

/** Refunds cannot be larger together than their payment of `amount` paise. */
function excessIfTooMuch(reported: PaymentReturn, amount: number, before: readonly PaymentReturn[]): PaymentReturn {
  const others = before.filter(({ id }) => id !== reported.id)
  const isTooMuch = reported.status === 'processed' && sumOf(others, 'processed') + reported.amount > amount
  return isTooMuch ? { ...reported, status: 'excess' } : reported
}

function isLater(reported: PaymentReturn, known: PaymentReturn): boolean {
  const isOutcome = OUTCOMES.includes(reported.status)
  const statuses = [reported.status, known.status]
  const mayBeReopened = statuses.includes('open') && statuses.includes('won')
  return mayBeReopened || isOutcome === OUTCOMES.includes(known.status) ? orderOf(reported) > orderOf(known) : isOutcome
}

function orderOf({ reported_at, status }: PaymentReturn): string {
  return `${reported_at} ${RETURN_ORDER.indexOf(status)}`
}

/**
 * Brings a paid donation in line with the refunds and disputes of its payment. Returns the entries for
 * the history.
 */
export async function applyReturns(transaction: Db, application: PaymentApplication): Promise<HistoryEntry[]> {
  const { donation, payment, returns } = application
  const refunded = refundedOf(application)
  const lost = Math.min(payment.amount - refunded, sumOf(returns, 'lost'))
  const lostAt = returns.filter((each) => each.status === 'lost').map(({ reported_at }) => reported_at)
  const columns = {
    status: refunded === payment.amount ? 'refunded' : 'captured',
    refunded_amount: refunded || null,
    lost_amount: lost || null,
    lost_at: lost > 0 ? (lostAt.sort().at(-1) ?? null) : null,
  }
  if (Object.entries(columns).some(([name, value]) => donation[name as keyof typeof columns] !== value)) {
    await store.updateReturnColumns(transaction, donation.id, columns)
  }
  return entriesOf(application, refunded)
}

/**
 * Paise. Razorpay's total may or may not count failed refunds, so only what exceeds these shows a
 * refund. After a failure Razorpay was asked for all refunds; nothing else lowers the sum.
 */
function refundedOf({ donation, payment, status, returns }: PaymentApplication): number {
  const sum = sumRefunds(payment, returns)
  if (payment.refunds) return Math.min(payment.amount, sum)
  const total = isRefund(status) ? payment.amount : (payment.refundedAmount ?? 0)
  const reported = total - sumOf(returns, 'failed')
  return Math.min(payment.amount, Math.max(reported, donation.refunded_amount ?? 0, sum))
}

/** Paise: the sum of processed and pending refunds. */
export function sumRefunds({ refunds }: Payment, returns: readonly PaymentReturn[]): number {
  const pending = (refunds?.pending ?? []).filter(({ id }) => returns.every((each) => each.id !== id))
  return pending.reduce((sum, { amount }) => sum + amount, sumOf(returns, 'processed'))
}

const DISPUTE_ACTIONS: Partial<Record<PaymentReturn['status'], HistoryAction>> = {
  open: 'payment.dispute-open',
  closed: 'payment.dispute-won',
  won: 'payment.dispute-won',
  lost: 'payment.dispute-lost',
}

function entriesOf(
  { donation, payment, returns, returnsBefore }: PaymentApplication,
  refunded: number,
): HistoryEntry[] {
  const entry = (action: HistoryAction, amount: number): HistoryEntry => {
    const details = { paymentId: payment.id, currency: payment.currency, amount }
    return { action, recordKind: 'donation', recordId: donation.id, details }
  }
  const before = donation.refunded_amount ?? 0
  const entries: HistoryEntry[] = []
  if (refunded > before) {
    entries.push(entry(refunded === payment.amount ? 'donation.refunded' : 'donation.refunded-in-part', refunded))
  }
  if (refunded < before) entries.push(entry('donation.refund-failed', before - refunded))
  const latest = returns.find(({ id }) => id === payment.reportedReturn?.id)
  const action = latest && DISPUTE_ACTIONS[latest.status]
  const earlier = returnsBefore.find(({ id }) => id === latest?.id)
  const isKnown = earlier && DISPUTE_ACTIONS[earlier.status] === action
  if (action && !isKnown) entries.push(entry(action, latest.amount))
  return entries
}

function sumOf(returns: readonly PaymentReturn[], status: PaymentReturn['status']): number {
  return returns.reduce((sum, each) => (each.status === status ? sum + each.amount : sum), 0)
}
