import { type AccessHolder, mayOpen } from '@sevadesk/contract/section.ts'
import { SCREENS } from '../routes.tsx'
import { MENU_GROUPS, type MenuGroup, type Screen } from '../screen.ts'

export interface MenuEntries {
  group: MenuGroup
  /** Entries in the table's order; a list stands for the Gallery submenu. */
  entries: readonly (Screen | readonly Screen[])[]
}

/** Whose sidebar it is. */
interface MenuOwner extends AccessHolder {
  mustChangePassword?: boolean | undefined
}

/**
 * What an admin finds in the sidebar. The Gallery submenu comes with Gallery access and then lists all its pages (specification,
 * section 5); an admin who holds single gallery pages finds those as plain entries. With a made-up password there is only the way to change it.
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
