import { generateSync } from 'otplib'
import { CREDENTIALS } from '../support/test-server.ts'
import type { Caller } from './requests.ts'
import type { Answer, Send } from './send.ts'

/** The sections of the limited admin. */
const SECTIONS = ['Gaushala', 'Events', 'Donations', 'Profile', 'LoginSessions']

/** An address of its own, so that fuzzed logins do not lock out the run's own. */
const OWN_ADDRESS = '198.51.100.7'

const SECOND_STEP = '/api/admin/me/second-step'

interface Account {
  token: string
  /** The secret of an authenticator app that the account has not confirmed. */
  unconfirmedKey: string
  /** Of the second step of its sign-ins, which is on if there are any. */
  recoveryCodes: string[]
  /** Of a sign-in that lacks its second step. */
  ticket: string
  /** Of the session whose device needs no second step for a while. */
  trustedSession: string
}

/**
 * The accounts that send the requests. Sign-ins of the limited admin need a code. The requests log them out, change and delete them: then a
 * new account takes the place. The first superadmin creates them and sends no fuzzed request.
 */
export async function openAccounts(send: Send) {
  let created = 0
  const accounts = new Map<Caller, Promise<Account>>()
  const current = new Map<Caller, Account>()
  const keeper = String((await signIn(CREDENTIALS.username)).token)
  const me = await call('GET', '/api/admin/me', { token: keeper })

  async function createAccount(caller: Caller): Promise<Account> {
    const username = `fuzz-${caller}-${++created}`
    const body = {
      username,
      email: `${username}@seva.example`,
      password: CREDENTIALS.password,
      role: caller === 'superadmin' ? 'superadmin' : 'admin',
      sections: caller === 'superadmin' ? [] : SECTIONS,
    }
    await call('POST', '/api/admin/addadmin', { body, token: keeper })
    const token = String((await signIn(username)).token)
    const { key } = Object((await call('POST', `${SECOND_STEP}/set-up`, { token })).data)
    const account =
      caller === 'limited'
        ? await withSecondStep(username, { token, key })
        : { token, unconfirmedKey: String(key), recoveryCodes: [], ticket: '', trustedSession: '' }
    current.set(caller, account)
    return account
  }

  async function withSecondStep(username: string, { token, key }: { token: string; key: string }): Promise<Account> {
    const confirmation = { body: { code: generateSync({ secret: key }) }, token }
    const recoveryCodes: string[] = Object(
      (await call('POST', `${SECOND_STEP}/confirm`, confirmation)).data,
    ).recoveryCodes
    const body = { ticket: await ticketOf(username), code: recoveryCodes.pop(), trustDevice: true }
    const trusted = { token: String((await call('POST', '/api/admin/login/second-step', { body })).token) }
    const next = Object((await call('POST', `${SECOND_STEP}/set-up`, trusted)).data)
    const [session] = (await call('GET', '/api/admin/sessions', trusted)).data as { sessionId: string }[]
    return {
      ...trusted,
      unconfirmedKey: next.key,
      recoveryCodes,
      ticket: await ticketOf(username),
      trustedSession: session?.sessionId ?? '',
    }
  }

  function signIn(username: string, status = 200) {
    const body = { username, password: CREDENTIALS.password }
    return call('POST', '/api/admin/login', { body, status })
  }

  async function ticketOf(username: string): Promise<string> {
    return String((await signIn(username, 401)).ticket)
  }

  async function call(
    method: string,
    path: string,
    { body, token, status = 200 }: { body?: object; token?: string; status?: number },
  ): Promise<Record<string, unknown>> {
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
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }

  return {
    /** The id that no request may name. */
    keeperId: String(me._id),
    /** How many accounts took the place of a lost one. */
    replaced: () => Math.max(0, created - 2),
    async tokenOf(caller: Caller): Promise<string | undefined> {
      if (caller === 'nobody') return undefined
      const account = accounts.get(caller) ?? createAccount(caller)
      accounts.set(caller, account)
      return (await account).token
    },
    /** A ticket for the second step of a sign-in. */
    ticket: () => current.get('limited')?.ticket ?? '',
    trustedSession: () => current.get('limited')?.trustedSession ?? '',
    /** A code for a call: of the new secret where it is confirmed, else a recovery code. */
    codeFor(path: string, caller: Caller): string {
      if (!path.endsWith('/confirm')) return current.get('limited')?.recoveryCodes.pop() ?? ''
      const secret = current.get(caller)?.unconfirmedKey
      return secret ? generateSync({ secret }) : ''
    },
    /** Notes the secret that a request has set up. */
    noticeSecret(path: string, caller: Caller, { status, text }: Answer): void {
      const account = current.get(caller)
      if (status === 200 && account && path.endsWith('/set-up')) account.unconfirmedKey = JSON.parse(text).data.key
    },
    /** Replaces the account if the answer shows that this token is no longer its own. */
    async noticeLoss(caller: Caller, token: string | undefined, answer: Answer): Promise<void> {
      if (answer.status !== 401 || !token || (await accounts.get(caller))?.token !== token) return
      accounts.delete(caller)
    },
  }
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>
