import { resolveMedia } from '@sevadesk/contract/content/media-address.ts'
import type { BackendClient } from './backend-client.ts'
import { NoResponse } from './errors.ts'
import { isRecord } from './find-differences.ts'
import { difference, type Finding } from './finding.ts'
import { foreignOrigin, isOtherSite } from './panel-origin.ts'

/**
 * Checks that the panel can load the first file of a list and, for a video, a range of its bytes.
 */
export async function checkMedia(client: BackendClient, path: string, data: unknown): Promise<Finding[]> {
  const entries = Array.isArray(data) ? data.filter(isRecord) : []
  const stored = entries.map(storedPath).find((each) => each !== undefined)
  if (stored === undefined) return []
  const url = resolveMedia(stored, { apiHost: client.host, mediaHost: client.host })
  if (url === undefined)
    return [
      difference(
        `The panel does not follow the stored path “${stored}”: a complete address must be https, on ${client.host} or the media host of config.json, without a name or password.`,
      ),
    ]
  const isVideo = entries.some(({ videoUrl }) => String(videoUrl).trim() === stored)
  try {
    return await checkFile(client, path, url, isVideo)
  } catch (error) {
    if (error instanceof NoResponse) return [difference(`The file at ${url}: ${error.message}`)]
    throw error
  }
}

async function checkFile(client: BackendClient, path: string, url: string, isVideo: boolean): Promise<Finding[]> {
  const { status, headers } = await client.fetchHead(url)
  if (status !== 200 && status !== 206) return [difference(`The file of ${path} at ${url} returned ${status}.`)]
  if (headers.get('content-type')?.startsWith('text/html')) return [difference(`${url} is an HTML page, not the file.`)]
  const findings: Finding[] = []
  const policy = headers.get('cross-origin-resource-policy')?.trim().toLowerCase() ?? ''
  if ((policy === 'same-origin' && foreignOrigin(client)) || (policy === 'same-site' && isOtherSite(client)))
    findings.push(
      difference(`${url}: Cross-Origin-Resource-Policy is ${policy}, but the panel is at ${client.origin}.`),
    )
  if (!isVideo) return findings
  const part = await client.fetchHead(url, 'bytes=0-1')
  if (part.status !== 206)
    findings.push(difference(`${url}: expected 206 for Range: bytes=0-1, received ${part.status}.`))
  return findings
}

function storedPath(entry: Record<string, unknown>): string | undefined {
  for (const field of ['imageUrl', 'image', 'videoUrl']) {
    const value = entry[field]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}
