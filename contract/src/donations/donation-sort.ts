import { type DonorFields, donorSearchText } from './donation-search.ts'
import { statusRank } from './donation-status.ts'

/** `latest` is the default (specification, section 9). Only a server of level 1 knows more than `latest` and `oldest`. */
export const DONATION_SORTS = [
  'latest',
  'oldest',
  'amount-high',
  'amount-low',
  'donor-a-z',
  'donor-z-a',
  'success-first',
  'success-last',
] as const
export type DonationSort = (typeof DONATION_SORTS)[number]
export type DateSort = 'latest' | 'oldest'
/** A sort by another column than the date. */
export type ColumnSort = Exclude<DonationSort, DateSort>

const SORT_ORDERS = {
  latest: { column: 'date', direction: 'desc' },
  oldest: { column: 'date', direction: 'asc' },
  'amount-high': { column: 'amount', direction: 'desc' },
  'amount-low': { column: 'amount', direction: 'asc' },
  'donor-a-z': { column: 'donor', direction: 'asc' },
  'donor-z-a': { column: 'donor', direction: 'desc' },
  'success-first': { column: 'status', direction: 'desc' },
  'success-last': { column: 'status', direction: 'asc' },
} as const satisfies Record<DonationSort, { column: string; direction: 'asc' | 'desc' }>

export type SortColumn = (typeof SORT_ORDERS)[DonationSort]['column']

export function sortOrderOf<Sort extends DonationSort>(sort: Sort): (typeof SORT_ORDERS)[Sort] {
  return SORT_ORDERS[sort]
}

export function isDateSort(sort: DonationSort): sort is DateSort {
  return SORT_ORDERS[sort].column === 'date'
}

interface SortableFields extends DonorFields {
  /** Integer paise. */
  amount?: number | null | undefined
  localStatus?: string | null | undefined
}

/** Returns what a column sorts by before the date. The date itself has no key. */
export function sortKeyOf(donation: SortableFields, column: SortColumn): string | number {
  switch (column) {
    case 'date':
      return 0
    case 'amount':
      return donation.amount ?? 0
    case 'donor':
      return donorSortKey(donation)
    case 'status':
      return statusRank(donation.localStatus)
  }
}

/** Characters of a name that sort; PostgreSQL limits the size of an index entry. */
export const DONOR_SORT_LENGTH = 100
/** Sorts after every name, so it comes last from A to Z and first from Z to A. */
export const ANONYMOUS_SORT_KEY = '\u{10ffff}'

/** The normalised name, then e-mail and phone; donations without a name count as after all names. */
function donorSortKey(donor: DonorFields): string {
  if (!donor.donorName) return ANONYMOUS_SORT_KEY
  const text = donorSearchText(donor)
  return text.length <= DONOR_SORT_LENGTH ? text : [...text].slice(0, DONOR_SORT_LENGTH).join('')
}

/** Compares two numbers, or two texts by code point as both databases do. */
export function compareSortKeys(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  return Number(a) - Number(b)
}

function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return codePointOrder(one) - codePointOrder(other)
  }
  return a.length - b.length
}

/** Moves surrogates, the halves of characters from U+10000 on, above all other code units. */
function codePointOrder(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
