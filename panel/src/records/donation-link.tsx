import { useLingui } from '@lingui/react/macro'
import { useLinkProps } from '@tanstack/react-router'
import { ButtonLink } from '../ui/layout/button-link.tsx'

/** Opens the details of a donation. */
export function DonationLink({ id }: { id: string }) {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/donations', search: { open: id } })
  return <ButtonLink variant="quiet" href={href} onClick={onClick}>{t`Open this donation`}</ButtonLink>
}
