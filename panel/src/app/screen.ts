import type { MessageDescriptor } from '@lingui/core'
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
  label: MessageDescriptor
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
  capabilities?: readonly string[] | undefined
}

/** A screen beyond the specification. It does not exist on a backend without the capability. */
export interface ExtraScreen extends ScreenEntry {
  capability: string
  isFor(viewer: Viewer): boolean
  /** The section whose entry comes before it in the menu; without it, it is the last of its group. */
  after?: Section
  /** Whose sidebar lists the screen; without it, everyone's whom it is for. */
  isInMenuOf?(viewer: Viewer): boolean
}

export function hasExtraScreen(viewer: Viewer, { capability, isFor }: ExtraScreen): boolean {
  return (viewer.capabilities?.includes(capability) ?? false) && isFor(viewer)
}
