import { type BackendClient, NoAnswer } from './backend-client.ts'
import { isRecord } from './find-differences.ts'
import type { Finding } from './judge-answer.ts'

const FIELDS = ['imageUrl', 'image', 'videoUrl']

/** Whether the file of a list's first record that has one loads from where the panel would look for it. */
export async function lookAtMedia(client: BackendClient, path: string, data: unknown): Promise<Finding[]> {
  const stored = Array.isArray(data) ? data.map(storedPath).find((each) => each !== undefined) : undefined
  if (stored === undefined) return []
  const finding = (text: string): Finding[] => [
    { text, panel: 'A placeholder stands in place of the picture or video.', isHarmless: false },
  ]
  const address = addressOf(client.host, stored)
  if (address === undefined)
    return finding(
      `The stored path “${stored}” leads to another place than ${client.host}: the panel follows it only there, or on the media host that its config.json names.`,
    )
  try {
    const { status, type } = await client.look(address)
    if (status !== 200 && status !== 206) return finding(`The file of ${path} at ${address} answers ${status}.`)
    if (/^text\/html/.test(type)) return finding(`At ${address} stands a page of HTML, not the file.`)
    return []
  } catch (error) {
    if (error instanceof NoAnswer) return finding(`The file at ${address}: ${error.message}`)
    throw error
  }
}

function storedPath(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined
  const found = FIELDS.map((field) => entry[field]).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : undefined
}

/** The host and the path with one slash between; an absolute https address on the host alone. */
function addressOf(host: string, stored: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(stored)) return `${host}/${stored.replace(/^\/+/, '')}`
  return URL.canParse(stored) && new URL(stored).origin === new URL(host).origin ? stored : undefined
}
