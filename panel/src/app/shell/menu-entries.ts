import { type AccessHolder, mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { requiredSection } from '../../session/fetch-current-admin.ts'
import { EXTRA_SCREENS, SCREENS } from '../routes.tsx'
import { type ExtraScreen, hasExtraScreen, MENU_GROUPS, type MenuGroup, type ScreenEntry } from '../screen.ts'

export interface MenuEntries {
  group: MenuGroup
  /** In the order of the route table; a nested list is the Gallery submenu. */
  entries: readonly (ScreenEntry | readonly ScreenEntry[])[]
}

interface MenuOwner extends AccessHolder {
  level?: number | undefined
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

function groupEntries(admin: MenuOwner, group: MenuGroup): (ScreenEntry | ScreenEntry[])[] {
  const required = requiredSection(admin)
  if (required) return SCREENS.filter((screen) => screen.group === group && screen.section === required)
  const screens = SCREENS.filter((screen) => screen.group === group && mayOpen(admin, screen.section))
  const extras = EXTRA_SCREENS.filter(
    (screen) => screen.group === group && hasExtraScreen(admin, screen) && (screen.isInMenuOf?.(admin) ?? true),
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
