import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { cookieOf, type TestServer } from './test-server.ts'

/** Uploads the file once per title. */
export async function addVideos(server: TestServer, titles: readonly string[], path: string): Promise<void> {
  const cookie = await cookieOf(server.apiUrl)
  const bytes = new Uint8Array(await readFile(path))
  for (const title of titles) {
    const form = textForm(title)
    form.append('video', new File([bytes], basename(path), { type: typeOf(path) }))
    await post(server, '/homevideo/addvideo', cookie, form)
  }
}

/** Deletes every video. */
export async function removeVideos(server: TestServer): Promise<void> {
  const headers = { cookie: await cookieOf(server.apiUrl), origin: server.panelUrl }
  const list = await fetch(`${server.apiUrl}/api/homevideo/getvideo`, { headers })
  const { data } = (await list.json()) as { data: { _id: string }[] }
  for (const { _id: id } of data) {
    await fetch(`${server.apiUrl}/api/homevideo/deletevideo/${id}`, { method: 'DELETE', headers })
  }
}

/** Adds an event by HTTP, with or without a picture. */
export async function addEvent(server: TestServer, title: string, path?: string): Promise<void> {
  const form = textForm(title)
  if (path)
    form.append('image', new File([new Uint8Array(await readFile(path))], basename(path), { type: typeOf(path) }))
  await post(server, '/event/addevent', await cookieOf(server.apiUrl), form)
}

function textForm(title: string): FormData {
  const form = new FormData()
  form.set('title', title)
  form.set('description', `(${title})`)
  return form
}

async function post(server: TestServer, path: string, cookie: string, body: FormData): Promise<void> {
  const headers = { cookie, origin: server.panelUrl }
  const response = await fetch(`${server.apiUrl}/api${path}`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

function typeOf(path: string): string {
  return TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}
