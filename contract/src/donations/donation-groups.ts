import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './donation-group-schemas.ts'

// Not in the specification; offered by backends of level 1.
export const groupDonations = endpoint<typeof schemas.groupDonations>('GET', '/donate/groups')
export const listFieldChoices = endpoint<typeof schemas.listFieldChoices>('GET', '/donate/fields')
export const exportForAccountant = endpoint<typeof schemas.exportForAccountant>('GET', '/donate/accountant')

/** By what donations are grouped, in the order of the screen. */
export const GROUPINGS = ['month', 'purpose', 'institution', 'mode', 'collector'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The fields that filter donations, besides search, status and period. */
export const FILTER_FIELDS = ['purpose', 'institution', 'mode', 'collector'] as const
export type FilterField = (typeof FILTER_FIELDS)[number]

/** The value of a filter that matches donations without the field. */
export const NO_VALUE = 'none'

/** The formats of the export for the accountant. */
export const ACCOUNTANT_FORMATS = ['csv', 'xlsx'] as const
export type AccountantFormat = (typeof ACCOUNTANT_FORMATS)[number]
