import { join } from 'node:path'
import { startOwnServer } from '../support/own-server.ts'
import type { Program } from '../support/program.ts'
import { CREDENTIALS } from '../support/test-server.ts'

/** The password of every account that the attacks create. */
export const PASSWORD = CREDENTIALS.password

interface Call {
  method?: string
  /** Sent as JSON, or as a form. */
  body?: unknown
  token?: string
  /** The address of the caller, as the proxy in front reports it. */
  ip?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed text; empty if it is no JSON. */
  json: Record<string, unknown>
}

/** A running server to attack, with its own data folder. The attacker plays its proxy. */
export interface AttackTarget {
  readonly url: string
  readonly dataDir: string
  readonly database: string
  readonly server: Program
  call(path: string, call?: Call): Promise<Answer>
  /** Signs the first superadmin in, or the account `username`, and returns the token. */
  signIn(username?: string): Promise<string>
  /** Adds an account with these sections. Returns its id and a token. */
  addAdmin(username: string, sections: string[]): Promise<{ id: string; token: string }>
  /** Starts the server again after `server.stop()`. Rejects with its output if it refuses. */
  start(args?: string[]): Promise<void>
  close(): Promise<void>
}

export async function openAttackTarget(settings: Record<string, string> = {}): Promise<AttackTarget> {
  const own = await startOwnServer('sqlite', {
    TRUSTED_PROXIES: '127.0.0.1',
    // Guesses cost the least, so that many fit into a test.
    ARGON2_MEMORY_KIB: '1024',
    ARGON2_ITERATIONS: '1',
    LOG_LEVEL: 'info',
    ...settings,
  })
  const call = (path: string, options?: Call) => send(`${own.url}${path}`, options)

  async function signIn(username = CREDENTIALS.username): Promise<string> {
    const answer = await call('/api/admin/login', { body: { username, password: PASSWORD } })
    if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.status} ${answer.text}`)
    return String(answer.json.token)
  }

  return {
    url: own.url,
    dataDir: own.dataDir,
    database: join(own.dataDir, 'sevadesk.sqlite'),
    get server() {
      return own.program
    },
    call,
    signIn,
    async addAdmin(username, sections) {
      const body = { username, email: `${username}@seva.example`, password: PASSWORD, role: 'admin', sections }
      const answer = await call('/api/admin/addadmin', { body, token: await signIn() })
      if (answer.status !== 200) throw new Error(`${username} was not added: ${answer.status} ${answer.text}`)
      return { id: (answer.json.data as { _id: string })._id, token: await signIn(username) }
    },
    start: (args) => own.start(args),
    close: () => own.close(),
  }
}

async function send(url: string, { method, body, token, ip, headers = {} }: Call = {}): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(ip && { 'x-forwarded-for': ip }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} }
}

/** How many answers have each status. */
export function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The records of a list that the superadmin reads. */
export async function recordsOf(target: AttackTarget, path: string): Promise<Record<string, unknown>[]> {
  const { status, json, text } = await target.call(path, { token: await target.signIn() })
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return json.data as Record<string, unknown>[]
}
