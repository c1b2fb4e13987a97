import { readFile } from 'node:fs/promises'
import * as admins from '@sevadesk/contract/admin.ts'
import type { Endpoint } from '@sevadesk/contract/endpoint.ts'
import * as events from '@sevadesk/contract/event.ts'
import * as gallery from '@sevadesk/contract/gallery.ts'
import * as videos from '@sevadesk/contract/home-video.ts'
import type { Asked } from './backend-client.ts'

type AnyEndpoint = Pick<Endpoint, 'method' | 'path'>

/** One change: the call of the contract, its address filled in, and what is sent. */
export interface Change {
  endpoint: AnyEndpoint
  path: string
  asked: Asked
}

/** How one kind of record is made, found, changed and deleted, all by its name. */
export interface Trial {
  kind: string
  list: { endpoint: AnyEndpoint; path: string }
  /** The field of a record that holds its name. */
  nameField: 'title' | 'username'
  /** The field that must stay when only text is changed. */
  fileField?: readonly string[]
  add(name: string): Promise<Change>
  change(id: string, name: string): Change
  remove(id: string): Change
}

/** Besides one section to work in, what the panel gives every new admin: a backend may ask for the key of each page. */
const SECTIONS = ['Events', 'Profile', 'UpdatePassword', 'LoginSessions']

const SECTION = 'Gaushala'
const DESCRIPTION = 'Made by npm run contract:check, which deletes it again.'
/** 64 by 48 pixels of one colour. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAMAAACWlYwtAAAAA1BMVEXIeCjqlaEmAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGklEQVRIie3BgQAAAADDoPlTX+AIVQEAAHQNDDAAAWReGocAAAAASUVORK5CYII='

/** The trials, in their order; the account that is made begins with this password. */
export function trialsWith(password: string): readonly Trial[] {
  return [
    {
      kind: 'event',
      list: at(events.listEvents),
      nameField: 'title',
      fileField: ['imageUrl', 'image'],
      add: async (name) => sending(events.addEvent, {}, formOf(name, { image: picture() })),
      change: (id, name) => sending(events.updateEvent, { id }, formOf(name)),
      remove: (id) => sending(events.deleteEvent, { id }),
    },
    {
      kind: 'photo',
      list: at(gallery.listPhotos, { section: SECTION }),
      nameField: 'title',
      fileField: ['imageUrl'],
      add: async (name) =>
        sending(gallery.addPhotos, {}, formOf(name, { images: picture() }, { sectionName: SECTION })),
      change: (id, name) => sending(gallery.updatePhoto, { section: SECTION, id }, formOf(name)),
      remove: (id) => sending(gallery.deletePhoto, { section: SECTION, id }),
    },
    {
      kind: 'video',
      list: at(videos.listHomeVideos),
      nameField: 'title',
      fileField: ['videoUrl'],
      add: async (name) => sending(videos.addHomeVideo, {}, formOf(name, { video: await video() })),
      change: (id, name) => sending(videos.updateHomeVideo, {}, formOf(name, {}, { _id: id })),
      remove: (id) => sending(videos.deleteHomeVideo, { id }),
    },
    {
      kind: 'admin',
      list: at(admins.listAdmins),
      nameField: 'username',
      add: async (name) => sending(admins.addAdmin, {}, { json: { ...account(name), password } }),
      change: (id, name) => sending(admins.updateAdmin, { id }, { json: account(name) }),
      remove: (id) => sending(admins.deleteAdmin, { id }),
    },
  ]
}

function account(username: string) {
  return { username, email: 'contract-check@example.org', role: 'admin', sections: SECTIONS }
}

function sending(endpoint: AnyEndpoint, params: Record<string, string>, asked: Asked = {}): Change {
  return { ...at(endpoint, params), asked }
}

function at(endpoint: AnyEndpoint, params: Record<string, string> = {}): { endpoint: AnyEndpoint; path: string } {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return { endpoint, path }
}

function formOf(title: string, files: Record<string, File> = {}, more: Record<string, string> = {}): Asked {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title, description: DESCRIPTION, ...more })) form.set(name, value)
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return { form }
}

function picture(): File {
  return new File([Buffer.from(PICTURE, 'base64')], 'contract-check.png', { type: 'image/png' })
}

async function video(): Promise<File> {
  const bytes = await readFile(new URL('./sample.mp4', import.meta.url))
  return new File([bytes], 'contract-check.mp4', { type: 'video/mp4' })
}
