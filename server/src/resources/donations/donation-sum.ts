import { isRupees } from '@sevadesk/contract/donation-figures.ts'
import { isSuccessful, matchesStatus, STATUS_FILTERS, type StatusFilter } from '@sevadesk/contract/donation-status.ts'

/** What a number of donations come to. */
export interface DonationSum {
  readonly count: number
  /** How many each choice of the status filter finds. */
  readonly counts: Readonly<Record<StatusFilter, number>>
  /** Paise of the successful ones. */
  readonly amount: number
  /** How many of the successful ones are in another currency than INR. */
  readonly inOtherCurrency: number
}

export const NOTHING: DonationSum = {
  count: 0,
  counts: { all: 0, authorized: 0, pending: 0, failed: 0 },
  amount: 0,
  inOtherCurrency: 0,
}

export function addSums(one: DonationSum, other: DonationSum): DonationSum {
  return combine(one, other, 1)
}

/** `one` without `other`, which is a part of it. */
export function subtractSums(one: DonationSum, other: DonationSum): DonationSum {
  return combine(one, other, -1)
}

function combine(one: DonationSum, other: DonationSum, sign: 1 | -1): DonationSum {
  return {
    count: one.count + sign * other.count,
    counts: {
      all: one.counts.all + sign * other.counts.all,
      authorized: one.counts.authorized + sign * other.counts.authorized,
      pending: one.counts.pending + sign * other.counts.pending,
      failed: one.counts.failed + sign * other.counts.failed,
    },
    amount: one.amount + sign * other.amount,
    inOtherCurrency: one.inOtherCurrency + sign * other.inOtherCurrency,
  }
}

/** Donations that are alike in status and currency. */
export interface LikeDonations {
  status: string | null
  currency: string | null
  count: number
  /** Paise. */
  amount: number
}

/** By the contract's rules, so that they stand in one place. */
export function sumOfLike(groups: readonly LikeDonations[]): DonationSum {
  let sum = NOTHING
  for (const { status, currency, count, amount } of groups) {
    const counts = { ...NOTHING.counts }
    for (const filter of STATUS_FILTERS) if (matchesStatus(status, filter)) counts[filter] = count
    const isIn = isSuccessful(status)
    sum = addSums(sum, {
      count,
      counts,
      amount: isIn ? amount : 0,
      inOtherCurrency: isIn && !isRupees(currency) ? count : 0,
    })
  }
  return sum
}
