import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import Images from '~icons/lucide/images'
import type { ScreenEntry } from '../screen.ts'
import { MenuLink } from './menu-link.tsx'
import styles from './sidebar.module.css'

interface GallerySubmenuProps {
  screens: readonly ScreenEntry[]
  currentPath: string
  onLeave: (() => void) | undefined
}

/** Opens on a click (specification, section 2), and automatically on a gallery page. */
export function GallerySubmenu({ screens, currentPath, onLeave }: GallerySubmenuProps) {
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
