import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ScreenEntry } from '../screen.ts'
import { MENU_ICONS } from './menu-icons.ts'
import styles from './sidebar.module.css'

interface MenuLinkProps {
  screen: ScreenEntry
  isCurrent: boolean
  onLeave: (() => void) | undefined
}

export function MenuLink({ screen, isCurrent, onLeave }: MenuLinkProps) {
  const { i18n } = useLingui()
  const { path, label, icon } = screen
  const Icon = MENU_ICONS[icon]
  return (
    <Link to={path} className={styles.entry} aria-current={isCurrent ? 'page' : undefined} onClick={onLeave}>
      <Icon className={styles.icon} aria-hidden="true" />
      {i18n._(label)}
    </Link>
  )
}
