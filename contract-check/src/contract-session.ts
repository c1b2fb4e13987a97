import { login, logout } from '@sevadesk/contract/session.ts'
import * as sessionSchemas from '@sevadesk/contract/session-schemas.ts'
import type { BackendClient, Credential, Reply } from './backend-client.ts'
import { CheckError } from './check-error.ts'
import { isRecord } from './find-differences.ts'
import { type Finding, judgeAnswer } from './judge-answer.ts'
import { judgeCookies } from './session-cookie.ts'

export interface Account {
  username: string
  password: string
}

interface SignedIn {
  credential: Credential
  findings: Finding[]
}

/** Signs in. Throws CheckError when the backend does not let this account in, for then there is nothing to look at. */
export async function signIn(client: BackendClient, account: Account): Promise<SignedIn> {
  const reply = await client.ask(login.method, login.path, { json: account })
  const { findings, data } = judgeAnswer(sessionSchemas.login, login.method, reply)
  const [first] = findings
  if (first)
    throw new CheckError(`${login.method} ${login.path}: ${first.text} Without signing in there is nothing to look at.`)
  const token = isRecord(data) && typeof data.token === 'string' ? data.token : undefined
  const cookie = cookiesOf(reply)
  const missing = [...(token ? [] : [NO_TOKEN]), ...(cookie ? [] : [NO_COOKIE])]
  const kept = judgeCookies(reply.headers.getSetCookie(), client, token)
  return { credential: { ...(token && { token }), ...(cookie && { cookie }) }, findings: [...missing, ...kept] }
}

/** By what is sure to be taken: the token where there is one, since a cookie alone may ask for the panel's origin. */
export async function signOut(client: BackendClient, credential: Credential): Promise<Finding[]> {
  const reply = await client.ask(logout.method, logout.path, { credential: working(credential) })
  return judgeAnswer(sessionSchemas.logout, logout.method, reply).findings
}

export function working({ token, cookie }: Credential): Credential {
  if (token) return { token }
  return cookie ? { cookie } : {}
}

const NO_TOKEN: Finding = {
  text: 'token: expected text, came nothing.',
  panel: 'Safari, iPhones and iPads send the token in place of a cookie, so nobody can work there.',
  isHarmless: false,
}
const NO_COOKIE: Finding = {
  text: 'Set-Cookie: expected a session cookie, came none.',
  panel: 'Chrome, Edge, Firefox and Android keep a cookie alone, so whoever signs in there is nobody at the next call.',
  isHarmless: false,
}

function cookiesOf({ headers }: Reply): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
}
