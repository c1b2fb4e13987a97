import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { isGalleryKey, mayOpen, sectionAt } from '@sevadesk/contract/accounts/section.ts'
import { callHeaders } from '../api/call-headers.ts'
import { sendEarly } from '../api/early-calls.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import { requiredSection } from '../session/fetch-current-admin.ts'
import type { Rights } from '../session/remembered-rights.ts'
import { screenCalls } from './screen-calls.ts'
import { SCREEN_MODULES } from './screen-modules.ts'

/** Starts to load the code of the screen at a path, such as `/donations`. */
export function preloadScreen(path: string): void {
  const section = sectionAt(path)
  if (!section) return
  // The route loads it again and shows a failure.
  SCREEN_MODULES[isGalleryKey(section) ? 'Gallery' : section]().catch(() => {})
}

/** Sends the screen's own requests while its code is loading. */
export function requestScreenData(path: string, { level }: Pick<Rights, 'level'>): void {
  const section = sectionAt(path)
  if (!section) return
  for (const { endpoint, input = {} } of screenCalls(section, isExtended({ level }))) {
    sendEarly(endpointUrl(endpoint, input), { credentials: 'include', headers: callHeaders() })
  }
}

/** Whether an account with these rights may open the screen at a path. */
export function mayOpenPath(path: string, rights: Rights): boolean {
  const section = sectionAt(path)
  return section !== undefined && !requiredSection(rights) && mayOpen(rights, section)
}
