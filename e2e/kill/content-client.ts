import { type Database, type OwnServer, startOwnServer } from '../support/own-server.ts'
import type { Sql } from '../support/sql.ts'
import { CREDENTIALS } from '../support/test-server.ts'
import type { Kind } from './expected-content.ts'
import type { SentFile } from './random-content.ts'

/** A photo, video or event as the server lists it. */
export interface ListedItem {
  kind: Kind
  id: string
  title: string
  /** `null` for an event without a picture. */
  path: string | null
}

interface Entry {
  _id: string
  title: string
  imageUrl?: string | null
  videoUrl?: string
}

const SECTION = 'School'

/** File field and paths of each kind, as specified. */
const CALLS = {
  photo: { field: 'images', add: '/galleryphoto/addPhoto', list: `/galleryphoto/${SECTION}` },
  video: { field: 'video', add: '/homevideo/addvideo', list: '/homevideo/getvideo' },
  event: { field: 'image', add: '/event/addevent', list: '/event' },
} as const

export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS),
  })
  return (await read<{ token: string }>(response)).token
}

/**
 * Calls that change or list content. Each throws if the connection breaks or the server refuses.
 */
function contentClient(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const call = async (method: string, path: string, body?: FormData | string) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const options = { method, headers: { ...headers, ...type }, ...(body && { body }) }
    return read<{ data: Entry | Entry[] }>(await fetch(`${url}/api${path}`, options))
  }

  return {
    /** Only photos accept several files. Returns the new items in the order of their files. */
    async add(kind: Kind, title: string, files: readonly SentFile[]): Promise<ListedItem[]> {
      const body = formOf({ title, ...(kind === 'photo' && { sectionName: SECTION }) }, CALLS[kind].field, files)
      const { data } = await call('POST', CALLS[kind].add, body)
      // The response lists photos newest first.
      return (Array.isArray(data) ? data.toReversed() : [data]).map((entry) => toListedItem(kind, entry))
    },
    async change({ kind, id }: Pick<ListedItem, 'kind' | 'id'>, title: string, file: SentFile | undefined) {
      const files = file ? [file] : []
      if (kind === 'photo') await call('PUT', `/galleryphoto/${SECTION}/${id}`, formOf({ title }, 'image', files))
      else if (kind === 'event') await call('PUT', `/event/${id}`, formOf({ title }, 'image', files))
      else await call('PUT', '/homevideo/updatevideo', formOf({ _id: id, title }, 'video', files))
    },
    /** Deletes an item for good, so that its file goes too. */
    async remove({ kind, id }: Pick<ListedItem, 'kind' | 'id'>) {
      if (kind === 'photo') await call('DELETE', `/galleryphoto/${SECTION}/${id}`)
      else if (kind === 'event') await call('DELETE', `/event/${id}`)
      else await call('DELETE', `/homevideo/deletevideo/${id}`)
      const items = [{ kind: kind === 'video' ? 'home-video' : kind, _id: id }]
      await call('POST', '/trash/delete', JSON.stringify({ items }))
    },
    async list(): Promise<ListedItem[]> {
      const items: ListedItem[] = []
      for (const kind of ['photo', 'video', 'event'] as const) {
        const { data } = await call('GET', CALLS[kind].list)
        for (const entry of [data].flat()) items.push(toListedItem(kind, entry))
      }
      return items
    },
  }
}

export type ContentClient = ReturnType<typeof contentClient>

function formOf(fields: Record<string, string>, field: string, files: readonly SentFile[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const { name, bytes } of files) form.append(field, new Blob([bytes]), name)
  return form
}

function toListedItem(kind: Kind, { _id, title, imageUrl, videoUrl }: Entry): ListedItem {
  return { kind, id: _id, title, path: (kind === 'video' ? videoUrl : imageUrl) ?? null }
}

async function read<Body>(response: Response): Promise<Body> {
  const text = await response.text()
  if (!response.ok) throw new Refused(`${response.status}: ${text}`)
  return JSON.parse(text)
}

/** A server to kill. */
export interface ContentTarget extends OwnServer {
  /** A database connection that outlives each kill. */
  readonly sql: Sql
  readonly client: ContentClient
}

export async function openContentTarget(database: Database): Promise<ContentTarget> {
  const server = await startOwnServer(database)
  const { url, openSql, close } = server
  const client = contentClient(url, await signIn(url))
  const sql = await openSql()
  const closeAll = async () => {
    await sql.close()
    await close()
  }
  return Object.assign(server, { sql, client, close: closeAll })
}

/** The server returned an error or too few items, which a kill cannot explain. */
export class Refused extends Error {}
