import { MESSAGES_PER_PAGE } from '@sevadesk/contract/content/message.ts'
import { DONATIONS_PER_PAGE } from '@sevadesk/contract/donations/donation.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'

// Without the query client: a screen's first requests are sent before it has loaded.

/** Specification, section 9. */
export const LATEST_COUNT = 5

export interface DonationListing extends DonationFilter {
  /** On a plain backend, `latest` or `oldest`. */
  sort?: DonationSort
  /** From 1. */
  page: number
  /** Default: 10. */
  perPage?: number
}

/** The input of `listDonations` for one page. */
export function pageInput({ page, perPage = DONATIONS_PER_PAGE, ...filter }: DonationListing) {
  return { querystring: { ...withoutDefaults(filter), page: String(page), limit: String(perPage) } }
}

/** The input of `listSuccessfulDonations`. A paging backend sends only the latest and the total. */
export function latestInput(isPaged: boolean) {
  return { querystring: isPaged ? { limit: String(LATEST_COUNT) } : {} }
}

/** Leaves defaults out, so that equal filters share one cache entry. */
export function withoutDefaults(filter: Omit<DonationListing, 'page'>): Omit<DonationListing, 'page'> {
  const { search, searchIn, status, period, from, to, purpose, institution, mode, collector, dayOf, sort } = filter
  const hasDays = (period && period !== 'all') || (from && to)
  return {
    ...(search && { search }),
    ...(searchIn === 'donor' && { searchIn }),
    ...(status && status !== 'all' && { status }),
    ...(period && period !== 'all' && { period }),
    ...(from && to && { from, to }),
    ...(dayOf && hasDays && { dayOf }),
    ...(purpose && { purpose }),
    ...(institution && { institution }),
    ...(mode && { mode }),
    ...(collector && { collector }),
    ...(sort && sort !== 'latest' && { sort }),
  }
}

// Without the query client: a screen's first requests are sent before it has loaded.

/** The input of `listMessages` for one page; `page` counts from 1. */
export function messagePageInput(page: number) {
  return { querystring: { page: String(page), limit: String(MESSAGES_PER_PAGE) } }
}
