import { listAdmins } from '@sevadesk/contract/accounts/admin.ts'
import { GALLERY_SECTIONS, type Section } from '@sevadesk/contract/accounts/section.ts'
import { listSessions } from '@sevadesk/contract/accounts/session.ts'
import type { Endpoint } from '@sevadesk/contract/base/endpoint.ts'
import { listEvents } from '@sevadesk/contract/content/event.ts'
import { listPhotos } from '@sevadesk/contract/content/gallery.ts'
import { listHomeVideos } from '@sevadesk/contract/content/home-video.ts'
import { listMessages } from '@sevadesk/contract/content/message.ts'
import { listDonations, listSuccessfulDonations, summarizeDonations } from '@sevadesk/contract/donations/donation.ts'
import { latestInput, pageInput } from '../queries/donation-inputs.ts'
import { messagePageInput } from '../queries/message-inputs.ts'

interface ScreenCall {
  endpoint: Pick<Endpoint, 'path'>
  input?: object
}

/** The GET requests of a screen that opens without a search or filter. */
export function screenCalls(section: Section, isPaged: boolean): readonly ScreenCall[] {
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
