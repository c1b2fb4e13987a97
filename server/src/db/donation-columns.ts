import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { donorKey, donorSearchText, purposeSearchText } from '@sevadesk/contract/donations/donation-search.ts'

export interface DonationSource {
  donor_name: string | null
  donor_email: string | null
  donor_phone: string | null
  purpose: string | null
  /** Paise. */
  amount: number
  /** UTC ISO 8601. */
  created_at: string
}

/**
 * Columns computed from a `DonationSource`. Write them with every insert of a donation and with
 * every update of a column of `DonationSource`.
 */
export interface DerivedDonationColumns {
  local_day: string
  donor_key: string | null
  search_donor: string
  search_purpose: string
}

/**
 * Computes the columns that lists and search read. SQL cannot compute them: it knows neither the
 * trust's time zone nor the rules that normalise text.
 */
export function derivedDonationColumns(row: DonationSource, timeZone: string): DerivedDonationColumns {
  const donor = { donorName: row.donor_name, donorEmail: row.donor_email, donorPhone: row.donor_phone }
  return {
    local_day: localDay(row.created_at, timeZone),
    donor_key: donorKey(donor),
    search_donor: donorSearchText(donor),
    search_purpose: purposeSearchText({ purpose: row.purpose, amount: row.amount }),
  }
}

/** The day of a time in the trust's zone. */
export function localDay(createdAt: string, timeZone: string): string {
  // `zonedDate` returns '' for a year without four digits; the UTC day then keeps the order.
  return zonedDate(createdAt, timeZone) || createdAt.slice(0, 10)
}
