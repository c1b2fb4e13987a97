import { resolveMedia } from '@sevadesk/contract/media-address.ts'
import { type BackendClient, NoAnswer } from './backend-client.ts'
import { isRecord } from './find-differences.ts'
import type { Finding } from './judge-answer.ts'
import { judgeStoredFile } from './stored-file.ts'

const FIELDS = ['imageUrl', 'image', 'videoUrl']

/** Whether the file of a list's first record that has one loads from where the panel would look for it. */
export async function lookAtMedia(client: BackendClient, path: string, data: unknown): Promise<Finding[]> {
  const stored = Array.isArray(data) ? data.map(storedPath).find((each) => each !== undefined) : undefined
  if (stored === undefined) return []
  const finding = (text: string): Finding[] => [
    { text, panel: 'A placeholder stands in place of the picture or video.', isHarmless: false },
  ]
  const address = resolveMedia(stored, { apiHost: client.host, mediaHost: client.host })
  if (address === undefined)
    return finding(
      `The stored path “${stored}” is no address that the panel follows: a whole one must be https and lead to ${client.host}, or to the media host that config.json names, without a name or password in it.`,
    )
  try {
    const head = await client.look(address)
    const { status, type } = head
    if (status !== 200 && status !== 206) return finding(`The file of ${path} at ${address} answers ${status}.`)
    if (/^text\/html/.test(type)) return finding(`At ${address} stands a page of HTML, not the file.`)
    return await judgeStoredFile(client, address, { head, isVideo: isVideoOf(data, stored) })
  } catch (error) {
    if (error instanceof NoAnswer) return finding(`The file at ${address}: ${error.message}`)
    throw error
  }
}

function isVideoOf(data: unknown, stored: string): boolean {
  const entries: unknown[] = Array.isArray(data) ? data : []
  return entries.some((entry) => isRecord(entry) && String(entry.videoUrl).trim() === stored)
}

function storedPath(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined
  const found = FIELDS.map((field) => entry[field]).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : undefined
}
