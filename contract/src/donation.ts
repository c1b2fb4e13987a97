import type * as schemas from './donation-schemas.ts'
import { endpoint } from './endpoint.ts'

export const listSuccessfulDonations = endpoint<typeof schemas.listSuccessfulDonations>('GET', '/donate/successful')
export const listDonations = endpoint<typeof schemas.listDonations>('GET', '/donate')
export const deleteDonation = endpoint<typeof schemas.deleteDonation>('DELETE', '/donate/:id')
export const fetchReceipt = endpoint<typeof schemas.fetchReceipt>('POST', '/donate/receipt/:token')

// Beyond the specification, where the server says so among its capabilities.
export const summarizeDonations = endpoint<typeof schemas.summarizeDonations>('GET', '/donate/summary')
export const exportDonations = endpoint<typeof schemas.exportDonations>('GET', '/donate/export')
export const listDeletedDonations = endpoint<typeof schemas.listDeletedDonations>('GET', '/donate/deleted')
export const restoreDonation = endpoint<typeof schemas.restoreDonation>('POST', '/donate/:id/restore')

/** The server searches, filters, sorts, pages, sums and exports by the optional parameters of `GET /donate` and the calls beside it. */
export const DONATIONS_PAGED = 'donations.paged'
/** The server lists deleted donations and restores them. */
export const DONATIONS_RESTORE = 'donations.restore'

/** Donors and donations per page (specification, section 9). */
export const DONATIONS_PER_PAGE = 10

/** The currency of a donation that names none (specification, section 3). */
export const DEFAULT_CURRENCY = 'INR'

/** A search of more characters finds nothing that a shorter one would not. */
export const SEARCH_MAX_LENGTH = 200
