import { useLingui } from '@lingui/react/macro'
import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { useMe } from '../../session/use-me.ts'
import tabStyles from '../../ui/layout/page-tab.module.css'
import type { ExtraScreen } from '../screen.ts'
import styles from './area-tabs.module.css'
import { areaScreens } from './menu-entries.ts'

/** Links between the screens and views that share a menu entry. */
export function AreaTabs({ area }: { area: ExtraScreen['area'] }) {
  const { i18n } = useLingui()
  const me = useMe()
  const path = useMatches().at(-1)?.fullPath
  const { view, open } = useLocation().search as Readonly<Record<string, string | undefined>>
  const screens = areaScreens(me ?? {}, area)
  const [first] = screens
  const tabs = screens.flatMap(({ path: to, title, tab = title, views = [] }) => {
    // The address of a single slip does not name its view.
    const shown = open === undefined ? views.find((each) => each.view === view) : views[0]
    return [{ view: undefined, label: tab }, ...views].map((each) => ({
      to,
      ...each,
      isCurrent: to === path && each.view === shown?.view,
    }))
  })
  if (!first || tabs.length < 2) return null
  return (
    <nav className={styles.tabs} aria-label={i18n._(first.title)} data-print="no">
      {tabs.map(({ to, view, label, isCurrent }) => (
        <Link
          key={`${to} ${view}`}
          ref={isCurrent ? scrollIntoView : undefined}
          to={to}
          search={{ view }}
          // Else the router also marks what is only a part of the current address.
          activeOptions={{ exact: true, includeSearch: true }}
          className={tabStyles.tab}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {i18n._(label)}
        </Link>
      ))}
    </nav>
  )
}

/** On a phone, the row of tabs may be wider than the window. */
function scrollIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
