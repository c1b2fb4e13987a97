import type { Donation } from '@sevadesk/contract/donation-schemas.ts'

/** A page of a list of donations. With `isCapped` there are more than `total`; `page` counts from 1 and is never beyond the last. */
export interface DonationPage {
  donations: Donation[]
  total: number
  isCapped: boolean
  page: number
}
