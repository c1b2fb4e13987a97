import { donorKey, donorSearchText, purposeSearchText } from '@sevadesk/contract/donation-search.ts'
import { zonedDate } from '@sevadesk/contract/zoned-time.ts'

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
 * Columns that every insert of a donation must contain, and every update of a column that they
 * depend on.
 */
export interface DerivedDonationColumns {
  local_day: string
  donor_key: string | null
  search_donor: string
  search_purpose: string
}

/**
 * Computes the columns that search and totals read. SQL cannot: it knows neither the trust's zone
 * nor the rules for text.
 */
export function derivedDonationColumns(row: DonationSource, timeZone: string): DerivedDonationColumns {
  const donor = { donorName: row.donor_name, donorEmail: row.donor_email, donorPhone: row.donor_phone }
  return {
    // Years without four digits have no local day; their UTC day keeps the order.
    local_day: zonedDate(row.created_at, timeZone) || row.created_at.slice(0, 10),
    donor_key: donorKey(donor),
    search_donor: donorSearchText(donor),
    search_purpose: purposeSearchText({ purpose: row.purpose, amount: row.amount }),
  }
}
