import { expect } from '@playwright/test'
import { OLD_TOKEN, type RequestsByPhase } from './journey.ts'
import type { LoggedRequest } from './request-log.ts'

/** Expects the cookie alone and no stored token. */
export function expectCookieAlone(legs: RequestsByPhase): void {
  expectCredentialKind(legs, 'cookie')
  expect(legs.tokens).toEqual([null, null, null])
}

export function expectBearer(legs: RequestsByPhase): void {
  expectCredentialKind(legs, 'bearer')
  const [atStart, signedIn, atEnd] = legs.tokens
  expect([atStart, atEnd]).toEqual([OLD_TOKEN, null])
  const sent = [...legs.login, ...legs.work, ...legs.logout].flatMap(({ authorization }) => authorization || [])
  expect([...new Set(sent)]).toEqual([`Bearer ${signedIn}`])
}

/** Removes the cookies, where an engine may send or drop them. */
export function withoutCookies({ login, work, logout, afterwards, tokens }: RequestsByPhase): RequestsByPhase {
  const strip = (requests: LoggedRequest[]) => requests.map((request) => ({ ...request, cookie: '' }))
  return { login: strip(login), work: strip(work), logout: strip(logout), afterwards: strip(afterwards), tokens }
}

function expectCredentialKind({ login, work, logout, afterwards }: RequestsByPhase, way: 'cookie' | 'bearer'): void {
  const calls = credentialsByCall(login)
  expect(calls).toMatchObject({ 'POST /api/admin/login': 'nothing', 'GET /api/admin/me': way })
  expect(credentialsByCall(login.filter(({ call }) => call !== 'POST /api/admin/login'))).toEqual(all(login, way))
  expect(Object.keys(credentialsByCall(work))).toContain('GET /api/admin/me')
  expect(credentialsByCall(work)).toEqual(all(work, way))
  // After the logout the panel asks once more who is signed in, without credentials.
  const { 'GET /api/admin/me': current = 'nothing', ...others } = credentialsByCall(logout)
  expect(['nothing', way, `${way}, nothing`]).toContain(current)
  expect(others).toMatchObject({ 'POST /api/admin/logout': way })
  expect(new Set(Object.values(others))).toEqual(new Set([way]))
  expect(credentialsByCall(afterwards)).toEqual({ 'GET /api/admin/me': 'nothing' })
  for (const leg of [login, work, logout, afterwards]) expectNoExtraCredentials(leg)
}

function all(leg: readonly LoggedRequest[], way: string): Record<string, string> {
  const names = Object.keys(credentialsByCall(leg)).filter((call) => call !== 'POST /api/admin/login')
  return Object.fromEntries(names.map((call) => [call, way]))
}

/** The credentials of each call, without preflights and stored files. */
function credentialsByCall(requests: readonly LoggedRequest[]): Record<string, string> {
  const brought = (request: LoggedRequest) =>
    [request.cookie && 'cookie', request.authorization && 'bearer'].filter(Boolean).join(' and ') || 'nothing'
  const calls = requests.filter(({ call }) => !call.startsWith('OPTIONS ') && !call.includes(' /media/'))
  const ways = new Map<string, Set<string>>()
  for (const call of calls) ways.set(call.call, (ways.get(call.call) ?? new Set()).add(brought(call)))
  return Object.fromEntries([...ways].toSorted().map(([call, brought]) => [call, [...brought].toSorted().join(', ')]))
}

/** Preflights carry no credentials, and media requests no bearer token. */
function expectNoExtraCredentials(requests: readonly LoggedRequest[]): void {
  const preflights = requests.filter(({ call }) => call.startsWith('OPTIONS '))
  const media = requests.filter(({ call }) => call.includes(' /media/'))
  expect(preflights.flatMap(({ cookie, authorization }) => [cookie, authorization]).filter(Boolean)).toEqual([])
  expect(media.map(({ authorization }) => authorization).filter(Boolean)).toEqual([])
  expect(media.filter(({ status }) => status >= 400)).toEqual([])
}
