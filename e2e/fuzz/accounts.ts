import { CREDENTIALS } from '../support/test-server.ts'
import type { Caller } from './requests.ts'
import type { Answer, Send } from './send.ts'

/** The sections of the limited admin. */
const SECTIONS = ['Gaushala', 'Events', 'Donations', 'Profile', 'LoginSessions']

/** An address of its own, so that fuzzed logins do not lock out the run's own. */
const OWN_ADDRESS = '198.51.100.7'

/**
 * The accounts that send the requests. The requests log them out, change and delete them: then a
 * new account takes the place. The first superadmin creates them and sends no fuzzed request.
 */
export async function openAccounts(send: Send) {
  let created = 0
  const tokens = new Map<Caller, Promise<string>>()
  const keeper = await signIn(CREDENTIALS.username)
  const me = await call('GET', '/api/admin/me', undefined, keeper)

  async function createAccount(caller: Caller): Promise<string> {
    const username = `fuzz-${caller}-${++created}`
    const body = {
      username,
      email: `${username}@seva.example`,
      password: CREDENTIALS.password,
      role: caller === 'superadmin' ? 'superadmin' : 'admin',
      sections: caller === 'superadmin' ? [] : SECTIONS,
    }
    await call('POST', '/api/admin/addadmin', body, keeper)
    return signIn(username)
  }

  async function signIn(username: string): Promise<string> {
    const body = { username, password: CREDENTIALS.password }
    return String((await call('POST', '/api/admin/login', body)).token)
  }

  async function call(method: string, path: string, body?: object, token?: string): Promise<Record<string, unknown>> {
    const answer = await send({
      method,
      path,
      headers: {
        'x-forwarded-for': OWN_ADDRESS,
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && Buffer.from(JSON.stringify(body)),
    })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }

  return {
    /** The id that no request may name. */
    keeperId: String(me._id),
    /** How many accounts took the place of a lost one. */
    replaced: () => Math.max(0, created - 2),
    tokenOf(caller: Caller): Promise<string> | undefined {
      if (caller === 'nobody') return undefined
      const token = tokens.get(caller) ?? createAccount(caller)
      tokens.set(caller, token)
      return token
    },
    /** Replaces the account if the answer shows that this token is no longer its own. */
    async noticeLoss(caller: Caller, token: string | undefined, answer: Answer): Promise<void> {
      if (answer.status !== 401 || !token || (await tokens.get(caller)) !== token) return
      tokens.delete(caller)
    },
  }
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>
