import type { MessageDescriptor } from '@lingui/core'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { AccessHolder, GalleryKey, Section } from '@sevadesk/contract/accounts/section.ts'
import type { RouteComponent } from '@tanstack/react-router'

export const MENU_GROUPS = ['start', 'content', 'people', 'administration', 'you', 'upkeep'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export type IconName =
  | 'bank'
  | 'book'
  | 'calendar'
  | 'camera'
  | 'coins'
  | 'computer'
  | 'cow'
  | 'cross'
  | 'eye'
  | 'house'
  | 'key'
  | 'letter'
  | 'list'
  | 'panels'
  | 'people'
  | 'person'
  | 'school'
  | 'server'
  | 'settings'
  | 'shield'
  | 'physiotherapy'
  | 'register'
  | 'history'
  | 'trash'

/** One row of the route table. */
export interface ScreenEntry {
  path: string
  /** The window title, and the heading while the page loads. */
  title: MessageDescriptor
  /** In the menu, if it is shorter than the title. */
  label?: MessageDescriptor
  page: RouteComponent
  icon: IconName
  group: MenuGroup
}

/** A screen of the specification. */
export interface Screen extends ScreenEntry {
  /** The section that grants access. */
  section: Section
  /** Set on the six gallery pages. */
  gallery?: GalleryKey
}

/** A backend may omit each of them. */
export interface Viewer extends AccessHolder {
  level?: number | undefined
}

/** A screen beyond the specification. It does not exist on a plain backend. */
export interface ExtraScreen extends ScreenEntry {
  isFor(viewer: Viewer): boolean
  /** The section whose entry comes before it in the menu; without it, it is the last of its group. */
  after?: Section
  /** Whose sidebar or tabs list the screen; without it, everyone's whom it is for. */
  isInMenuOf?(viewer: Viewer): boolean
  /** Screens of one area share a menu entry, which is the first of them, and link to each other by tabs. */
  area?: 'cash-book' | 'settings'
  /** Its tab, if that is not the title. */
  tab?: MessageDescriptor
  /** Other views of the page, by `view` in the address, which have tabs of their own. */
  views?: readonly { view: string; label: MessageDescriptor }[]
}

export function hasExtraScreen(viewer: Viewer, { isFor }: ExtraScreen): boolean {
  return isExtended(viewer) && isFor(viewer)
}
