import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './donation-schemas.ts'

export const listSuccessfulDonations = endpoint<typeof schemas.listSuccessfulDonations>('GET', '/donate/successful')
export const listDonations = endpoint<typeof schemas.listDonations>('GET', '/donate')
export const deleteDonation = endpoint<typeof schemas.deleteDonation>('DELETE', '/donate/:id')
export const fetchReceipt = endpoint<typeof schemas.fetchReceipt>('POST', '/donate/receipt/:token')

// Not in the specification; offered by backends of level 1.
export const summarizeDonations = endpoint<typeof schemas.summarizeDonations>('GET', '/donate/summary')
export const summarizeMatches = endpoint<typeof schemas.summarizeMatches>('GET', '/donate/summary/matches')
export const getDonation = endpoint<typeof schemas.getDonation>('GET', '/donate/:id')
export const renewDonationReceipt = endpoint<typeof schemas.renewDonationReceipt>('POST', '/donate/:id/receipt')
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

/** Donors and donations per page (specification, section 9). */
export const DONATIONS_PER_PAGE = 10

/** The currency of a donation without one (specification, section 3). */
export const DEFAULT_CURRENCY = 'INR'

/** In characters. */
export const SEARCH_MAX_LENGTH = 200
