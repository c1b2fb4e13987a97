import type * as schemas from './donation-schemas.ts'
import { endpoint } from './endpoint.ts'

export const listSuccessfulDonations = endpoint<typeof schemas.listSuccessfulDonations>('GET', '/donate/successful')

/** The statuses that read "Success" and count in sums (specification, sections 4 and 9), in lower case. */
export const SUCCESSFUL_STATUSES = ['authorized', 'captured'] as const

/** The currency of a donation that names none (specification, section 3). */
export const DEFAULT_CURRENCY = 'INR'
