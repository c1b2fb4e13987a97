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
  | 'cow'
  | 'cross'
  | 'eye'
  | 'house'
  | 'key'
  | 'letter'
  | 'panels'
  | 'people'
  | 'person'
  | 'school'
  | 'shield'
  | 'physiotherapy'

/** One row of the route table. */
export interface Screen {
  path: string
  /** The window title, and the heading while the page loads. */
  title: MessageDescriptor
  label: MessageDescriptor
  page: RouteComponent
  /** The section that grants access. */
  section: Section
  icon: IconName
  group: MenuGroup
  /** Set on the six gallery pages. */
  gallery?: GalleryKey
}
