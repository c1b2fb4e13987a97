import { isExtended, listAdmins } from '@sevadesk/contract/accounts/admin.ts'
import {
  GALLERY_SECTIONS,
  isGalleryKey,
  mayOpen,
  type Section,
  sectionAt,
} from '@sevadesk/contract/accounts/section.ts'
import { listSessions } from '@sevadesk/contract/accounts/session.ts'
import type { Endpoint } from '@sevadesk/contract/base/endpoint.ts'
import { listEvents } from '@sevadesk/contract/content/event.ts'
import { listPhotos } from '@sevadesk/contract/content/gallery.ts'
import { listHomeVideos } from '@sevadesk/contract/content/home-video.ts'
import { listMessages } from '@sevadesk/contract/content/message.ts'
import { listDonations, listSuccessfulDonations, summarizeDonations } from '@sevadesk/contract/donations/donation.ts'
import { callHeaders } from '../api/call-headers.ts'
import { sendEarly } from '../api/early-calls.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import { latestInput, messagePageInput, pageInput } from '../queries/page-inputs.ts'
import { requiredSection } from '../session/fetch-current-admin.ts'
import type { Rights } from '../session/remembered-rights.ts'
import { SCREEN_MODULES } from './screen-modules.ts'

interface ScreenCall {
  endpoint: Pick<Endpoint, 'path'>
  input?: object
}

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

/** The GET requests of a screen that opens without a search or filter. */
function screenCalls(section: Section, isPaged: boolean): readonly ScreenCall[] {
  const page = (searchIn: 'all' | 'donor') => ({
    endpoint: listDonations,
    input: isPaged ? pageInput({ searchIn, page: 1 }) : {},
  })
  const gallery = GALLERY_SECTIONS.find(({ key }) => key === section)
  if (gallery) return [{ endpoint: listPhotos, input: { params: { section: gallery.name } } }]
  const calls: Partial<Record<Section, readonly ScreenCall[]>> = {
    Dashboard: [
      { endpoint: listSuccessfulDonations, input: latestInput(isPaged) },
      { endpoint: listEvents },
      { endpoint: listAdmins },
    ],
    HomeVideo: [{ endpoint: listHomeVideos }],
    Events: [{ endpoint: listEvents }],
    UserInformation: [page('donor')],
    Donations: [page('all'), ...(isPaged ? [{ endpoint: summarizeDonations }] : [])],
    Message: [{ endpoint: listMessages, input: isPaged ? messagePageInput(1) : {} }],
    Admin: [{ endpoint: listAdmins }],
    LoginSessions: [{ endpoint: listSessions }],
  }
  return calls[section] ?? []
}
