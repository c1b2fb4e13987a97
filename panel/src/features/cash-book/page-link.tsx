import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/layout/button-link.tsx'

interface PageLinkProps {
  to: '/cash-book' | '/deposits'
  search?: Readonly<Record<string, string>>
  icon?: ReactNode
  children: ReactNode
}

/** A link between the pages of the cash book that looks like a button. */
export function PageLink({ to, search = {}, icon, children }: PageLinkProps) {
  const { href = '', onClick } = useLinkProps({ to, search })
  return (
    <ButtonLink href={href} onClick={onClick} icon={icon} data-print="no">
      {children}
    </ButtonLink>
  )
}
