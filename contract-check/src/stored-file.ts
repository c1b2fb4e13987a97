import type { BackendClient, Head } from './backend-client.ts'
import type { Finding } from './judge-answer.ts'
import { foreignOrigin, isOtherSite } from './panel-place.ts'

/** Whether a browser shows a stored file that has answered well, and, where it is a video, can go about in it. Throws NoAnswer. */
export async function judgeStoredFile(
  client: BackendClient,
  address: string,
  { head, isVideo }: { head: Head; isVideo: boolean },
): Promise<Finding[]> {
  const policy = head.headers.get('cross-origin-resource-policy')?.trim().toLowerCase() ?? ''
  const isKept = (policy === 'same-origin' && foreignOrigin(client)) || (policy === 'same-site' && isOtherSite(client))
  const kept = `At ${address}: Cross-Origin-Resource-Policy is ${policy}, but the panel is at ${client.origin}.`
  const findings = isKept ? [{ text: kept, panel: PLACEHOLDER, isHarmless: false }] : []
  if (!isVideo) return findings
  const { status } = await client.look(address, 'bytes=0-1')
  if (status === 206) return findings
  const whole = `At ${address}: expected 206 for Range: bytes=0-1, came ${status}.`
  return [...findings, { text: whole, panel: NO_RANGE, isHarmless: false }]
}

const PLACEHOLDER = 'The browser refuses the file: a placeholder stands in place of the picture or video.'
const NO_RANGE = 'Nobody can go about in the video, and Safari, iPhones and iPads do not play it at all.'
