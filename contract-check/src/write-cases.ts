import { readFile } from 'node:fs/promises'
import * as admins from '@sevadesk/contract/accounts/admin.ts'
import * as events from '@sevadesk/contract/content/event.ts'
import * as gallery from '@sevadesk/contract/content/gallery.ts'
import * as videos from '@sevadesk/contract/content/home-video.ts'
import type { CallOptions } from './backend-client.ts'
import type { ContractCall } from './contract-calls.ts'

type AnyEndpoint = ContractCall['endpoint']

export interface WriteCall {
  endpoint: AnyEndpoint
  path: string
  options: CallOptions
}

/** How to create, find, change and delete one kind of record. */
export interface WriteCase {
  kind: string
  list: { endpoint: AnyEndpoint; path: string }
  nameField: 'title' | 'username'
  /** The response fields that may hold the file's path. */
  fileFields?: readonly string[]
  add(name: string): Promise<WriteCall>
  change(id: string, name: string): WriteCall
  remove(id: string): WriteCall
}

/** A backend may require the section of each call, so the panel's defaults are included. */
const SECTIONS = ['Events', 'Profile', 'UpdatePassword', 'LoginSessions']

const SECTION = 'Gaushala'
const DESCRIPTION = 'Created by npm run contract:check, which deletes it.'
/** A PNG of 64 by 48 pixels in one colour, as base64. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAMAAACWlYwtAAAAA1BMVEXIeCjqlaEmAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGklEQVRIie3BgQAAAADDoPlTX+AIVQEAAHQNDDAAAWReGocAAAAASUVORK5CYII='

/** Returns one case per kind of record. `password` is for the new admin. */
export function writeCases(password: string): readonly WriteCase[] {
  return [
    {
      kind: 'event',
      list: at(events.listEvents),
      nameField: 'title',
      fileFields: ['imageUrl', 'image'],
      add: async (name) => sending(events.addEvent, {}, formOf(name, { image: picture() })),
      change: (id, name) => sending(events.updateEvent, { id }, formOf(name)),
      remove: (id) => sending(events.deleteEvent, { id }),
    },
    {
      kind: 'photo',
      list: at(gallery.listPhotos, { section: SECTION }),
      nameField: 'title',
      fileFields: ['imageUrl'],
      add: async (name) =>
        sending(gallery.addPhotos, {}, formOf(name, { images: picture() }, { sectionName: SECTION })),
      change: (id, name) => sending(gallery.updatePhoto, { section: SECTION, id }, formOf(name)),
      remove: (id) => sending(gallery.deletePhoto, { section: SECTION, id }),
    },
    {
      kind: 'video',
      list: at(videos.listHomeVideos),
      nameField: 'title',
      fileFields: ['videoUrl'],
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

function sending(endpoint: AnyEndpoint, params: Record<string, string>, options: CallOptions = {}): WriteCall {
  return { ...at(endpoint, params), options }
}

function at(endpoint: AnyEndpoint, params: Record<string, string> = {}): { endpoint: AnyEndpoint; path: string } {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return { endpoint, path }
}

function formOf(title: string, files: Record<string, File> = {}, more: Record<string, string> = {}): CallOptions {
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
