import { type AccessHolder, mayOpen } from '@sevadesk/contract/section.ts'
import { SCREENS } from '../routes.tsx'
import { MENU_GROUPS, type MenuGroup, type Screen } from '../screen.ts'

export interface MenuEntries {
  group: MenuGroup
  /** In the order of the route table; a nested list is the Gallery submenu. */
  entries: readonly (Screen | readonly Screen[])[]
}

interface MenuOwner extends AccessHolder {
  mustChangePassword?: boolean | undefined
}

/**
 * The sidebar entries of an admin. The Gallery submenu needs Gallery access and then lists all six
 * pages (specification, section 5); single gallery pages are plain entries. With a temporary
 * password, Update Password is the only entry.
 */
export function menuEntries(admin: MenuOwner): readonly MenuEntries[] {
  return MENU_GROUPS.map((group) => ({ group, entries: groupEntries(admin, group) })).filter(
    ({ entries }) => entries.length > 0,
  )
}

function groupEntries(admin: MenuOwner, group: MenuGroup): (Screen | Screen[])[] {
  if (admin.mustChangePassword) return SCREENS.filter((screen) => screen.group === group && isPasswordChange(screen))
  const screens = SCREENS.filter((screen) => screen.group === group && mayOpen(admin, screen.section))
  if (!mayOpen(admin, 'Gallery')) return screens
  const pages = screens.filter(({ gallery }) => gallery)
  return screens.flatMap((screen): (Screen | Screen[])[] => {
    if (!screen.gallery) return [screen]
    return screen === pages[0] ? [pages] : []
  })
}

function isPasswordChange({ section }: Screen): boolean {
  return section === 'UpdatePassword'
}
