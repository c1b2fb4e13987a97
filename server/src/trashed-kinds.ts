import { trashedAdmins } from './resources/accounts/admin-service.ts'
import { trashedCertificates } from './resources/certificates/certificate-service.ts'
import { trashedDonations } from './resources/deleted-donations/deleted-donation-service.ts'
import { trashedEvents } from './resources/events/event-service.ts'
import { trashedPhotos } from './resources/gallery/gallery-service.ts'
import { trashedHomeVideos } from './resources/home-videos/home-video-service.ts'
import { trashedMessages } from './resources/messages/message-service.ts'
import type { TrashedKinds } from './resources/trash/trashed-record-service.ts'

export const TRASHED_KINDS: TrashedKinds = {
  photo: trashedPhotos,
  'home-video': trashedHomeVideos,
  event: trashedEvents,
  message: trashedMessages,
  admin: trashedAdmins,
  certificate: trashedCertificates,
  donation: trashedDonations,
}
