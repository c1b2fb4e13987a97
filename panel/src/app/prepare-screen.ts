import { GALLERY_KEYS, mayOpen, SECTION_PATHS, type Section } from '@sevadesk/contract/section.ts'
import { callHeaders } from '../api/call-headers.ts'
import { sendEarly } from '../api/early-calls.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import type { Rights } from '../session/remembered-rights.ts'
import { screenCalls } from './screen-calls.ts'
import { SCREEN_MODULES } from './screen-modules.ts'

/** Starts to load the code of the screen at a path, such as `/donations`. */
export function preloadScreen(path: string): void {
  const section = findSection(path)
  if (!section) return
  const isGallery = GALLERY_KEYS.some((key) => key === section)
  // The route loads it again and shows a failure.
  SCREEN_MODULES[isGallery ? 'Gallery' : (section as keyof typeof SCREEN_MODULES)]().catch(() => {})
}

/** Sends the screen's own requests while its code is loading. */
export function requestScreenData(path: string, capabilities: readonly string[]): void {
  const section = findSection(path)
  if (!section) return
  for (const { endpoint, input = {} } of screenCalls(section, capabilities)) {
    sendEarly(endpointUrl(endpoint, input), { credentials: 'include', headers: callHeaders() })
  }
}

/** Whether an account with these rights may open the screen at a path. */
export function mayOpenPath(path: string, rights: Rights): boolean {
  const section = findSection(path)
  return section !== undefined && !rights.mustChangePassword && mayOpen(rights, section)
}

/** The section of a path; paths match case-insensitively, with or without a trailing slash. */
function findSection(path: string): Section | undefined {
  const wanted = path.toLowerCase().replace(/\/$/, '')
  const keys = [...GALLERY_KEYS, ...(Object.keys(SECTION_PATHS) as Section[])]
  return keys.find((key) => SECTION_PATHS[key].toLowerCase() === wanted)
}
