import { useLingui } from '@lingui/react/macro'
import { useLinkProps } from '@tanstack/react-router'
import Plus from '~icons/lucide/plus'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'

/** Opens the form of gifts that did not come by Razorpay. */
export function EntryLink() {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/donations/new' })
  return (
    <ButtonLink variant="primary" href={href} onClick={onClick} icon={<Plus aria-hidden="true" />}>
      {t`Enter a gift`}
    </ButtonLink>
  )
}
