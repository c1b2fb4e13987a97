import { expect, test } from 'vitest'
import type { BackendClient } from './backend-client.ts'
import { checkEndingSessions } from './session-checks.ts'

interface Faults {
  revoke?: (session: OneSession) => void
  remove?: (session: OneSession) => void
  isUnlisted?: boolean
}
interface OneSession {
  sessionId: number
  isLive: boolean
  isActive: boolean | number
  isListed: boolean
}

/** A backend with the given faults. Its tokens are its session ids. */
function backend({ revoke = end, remove = take, isUnlisted = false }: Faults): BackendClient {
  const sessions: OneSession[] = [{ sessionId: 0, isLive: true, isActive: true, isListed: true }]
  const at = (id: unknown) => sessions.find(({ sessionId }) => `${sessionId}` === id)
  const json = (body: unknown, status = 200) => ({ status, text: JSON.stringify(body), headers: new Headers() })
  return {
    host: 'https://api.example',
    call: async (method, path, { credential } = {}) => {
      const target = at(/^\/admin\/sessions\/(\d+)/.exec(path)?.[1])
      if (path === '/admin/login') {
        const sessionId = sessions.length
        sessions.push({ sessionId, isLive: true, isActive: true, isListed: !isUnlisted })
        return json({ success: true, message: '', token: `${sessionId}` })
      }
      if (path === '/admin/sessions') return json({ success: true, data: sessions.filter(({ isListed }) => isListed) })
      if (path === '/admin/me') return json({}, at(credential?.token)?.isLive ? 200 : 401)
      if (target) (method === 'DELETE' ? remove : revoke)(target)
      return json({ success: target !== undefined })
    },
    fetchHead: () => Promise.reject(new Error('not used')),
  }
}

function end(session: OneSession): void {
  Object.assign(session, { isLive: false, isActive: 0 })
}

function take(session: OneSession): void {
  Object.assign(session, { isLive: false, isListed: false })
}

async function findingsFor(faults: Faults): Promise<Record<string, string[]>> {
  const output: Record<string, string[]> = {}
  await checkEndingSessions(backend(faults), {
    account: { username: 'a', password: 'b' },
    credential: { token: '0' },
    report: (call, findings) => {
      output[call.split(' ')[0] ?? ''] = findings.map(({ text }) => text)
    },
  })
  return output
}

test.each<[string, Faults, Record<string, string[]>]>([
  ['is correct', {}, { POST: [], DELETE: [] }],
  [
    'keeps a revoked session usable',
    { revoke: (session) => Object.assign(session, { isActive: false }) },
    { POST: ['The ended session is still accepted (200).'], DELETE: [] },
  ],
  [
    'lists a revoked session as active',
    { revoke: (session) => Object.assign(session, { isLive: false }) },
    { POST: ['The session is still active in the list.'], DELETE: [] },
  ],
  ['removes a revoked session', { revoke: take }, { POST: ['The session is no longer in the list.'], DELETE: [] }],
  ['keeps a deleted session', { remove: end }, { POST: [], DELETE: ['The session is still in the list.'] }],
  [
    'does not list the second session',
    { isUnlisted: true },
    {
      POST: ['The second session is not in the list or has no sessionId.'],
      DELETE: ['The second session is not in the list or has no sessionId.'],
    },
  ],
])('returns the findings for a backend that %s', async (_name, faults, expected) => {
  expect(await findingsFor(faults)).toEqual(expected)
})
