import type { MessageDescriptor } from '@lingui/core'
import type { GalleryKey, Section } from '@sevadesk/contract/section.ts'
import type { RouteComponent } from '@tanstack/react-router'

export const MENU_GROUPS = ['start', 'content', 'people', 'administration', 'you'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export type IconName =
  | 'calendar'
  | 'camera'
  | 'coins'
  | 'computer'
  | 'cross'
  | 'eye'
  | 'house'
  | 'key'
  | 'letter'
  | 'milk'
  | 'panels'
  | 'people'
  | 'person'
  | 'school'
  | 'shield'
  | 'stretch'

/** One row of the route table: all that router, guard, sidebar and window title need to know of a screen. */
export interface Screen {
  path: string
  /** The window's title, and the heading while the screen is not there yet. */
  title: MessageDescriptor
  /** The word in the sidebar. */
  label: MessageDescriptor
  page: RouteComponent
  /** Who may open it. */
  section: Section
  icon: IconName
  group: MenuGroup
  /** Set on the six gallery pages, which share one submenu. */
  gallery?: GalleryKey
}
