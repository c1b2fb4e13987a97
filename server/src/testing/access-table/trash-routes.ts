import { GALLERY_KEYS } from '@sevadesk/contract/accounts/section.ts'

const ID = 'aaaaaaaaaaaaaaaaaaaaaaaa'
const payload = { items: [{ kind: 'photo', _id: ID }] }

/** The routes of the trash, each with a valid call. */
export const TRASH_ROUTES = [
  { route: 'GET /api/trash', call: { url: '/api/trash' } },
  { route: 'GET /api/trash/:kind/:id/picture', call: { url: `/api/trash/photo/${ID}/picture` } },
  {
    route: 'POST /api/trash/:kind/:id/restore',
    call: { method: 'POST', url: `/api/trash/photo/${ID}/restore`, payload: {} },
  },
  { route: 'POST /api/trash/restore', call: { method: 'POST', url: '/api/trash/restore', payload } },
  { route: 'POST /api/trash/delete', call: { method: 'POST', url: '/api/trash/delete', payload } },
] as const

/** Sections that may restore something. */
export const MAY_RESTORE = [
  'Gallery',
  ...GALLERY_KEYS,
  'HomeVideo',
  'Events',
  'Message',
  'Admin',
  'Donations',
  'UserInformation',
] as const
