import type { IncomingMessage } from 'node:http'
import { type Memory, newId } from './memory.ts'
import type { FormFile } from './multipart.ts'
import type { Answer } from './reply.ts'

/** Stores the bytes and returns their path without a leading slash. */
export function keep(memory: Memory, folder: string, ending: string, { bytes, type }: FormFile): string {
  const path = `uploads/${folder}/${newId()}.${ending}`
  memory.uploads.set(path, { bytes, type })
  return path
}

/**
 * Responds like a static web server: the whole file or the requested range (RFC 9110, section 14).
 */
export function media(memory: Memory, path: string, { headers }: IncomingMessage): Answer {
  const file = memory.uploads.get(path)
  if (!file) return { status: 404, body: { success: false, message: 'Not found' } }
  const { length } = file.bytes
  const shared = { 'content-type': file.type, 'accept-ranges': 'bytes' }
  const range = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '')
  if (!range) return { headers: { ...shared, 'content-length': `${length}` }, body: file.bytes }
  const [, from = '', to = ''] = range
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (first > last) return { status: 416, headers: { 'content-range': `bytes */${length}` }, body: Buffer.alloc(0) }
  return {
    status: 206,
    headers: {
      ...shared,
      'content-range': `bytes ${first}-${last}/${length}`,
      'content-length': `${last - first + 1}`,
    },
    body: file.bytes.subarray(first, last + 1),
  }
}

export function isPicture({ bytes }: FormFile): boolean {
  const start = bytes.subarray(0, 4).toString('latin1')
  return start.startsWith('\xff\xd8\xff') || start === '\x89PNG' || start === 'RIFF' || start === 'GIF8'
}
