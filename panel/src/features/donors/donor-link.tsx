import { useLingui } from '@lingui/react/macro'
import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DonationEntry } from '../../api/records/donation-entry.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { type DonorLocation, searchOf } from './donor-address.ts'
import styles from './donor-link.module.css'

/** The name of a donor, or that there is none. */
export function useNameOf(): (donor: { name: string }) => string {
  const { t } = useLingui()
  return ({ name }) => name || t`No name`
}

/** A donor's name that opens the record. */
export function DonorLink({ donor }: { donor: { _id: string; name: string } }) {
  const nameOf = useNameOf()
  const { href = '', onClick } = useLinkTo({ open: donor._id })
  return (
    <a className={styles.link} href={href} onClick={onClick}>
      {nameOf(donor)}
    </a>
  )
}

/** A link to another part of the page that looks like a button. */
export function LocationLink({
  location,
  icon,
  children,
}: {
  location: DonorLocation
  icon?: ReactNode
  children: ReactNode
}) {
  const { href = '', onClick } = useLinkTo(location)
  return (
    <ButtonLink href={href} onClick={onClick} icon={icon}>
      {children}
    </ButtonLink>
  )
}

function useLinkTo(location: DonorLocation) {
  return useLinkProps({ to: '.', search: (others: object) => ({ ...others, ...searchOf(location) }) })
}

/** A gift's date that opens the donation. */
export function GiftLink({ gift }: { gift: DonationEntry }) {
  const { href = '', onClick } = useLinkProps({ to: '/donations', search: { open: gift._id } })
  return (
    <a className={styles.link} href={href} onClick={onClick}>
      <DateTime moment={gift.createdAt} />
    </a>
  )
}
