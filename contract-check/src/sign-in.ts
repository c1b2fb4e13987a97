import { login, logout } from '@sevadesk/contract/accounts/session.ts'
import * as sessionSchemas from '@sevadesk/contract/accounts/session-schemas.ts'
import type { BackendClient, Credential } from './backend-client.ts'
import { CheckError } from './errors.ts'
import { isRecord } from './find-differences.ts'
import { difference, type Finding } from './finding.ts'
import { isOtherSite } from './panel-origin.ts'
import { validateResponse } from './validate-response.ts'

export interface Account {
  username: string
  password: string
}

/** Throws CheckError if the backend rejects the account. */
export async function signIn(
  client: BackendClient,
  account: Account,
): Promise<{ credential: Credential; findings: Finding[] }> {
  const response = await client.call(login.method, login.path, { json: account })
  const { findings, data } = validateResponse(sessionSchemas.login, login.method, response)
  const [first] = findings
  if (first) throw new CheckError(`${login.method} ${login.path}: ${first.text} The check needs a session.`)
  const token = isRecord(data) && typeof data.token === 'string' ? data.token : undefined
  const lines = response.headers.getSetCookie()
  const cookie = lines.map((line) => line.split(';')[0] ?? '').join('; ')
  return {
    credential: { ...(token && { token }), ...(cookie && { cookie }) },
    findings: [
      ...(token ? [] : [difference('token: expected text, received nothing. Safari needs it.')]),
      ...(cookie ? [] : [difference('Set-Cookie: expected a session cookie, received none. Most browsers need it.')]),
      ...checkCookies(lines, client, token),
    ],
  }
}

export async function signOut(client: BackendClient, credential: Credential): Promise<Finding[]> {
  const response = await client.call(logout.method, logout.path, { credential: preferToken(credential) })
  return validateResponse(sessionSchemas.logout, logout.method, response).findings
}

/** Prefers the token, because with a cookie a backend may require the panel's origin. */
export function preferToken({ token, cookie }: Credential): Credential {
  if (token) return { token }
  return cookie ? { cookie } : {}
}

/**
 * Checks the attributes of the cookie that holds the token. If no cookie holds it, one correct
 * cookie among several is enough.
 */
export function checkCookies(
  lines: readonly string[],
  client: Pick<BackendClient, 'host' | 'origin'>,
  token: string | undefined,
): Finding[] {
  const cookies = lines.map(parseCookie).filter(({ value }) => value !== '')
  const own = cookies.filter(({ value }) => value === token)
  const found = (own.length > 0 ? own : cookies).map(({ name, attributes }) => {
    const isSentCrossSite = attributes.includes('samesite=none') && attributes.includes('secure')
    return [
      ...(attributes.includes('httponly') ? [] : [difference(`Set-Cookie: the cookie ${name} is not HttpOnly.`)]),
      ...(!isOtherSite(client) || isSentCrossSite
        ? []
        : [
            difference(
              `Set-Cookie: the cookie ${name} is not SameSite=None; Secure, but ${client.origin} is another site.`,
            ),
          ]),
    ]
  })
  return found.some((findings) => findings.length === 0) ? [] : found.flat()
}

function parseCookie(line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', ...value] = pair.split('=')
  return {
    name,
    value: value.join('='),
    attributes: attributes.map((attribute) => attribute.toLowerCase().replace(/\s*=\s*/, '=')),
  }
}
