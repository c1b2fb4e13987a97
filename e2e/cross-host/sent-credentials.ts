import { expect } from '@playwright/test'
import { OLD_TOKEN, type RequestsByPhase } from './journey.ts'
import type { LoggedRequest } from './request-log.ts'

/** Expects that the panel sent no credential but the cookie, and stored no token. */
export function expectCookieAlone(phases: RequestsByPhase): void {
  expectCredentialKind(phases, 'cookie')
  expect(phases.tokens).toEqual([null, null, null])
}

export function expectBearer(phases: RequestsByPhase): void {
  expectCredentialKind(phases, 'bearer')
  const [atStart, signedIn, atEnd] = phases.tokens
  expect([atStart, atEnd]).toEqual([OLD_TOKEN, null])
  const sent = [...phases.login, ...phases.work, ...phases.logout].flatMap(({ authorization }) => authorization || [])
  expect([...new Set(sent)]).toEqual([`Bearer ${signedIn}`])
}

/** Clears the logged cookies, which some engines send and others drop. */
export function withoutCookies({ login, work, logout, afterwards, tokens }: RequestsByPhase): RequestsByPhase {
  const strip = (requests: LoggedRequest[]) => requests.map((request) => ({ ...request, cookie: '' }))
  return { login: strip(login), work: strip(work), logout: strip(logout), afterwards: strip(afterwards), tokens }
}

function expectCredentialKind({ login, work, logout, afterwards }: RequestsByPhase, kind: 'cookie' | 'bearer'): void {
  const calls = credentialsByCall(login)
  expect(calls).toMatchObject({ 'POST /api/admin/login': 'nothing', 'GET /api/admin/me': kind })
  expect(credentialsByCall(login.filter(({ call }) => call !== 'POST /api/admin/login'))).toEqual(all(login, kind))
  expect(Object.keys(credentialsByCall(work))).toContain('GET /api/admin/me')
  expect(credentialsByCall(work)).toEqual(all(work, kind))
  // After the logout the panel may fetch the current admin again, without credentials.
  const { 'GET /api/admin/me': current = 'nothing', ...others } = credentialsByCall(logout)
  expect(['nothing', kind, `${kind}, nothing`]).toContain(current)
  expect(others).toMatchObject({ 'POST /api/admin/logout': kind })
  expect(new Set(Object.values(others))).toEqual(new Set([kind]))
  expect(credentialsByCall(afterwards)).toEqual({ 'GET /api/admin/me': 'nothing' })
  for (const requests of [login, work, logout, afterwards]) expectNoExtraCredentials(requests)
}

function all(requests: readonly LoggedRequest[], kind: string): Record<string, string> {
  const names = Object.keys(credentialsByCall(requests)).filter((call) => call !== 'POST /api/admin/login')
  return Object.fromEntries(names.map((call) => [call, kind]))
}

/** The kind of credentials by call, except for preflights and stored files. */
function credentialsByCall(requests: readonly LoggedRequest[]): Record<string, string> {
  const kindOf = (request: LoggedRequest) =>
    [request.cookie && 'cookie', request.authorization && 'bearer'].filter(Boolean).join(' and ') || 'nothing'
  const calls = requests.filter(({ call }) => !call.startsWith('OPTIONS ') && !call.includes(' /media/'))
  const kinds = new Map<string, Set<string>>()
  for (const call of calls) kinds.set(call.call, (kinds.get(call.call) ?? new Set()).add(kindOf(call)))
  return Object.fromEntries([...kinds].toSorted().map(([call, kinds]) => [call, [...kinds].toSorted().join(', ')]))
}

/** Expects preflights without credentials, and successful media requests without a bearer token. */
function expectNoExtraCredentials(requests: readonly LoggedRequest[]): void {
  const preflights = requests.filter(({ call }) => call.startsWith('OPTIONS '))
  const media = requests.filter(({ call }) => call.includes(' /media/'))
  expect(preflights.flatMap(({ cookie, authorization }) => [cookie, authorization]).filter(Boolean)).toEqual([])
  expect(media.map(({ authorization }) => authorization).filter(Boolean)).toEqual([])
  expect(media.filter(({ status }) => status >= 400)).toEqual([])
}
