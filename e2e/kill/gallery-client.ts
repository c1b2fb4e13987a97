import { randomBytes } from 'node:crypto'
import { CREDENTIALS } from '../support/stand.ts'

/** The start of a JPEG of one by one pixel, up to its picture data; decoders take anything that follows. */
const JPEG_HEAD = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f00',
  'hex',
)
const JPEG_END = Buffer.from('ffd9', 'hex')

export interface FoundPhoto {
  _id: string
  imageUrl: string
}

/** A photo by its header, with so many random bytes for a picture. */
export function makePhoto(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.concat([JPEG_HEAD, randomBytes(bytes), JPEG_END])
}

export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS),
  })
  return (await read<{ token: string }>(answer)).token
}

/** The three calls that change a gallery. Each throws when the server is not there to the end. */
export function galleryClient(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const gallery = `${url}/api/galleryphoto`
  return {
    async add(photos: readonly Buffer<ArrayBuffer>[]): Promise<FoundPhoto[]> {
      const body = new FormData()
      body.set('title', 'Killed')
      body.set('sectionName', 'School')
      for (const photo of photos) body.append('images', new Blob([photo]), 'photo.jpg')
      const { data } = await read<{ data: FoundPhoto[] }>(
        await fetch(`${gallery}/addPhoto`, { method: 'POST', headers, body }),
      )
      // Newest first: the last that was sent leads.
      return data.toReversed()
    },
    async change(id: string, photo: Buffer<ArrayBuffer>): Promise<void> {
      const body = new FormData()
      body.set('image', new Blob([photo]), 'photo.jpg')
      await read(await fetch(`${gallery}/School/${id}`, { method: 'PUT', headers, body }))
    },
    async remove(id: string): Promise<void> {
      await read(await fetch(`${gallery}/School/${id}`, { method: 'DELETE', headers }))
    },
    async list(): Promise<FoundPhoto[]> {
      return (await read<{ data: FoundPhoto[] }>(await fetch(`${gallery}/School`))).data
    },
  }
}

async function read<Answer>(answer: Response): Promise<Answer> {
  const text = await answer.text()
  if (!answer.ok) throw new Refused(`${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** The server answered, but not with what was asked for: that is never the kill's doing. */
export class Refused extends Error {}
