import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { type DayRange, filterDays } from '@sevadesk/contract/donations/period.ts'

/** The days of a filter, half-open; undefined for all days. */
export function chosenDays({ period, from, to }: DonationFilter, timeZone: string): DayRange | undefined {
  return filterDays({ ...(period && { period }), ...(from && to && { from, to }) }, { now: Date.now(), timeZone })
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
