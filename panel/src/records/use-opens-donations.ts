import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { DONATIONS_PAGED, DONATIONS_RANGES } from '@sevadesk/contract/donations/donation.ts'
import { useMe } from '../session/use-me.ts'

/** Whether a donation has an address of its own that the user may open. */
export function useOpensDonations(): boolean {
  const me = useMe()
  const hasRanges = [DONATIONS_PAGED, DONATIONS_RANGES].every((name) => me?.capabilities.includes(name))
  return hasRanges && me !== null && mayOpen(me, 'Donations')
}
