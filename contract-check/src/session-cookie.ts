import type { BackendClient } from './backend-client.ts'
import type { Finding } from './judge-answer.ts'
import { isOtherSite } from './panel-place.ts'

/** Whether browsers keep the cookies of a login for the panel, and keep them from its scripts. `lines` are the values of Set-Cookie. */
export function judgeCookies(
  lines: readonly string[],
  client: Pick<BackendClient, 'host' | 'origin'>,
  token: string | undefined,
): Finding[] {
  const cookies = lines.map(readCookie).filter(({ value }) => value !== '')
  const own = cookies.filter(({ value }) => value === token)
  const found = (own.length > 0 ? own : cookies).map(({ name, has }) => [
    ...(has('httponly') ? [] : [differs(name, 'HttpOnly', READABLE)]),
    ...(!isOtherSite(client) || (has('samesite=none') && has('secure'))
      ? []
      : [differs(name, `SameSite=None; Secure, since ${client.origin} is another site`, DROPPED)]),
  ])
  // Load balancers and guards against forgery set cookies of their own: one that is as it must be may be the session's.
  return found.some((findings) => findings.length === 0) ? [] : found.flat()
}

const READABLE = 'The panel works, but a script that got into one of its pages could carry the session off.'
const DROPPED =
  'Chrome, Edge, Firefox and Android drop the cookie without a word, so whoever signs in there is nobody at the next call.'

function differs(name: string, expected: string, panel: string): Finding {
  return { text: `Set-Cookie: the cookie ${name} is not ${expected}.`, panel, isHarmless: false }
}

function readCookie(line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', ...value] = pair.split('=')
  const words = attributes.map((each) => each.toLowerCase().replace(/\s*=\s*/, '='))
  return { name, value: value.join('='), has: (word: string) => words.includes(word) }
}
