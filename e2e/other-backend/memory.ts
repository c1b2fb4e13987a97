import { randomBytes } from 'node:crypto'
import { donationSet } from './donation-set.ts'
import { messageSet } from './message-set.ts'

export interface Photo {
  _id: string
  title: string
  description: string
  imageUrl: string
  sectionName: string
  createdAt: string
  __v: number
}

/** Old records name their picture `image`, newer ones `imageUrl`; the oldest say neither that nor when they were made. */
export interface Event {
  _id: string
  title: string
  description: string
  image?: string
  imageUrl?: string
  createdAt?: string
  __v: number
}

export interface HomeVideo {
  _id: string
  title: string
  description: string
  videoUrl: string
  createdAt: string
  __v: number
}

/** Nobody has ever checked what stands in the other fields. */
export interface Donation {
  _id: string
  donorName?: unknown
  amount?: unknown
  localStatus?: unknown
  receipt?: { token?: string } | null
}

export interface Message {
  _id: string
  name?: string | null
  email?: string | null
  subject?: string | null
  message?: string | null
  createdAt?: string
}

export const GALLERIES = ['Gaushala', 'Vriddhashram', 'EyeHospital', 'School', 'Physiotherapy', 'NursingHospital']

export const newId = () => randomBytes(12).toString('hex')

/** Everything this backend knows, lost when it stops. Old records lack fields that newer ones have, as they do in the wild. */
export function createMemory(username: string, password: string) {
  return {
    admins: [
      admin({ username, password, role: 'superadmin', sections: [] }),
      admin({ username: 'ramesh', password: 'x', role: 'admin', sections: ['Gallery'] }),
      admin({ username: 'farida', password: 'x', role: 'admin', sections: ['All'] }),
    ],
    donations: donationSet(),
    messages: messageSet(newId),
    events: [
      event('Gopashtami', { image: 'uploads/events/gopashtami.png', createdAt: '2026-07-01T04:00:00.000Z' }),
      event('Eye camp', { imageUrl: 'uploads/events/eye-camp.png', createdAt: '2026-07-02T04:00:00.000Z' }),
      event('Sports day', {}),
    ],
    videos: [] as HomeVideo[],
    photos: [] as Photo[],
    /** File bytes by their path below the host. */
    uploads: new Map<string, { type: string; bytes: Buffer }>([
      ['uploads/events/gopashtami.png', { type: 'image/png', bytes: POSTER }],
      ['uploads/events/eye-camp.png', { type: 'image/png', bytes: POSTER }],
    ]),
    /** Admin id by token. */
    tokens: new Map<string, string>(),
  }
}

export type Memory = ReturnType<typeof createMemory>

function admin(known: { username: string; password: string; role: string; sections: string[] }) {
  return {
    _id: newId(),
    email: `${known.username}@seva.example`,
    createdAt: '2024-02-29T10:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    __v: 0,
    ...known,
  }
}

function event(title: string, rest: Pick<Event, 'image' | 'imageUrl' | 'createdAt'>): Event {
  return { _id: newId(), title, description: `${title} at the trust`, ...rest, __v: 0 }
}

/** One pixel. */
const POSTER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
