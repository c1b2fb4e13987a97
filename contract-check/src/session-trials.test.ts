import { expect, test } from 'vitest'
import type { BackendClient } from './backend-client.ts'
import { tryEndingSessions } from './session-trials.ts'

interface Bent {
  /** What the two calls do to the session. */
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

/** A backend that is right but for what is bent; its tokens are the ids of its sessions. */
function backend({ revoke = end, remove = take, isUnlisted = false }: Bent): BackendClient {
  const sessions: OneSession[] = [{ sessionId: 0, isLive: true, isActive: true, isListed: true }]
  const at = (id: unknown) => sessions.find(({ sessionId }) => `${sessionId}` === id)
  const json = (body: unknown, status = 200) => ({ status, text: JSON.stringify(body), headers: new Headers() })
  return {
    host: 'https://api.example',
    ask: async (method, path, { credential } = {}) => {
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
    look: () => Promise.reject(new Error('no file is asked for')),
  }
}

function end(session: OneSession): void {
  Object.assign(session, { isLive: false, isActive: 0 })
}

function take(session: OneSession): void {
  Object.assign(session, { isLive: false, isListed: false })
}

async function found(bent: Bent): Promise<Record<string, string[]>> {
  const said: Record<string, string[]> = {}
  await tryEndingSessions(backend(bent), {
    account: { username: 'a', password: 'b' },
    credential: { token: '0' },
    tell: (call, findings) => {
      said[call.split(' ')[0] ?? ''] = findings.map(({ text }) => text)
    },
  })
  return said
}

test.each<[string, Bent, Record<string, string[]>]>([
  ['is right', {}, { POST: [], DELETE: [] }],
  [
    'calls a session ended that goes on',
    { revoke: (session) => Object.assign(session, { isActive: false }) },
    { POST: ['The ended session still answers (200).'], DELETE: [] },
  ],
  [
    'ends a session that it lists as active',
    { revoke: (session) => Object.assign(session, { isLive: false }) },
    { POST: ['The session is still active in the list.'], DELETE: [] },
  ],
  [
    'takes a revoked session away',
    { revoke: take },
    { POST: ['The session is not in the list any more.'], DELETE: [] },
  ],
  ['keeps a deleted session', { remove: end }, { POST: [], DELETE: ['The session is still in the list.'] }],
  [
    'does not list the second session',
    { isUnlisted: true },
    {
      POST: ['The second session is not in the list, or has no sessionId.'],
      DELETE: ['The second session is not in the list, or has no sessionId.'],
    },
  ],
])('a backend that %s', async (_what, bent, expected) => {
  expect(await found(bent)).toEqual(expected)
})
