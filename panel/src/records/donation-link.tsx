import { useLingui } from '@lingui/react/macro'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { useLinkProps } from '@tanstack/react-router'
import { useMe } from '../session/use-me.ts'
import { ButtonLink } from '../ui/layout/button-link.tsx'

/** Opens the details of a donation. */
export function DonationLink({ id }: { id: string }) {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/donations', search: { open: id } })
  return <ButtonLink variant="quiet" href={href} onClick={onClick}>{t`Open this donation`}</ButtonLink>
}

/** Whether a donation has an address of its own that the user may open. */
export function useOpensDonations(): boolean {
  const me = useMe()
  return me !== null && isExtended(me) && mayOpen(me, 'Donations')
}
