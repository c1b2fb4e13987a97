import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './donor-schemas.ts'

// Not in the specification; offered by backends of level 1.
export const listDonors = endpoint<typeof schemas.listDonors>('GET', '/donors')
export const getDonor = endpoint<typeof schemas.getDonor>('GET', '/donors/:id')
export const listDonorGifts = endpoint<typeof schemas.listDonorGifts>('GET', '/donors/:id/gifts')
export const listDonorReceipts = endpoint<typeof schemas.listDonorReceipts>('GET', '/donors/:id/receipts')
export const addDonor = endpoint<typeof schemas.addDonor>('POST', '/donors')
export const updateDonor = endpoint<typeof schemas.updateDonor>('PUT', '/donors/:id')
export const showDonorNumbers = endpoint<typeof schemas.showDonorNumbers>('POST', '/donors/:id/numbers')
export const mergeDonors = endpoint<typeof schemas.mergeDonors>('POST', '/donors/:id/merge')
export const undoDonorMerge = endpoint<typeof schemas.undoDonorMerge>('POST', '/donors/merges/:id/undo')
export const listDuplicates = endpoint<typeof schemas.listDuplicates>('GET', '/donors/duplicates')
export const dismissDuplicate = endpoint<typeof schemas.dismissDuplicate>('POST', '/donors/duplicates/:id/dismiss')
export const acceptOtherName = endpoint<typeof schemas.acceptOtherName>('POST', '/donors/duplicates/:id/same')

/**
 * Names in the place of an id: `/donors/NAME` is a call of its own, also with further segments. Each
 * new call of this form adds its name.
 */
const NAMED_CALLS = ['certificates', 'duplicates', 'merges']

/** Whether `getDonor` may ask for this text. Some routers ignore case, so this does too. */
export function isDonorId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text) && !NAMED_CALLS.includes(text.toLowerCase())
}

/** `family` is a Hindu undivided family. */
export const DONOR_KINDS = ['person', 'family', 'company', 'trust', 'unknown'] as const
export type DonorKind = (typeof DONOR_KINDS)[number]

/** `unknown`: not asked. Who is foreign goes by citizenship, not by address (FCRA 2010). */
export const CITIZENSHIPS = ['indian', 'foreign', 'unknown'] as const
/** What a donor may state on the public form. */
export const STATED_CITIZENSHIPS = ['indian', 'foreign'] as const satisfies readonly (typeof CITIZENSHIPS)[number][]
export type StatedCitizenship = (typeof STATED_CITIZENSHIPS)[number]
export type Citizenship = (typeof CITIZENSHIPS)[number]

/** Consent to messages beyond receipts. `unknown`: not asked. */
export const CONSENTS = ['given', 'withdrawn', 'unknown'] as const
export type Consent = (typeof CONSENTS)[number]

/** Identity documents besides the PAN. */
export const OTHER_ID_TYPES = ['aadhaar', 'passport', 'voter', 'driving-licence', 'ration-card', 'tax-id'] as const
export type OtherIdType = (typeof OTHER_ID_TYPES)[number]

/** Orders of the list: by name, by what was given in this financial year, or by the last gift. */
export const DONOR_SORTS = ['name', 'year-high', 'year-low', 'last-new', 'last-old'] as const
export type DonorSort = (typeof DONOR_SORTS)[number]

/** Where a record came from. `gift`: the first gift of an unknown donor. */
export const DONOR_SOURCES = ['gift', 'panel'] as const
export type DonorSource = (typeof DONOR_SOURCES)[number]

/** Why two records, or a record and a name, may be the same donor. */
export const DUPLICATE_REASONS = ['name', 'pan', 'phone', 'email'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

/** Shares of joint donors are in hundredths of a percent. */
export const WHOLE_SHARE = 10_000

/** Days for which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30

export const DONORS_PER_PAGE = 10
