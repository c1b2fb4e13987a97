import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { useMe } from '../session/use-me.ts'

/** Whether a donation has an address of its own that the user may open. */
export function useOpensDonations(): boolean {
  const me = useMe()
  return me !== null && isExtended(me) && mayOpen(me, 'Donations')
}
