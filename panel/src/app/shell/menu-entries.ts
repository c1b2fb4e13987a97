import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { requiredSection } from '../../session/fetch-current-admin.ts'
import { EXTRA_SCREENS, SCREENS } from '../routes.tsx'
import {
  type ExtraScreen,
  hasExtraScreen,
  MENU_GROUPS,
  type MenuGroup,
  type ScreenEntry,
  type Viewer,
} from '../screen.ts'

export interface MenuEntries {
  group: MenuGroup
  /** In the order of the route table; a nested list is the Gallery submenu. */
  entries: readonly (ScreenEntry | readonly ScreenEntry[])[]
}

interface MenuOwner extends Viewer {
  mustChangePassword?: boolean
  mustSetUpSecondStep?: boolean
}

/**
 * The sidebar entries of an admin. The Gallery submenu needs Gallery access and then lists all six
 * pages (specification, section 5); single gallery pages are plain entries. If
 * something must be done first, the page for it is the only entry.
 */
export function menuEntries(admin: MenuOwner): readonly MenuEntries[] {
  return MENU_GROUPS.map((group) => ({ group, entries: groupEntries(admin, group) })).filter(
    ({ entries }) => entries.length > 0,
  )
}

/** The screens of an area that have tabs, in their order. */
export function areaScreens(viewer: Viewer, area: ExtraScreen['area']): readonly ExtraScreen[] {
  return area ? EXTRA_SCREENS.filter((screen) => screen.area === area && isListed(viewer, screen)) : []
}

/** The area of the screen at a path of the route table. */
export function areaAt(path: string): ExtraScreen['area'] {
  return EXTRA_SCREENS.find((screen) => screen.path === path)?.area
}

function isListed(viewer: Viewer, screen: ExtraScreen): boolean {
  return hasExtraScreen(viewer, screen) && (screen.isInMenuOf?.(viewer) ?? true)
}

function isFirstOf(screens: readonly ExtraScreen[], screen: ExtraScreen): boolean {
  return screens.length === 0 || screens[0] === screen
}

function groupEntries(admin: MenuOwner, group: MenuGroup): (ScreenEntry | ScreenEntry[])[] {
  const required = requiredSection(admin)
  if (required) return SCREENS.filter((screen) => screen.group === group && screen.section === required)
  const screens = SCREENS.filter((screen) => screen.group === group && mayOpen(admin, screen.section))
  const extras = EXTRA_SCREENS.filter(
    (screen) => screen.group === group && isListed(admin, screen) && isFirstOf(areaScreens(admin, screen.area), screen),
  )
  if (!mayOpen(admin, 'Gallery')) return withExtras(screens, extras)
  const pages = screens.filter(({ gallery }) => gallery)
  const entries = screens.flatMap((screen): (ScreenEntry | ScreenEntry[])[] => {
    if (!screen.gallery) return [screen]
    return screen === pages[0] ? [pages] : []
  })
  return withExtras(entries, extras)
}

/** Inserts each extra screen after its section, or at the end. */
function withExtras<Entry extends ScreenEntry | ScreenEntry[]>(
  entries: readonly Entry[],
  extras: readonly ExtraScreen[],
): (Entry | ExtraScreen)[] {
  const sectionOf = (entry: Entry) => ('section' in entry ? entry.section : undefined)
  const isPlaced = ({ after }: ExtraScreen) =>
    after !== undefined && entries.some((entry) => sectionOf(entry) === after)
  const placed = entries.flatMap((entry) => [
    entry,
    ...extras.filter((extra) => isPlaced(extra) && extra.after === sectionOf(entry)),
  ])
  return [...placed, ...extras.filter((extra) => !isPlaced(extra))]
}
