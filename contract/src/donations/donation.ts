import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './donation-schemas.ts'

export const listSuccessfulDonations = endpoint<typeof schemas.listSuccessfulDonations>('GET', '/donate/successful')
export const listDonations = endpoint<typeof schemas.listDonations>('GET', '/donate')
export const deleteDonation = endpoint<typeof schemas.deleteDonation>('DELETE', '/donate/:id')
export const fetchReceipt = endpoint<typeof schemas.fetchReceipt>('POST', '/donate/receipt/:token')

// Not in the specification; offered by servers with the capabilities below.
export const summarizeDonations = endpoint<typeof schemas.summarizeDonations>('GET', '/donate/summary')
export const summarizeMatches = endpoint<typeof schemas.summarizeMatches>('GET', '/donate/summary/matches')
export const getDonation = endpoint<typeof schemas.getDonation>('GET', '/donate/:id')
export const showDonationNumbers = endpoint<typeof schemas.showDonationNumbers>('POST', '/donate/:id/numbers')
export const exportDonations = endpoint<typeof schemas.exportDonations>('GET', '/donate/export')

/**
 * Names in the place of an id: `GET /donate/NAME` is a call of its own, also with further segments.
 * Each new call of this form adds its name.
 */
const NAMED_CALLS = ['successful', 'summary', 'export', 'held', 'choices', 'fields', 'groups', 'accountant']

/** Whether `getDonation` may ask for this text. Some routers ignore case, so this does too. */
export function isDonationId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text) && !NAMED_CALLS.includes(text.toLowerCase())
}

/** The server searches, filters, sorts, pages, totals and exports donations. */
export const DONATIONS_PAGED = 'donations.paged'
/** The server filters by every status, and summarizes the matches of a filter. */
export const DONATIONS_STATUSES = 'donations.statuses'
/** With `donations.paged`: the server filters by any days, sorts by column, and returns single donations. */
export const DONATIONS_RANGES = 'donations.ranges'
/** The server filters and groups by purpose, institution, mode and collector, and exports for the accountant. */
export const DONATIONS_GROUPS = 'donations.groups'

/** Donors and donations per page (specification, section 9). */
export const DONATIONS_PER_PAGE = 10

/** The currency of a donation without one (specification, section 3). */
export const DEFAULT_CURRENCY = 'INR'

/** In characters. */
export const SEARCH_MAX_LENGTH = 200
