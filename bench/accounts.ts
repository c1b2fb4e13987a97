import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { alternate } from './alternate.ts'
import { callClient } from './call-client.ts'
import { median } from './median.ts'
import { ADMIN, type Running, signIn, startFloor, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

/** The server's argon2 defaults. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** COST as settings, and limits that allow thousands of wrong passwords. */
const SETTINGS = {
  ARGON2_MEMORY_KIB: String(COST.memoryCost),
  ARGON2_ITERATIONS: String(COST.timeCost),
  ARGON2_PARALLELISM: String(COST.parallelism),
  LOGIN_ACCOUNT_FAILURES: '100000',
  LOGIN_SLOW_FAILURES: '1000000',
  LOGIN_ADDRESS_FAILURES: '1000000',
  LOGIN_RANGE_FAILURES: '10000000',
}
const ROUNDS = sizeOf(7, 1)
const ROUND_MS = sizeOf(1500, 100)
/** The server runs at most two hashes at once. */
const HASHES_AT_ONCE = 2

export interface Pair {
  ours: number
  floor: number
}

export interface AccountFigures {
  /** Sign-ins per second, one or eight at once. The floor runs bare argon2, at most two at once. */
  single: Pair
  many: Pair
  /**
   * Ms until a wrong password is rejected: `ours` for an unknown username, `floor` for a known one.
   */
  refusal: Pair
  /** Ms of `GET /admin/me`. The floor runs one query and checks no session. */
  me: Pair
}

export async function measureAccounts(dataDir: string): Promise<AccountFigures> {
  const server = await startOurs(dataDir, SETTINGS)
  const floor = await startFloor(dataDir)
  try {
    const passwordHash = await hash(ADMIN.password, COST)
    const bare = async () => {
      if (!(await verify(passwordHash, ADMIN.password))) throw new Error('Bare argon2 refused the right password.')
    }
    const login = loginClient(server)
    const right = () => login.expect(200, ADMIN)
    try {
      return {
        single: await rates(right, bare, 1),
        many: await rates(right, bare, 8),
        refusal: await refusals(login),
        me: await me(server, floor),
      }
    } finally {
      login.close()
    }
  } finally {
    await Promise.all([server.stop(), floor.stop()])
  }
}

/** Alternates between our sign-ins and bare argon2: a busy moment of the machine affects both. */
async function rates(ours: () => Promise<void>, bare: () => Promise<void>, atOnce: number): Promise<Pair> {
  const figures: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
  await Promise.all([ours(), bare()])
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.ours.push(await perSecond(ours, atOnce))
    figures.floor.push(await perSecond(bare, Math.min(atOnce, HASHES_AT_ONCE)))
  }
  return { ours: median(figures.ours), floor: median(figures.floor) }
}

async function perSecond(work: () => Promise<void>, atOnce: number): Promise<number> {
  const begun = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - begun < ROUND_MS) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return (done / (performance.now() - begun)) * 1000
}

async function refusals(login: LoginClient): Promise<Pair> {
  const refused = (username: string) => async () => {
    const begun = performance.now()
    await login.expect(401, { username, password: 'Wrong#2026' })
    return performance.now() - begun
  }
  const [ours = Number.NaN, floor = Number.NaN] = await alternate([refused('nobody'), refused(ADMIN.username)], {
    warmUps: 3,
    rounds: 60,
    calls: 1,
    ms: ROUND_MS,
  })
  return { ours, floor }
}

async function me(server: Running, floor: Running): Promise<Pair> {
  const clients = [callClient(server.url, await signIn(server)), callClient(floor.url)]
  try {
    const works = clients.map((client) => async () => (await client.time('/admin/me')).ms)
    const limits = { warmUps: 300, rounds: ROUNDS, calls: 500, ms: ROUND_MS }
    const [ours = Number.NaN, bare = Number.NaN] = await alternate(works, limits)
    return { ours, floor: bare }
  } finally {
    for (const client of clients) client.close()
  }
}

interface LoginClient {
  /** Throws if the response has a different status. */
  expect(status: number, credentials: object): Promise<void>
  close(): void
}

function loginClient({ url }: Running): LoginClient {
  const agent = new Agent({ keepAlive: true })
  return {
    async expect(status, credentials) {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = { method: 'POST', agent, headers: { 'content-type': 'application/json' } }
        request(`${url}/api/admin/login`, options, resolve).on('error', reject).end(JSON.stringify(credentials))
      })
      response.resume()
      await once(response, 'end')
      if (response.statusCode !== status) throw new Error(`A sign-in returned ${response.statusCode}.`)
    },
    close: () => agent.destroy(),
  }
}
