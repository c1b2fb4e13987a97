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

/**
 * The picture is in `image` or `imageUrl`. Some old records have neither a picture nor a date.
 */
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

/** Has more fields than these. All fields but `_id` are unvalidated. */
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

/** The id is a number, and the date is in milliseconds since 1970. */
export interface Admin {
  _id: number
  username: string
  password: string
  email: string
  role: string
  sections: string[]
  createdAt: number
  __v: number
}

/** Unlike a session of our server, has no `sessionId` beside `_id`. */
export interface Session {
  _id: number
  adminId: number
  device: string
  ip: string
  lastSeenAt: number
  isActive: boolean
}

export const GALLERIES = ['Gaushala', 'Vriddhashram', 'EyeHospital', 'School', 'Physiotherapy', 'NursingHospital']

export const newId = () => randomBytes(12).toString('hex')

/** The state of this backend, which is lost when it stops. Some records lack optional fields. */
export function createMemory(username: string, password: string) {
  let admins = 0
  const memory = {
    admins: [] as Admin[],
    newAdmin: (fields: Omit<Admin, '_id' | 'createdAt' | '__v'>) => {
      const admin = { _id: ++admins, createdAt: Date.parse('2024-02-29T10:00:00.000Z') + admins, __v: 0, ...fields }
      memory.admins.push(admin)
      return admin
    },
    donations: donationSet(),
    messages: messageSet(newId),
    events: [
      event('Gopashtami', { image: 'uploads/events/gopashtami.png', createdAt: '2026-07-01T04:00:00.000Z' }),
      event('Eye camp', { imageUrl: 'uploads/events/eye-camp.png', createdAt: '2026-07-02T04:00:00.000Z' }),
      event('Sports day', {}),
    ],
    videos: [] as HomeVideo[],
    photos: [] as Photo[],
    /** File bytes by the path of their URL, without its first slash. */
    uploads: new Map<string, { type: string; bytes: Buffer }>([
      ['uploads/events/gopashtami.png', { type: 'image/png', bytes: POSTER }],
      ['uploads/events/eye-camp.png', { type: 'image/png', bytes: POSTER }],
    ]),
    /** Sessions by token. */
    sessions: new Map<string, Session>(),
    nextSession: 1,
  }
  const accounts = [
    { username, password, role: 'superadmin', sections: [] },
    { username: 'ramesh', password, role: 'admin', sections: ['Gallery', 'Reports'] },
    { username: 'farida', password, role: 'admin', sections: ['All'] },
  ]
  for (const admin of accounts) memory.newAdmin({ ...admin, email: `${admin.username}@seva.example` })
  return memory
}

export type Memory = ReturnType<typeof createMemory>

function event(title: string, rest: Pick<Event, 'image' | 'imageUrl' | 'createdAt'>): Event {
  return { _id: newId(), title, description: `${title} at the trust`, ...rest, __v: 0 }
}

/** A PNG of one pixel. */
const POSTER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
