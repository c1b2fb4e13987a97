import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import Images from '~icons/lucide/images'
import LogOut from '~icons/lucide/log-out'
import { useMe } from '../../session/use-me.ts'
import { Brand } from '../../ui/base/brand.tsx'
import type { MenuGroup, ScreenEntry } from '../screen.ts'
import { areaAt, menuEntries } from './menu-entries.ts'
import { MENU_ICONS } from './menu-icons.tsx'
import styles from './sidebar.module.css'
import { useLogoutDialog } from './use-logout-dialog.ts'

/** A menu may be higher than the window. Later it stays where it is, under the user's pointer. */
function scrollToCurrent(nav: HTMLElement | null): void {
  nav?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
}

/** Lists the pages that the admin may open. Each link calls `onLeave` to close the drawer. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const { t } = useLingui()
  const admin = useMe()
  const currentPath = useMatches().at(-1)?.fullPath ?? ''
  const currentArea = areaAt(currentPath)
  const askLogout = useLogoutDialog()
  if (!admin) return null

  return (
    <nav ref={scrollToCurrent} className={styles.sidebar} aria-label={t`Main menu`}>
      <div className={styles.entries}>
        {menuEntries(admin).map(({ group, entries }) => (
          <Group key={group} group={group}>
            {entries.map((entry) =>
              isList(entry) ? (
                <GallerySubmenu key="gallery" screens={entry} currentPath={currentPath} onLeave={onLeave} />
              ) : (
                <li key={entry.path}>
                  <MenuLink
                    screen={entry}
                    isCurrent={entry.path === currentPath || (currentArea && areaAt(entry.path) === currentArea)}
                    onLeave={onLeave}
                  />
                </li>
              ),
            )}
          </Group>
        ))}
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.entry} onClick={() => void askLogout()}>
          <LogOut className={styles.icon} aria-hidden="true" />
          <Trans>Logout</Trans>
        </button>
        <div className={styles.brand}>
          <Brand size={20} />
        </div>
      </div>
    </nav>
  )
}

function Group({ group, children }: { group: MenuGroup; children: ReactNode }) {
  const id = useId()
  const heading = useGroupHeading(group)
  return (
    <section className={styles.group} aria-labelledby={heading ? id : undefined}>
      {heading && (
        <h2 className={styles.heading} id={id}>
          {heading}
        </h2>
      )}
      <ul>{children}</ul>
    </section>
  )
}

function useGroupHeading(group: MenuGroup): string | undefined {
  const { t } = useLingui()
  if (group === 'content') return t`Content`
  if (group === 'people') return t`People and money`
  if (group === 'administration') return t`Administration`
  if (group === 'you') return t`You`
  return group === 'upkeep' ? t`Upkeep` : undefined
}

function isList(entry: ScreenEntry | readonly ScreenEntry[]): entry is readonly ScreenEntry[] {
  return Array.isArray(entry)
}

interface GallerySubmenuProps {
  screens: readonly ScreenEntry[]
  currentPath: string
  onLeave: (() => void) | undefined
}

/** Opens on a click (specification, section 2), and automatically on a gallery page. */
function GallerySubmenu({ screens, currentPath, onLeave }: GallerySubmenuProps) {
  const id = useId()
  const isHere = screens.some(({ path }) => path === currentPath)
  const [isOpen, setOpen] = useState(isHere)

  useEffect(() => {
    if (isHere) setOpen(true)
  }, [isHere])

  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        data-holds-current={(isHere && !isOpen) || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Images className={styles.icon} aria-hidden="true" />
        <Trans>Gallery</Trans>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </button>
      <ul id={id} className={styles.submenu} hidden={!isOpen}>
        {screens.map((screen) => (
          <li key={screen.path}>
            <MenuLink screen={screen} isCurrent={screen.path === currentPath} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </li>
  )
}

interface MenuLinkProps {
  screen: ScreenEntry
  isCurrent: boolean | undefined
  onLeave: (() => void) | undefined
}

function MenuLink({ screen, isCurrent, onLeave }: MenuLinkProps) {
  const { i18n } = useLingui()
  const { path, title, label = title, icon } = screen
  const Icon = MENU_ICONS[icon]
  return (
    <Link to={path} className={styles.entry} aria-current={isCurrent ? 'page' : undefined} onClick={onLeave}>
      <Icon className={styles.icon} aria-hidden="true" />
      {i18n._(label)}
    </Link>
  )
}
