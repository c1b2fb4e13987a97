import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { callClient } from './call-client.ts'
import { median } from './median.ts'
import { ADMIN, type Running, signIn, startFloor, startOurs } from './programs.ts'
import { inTurns } from './turns.ts'

/** As the server hashes unless it is told otherwise. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** So that it does, and so that thousands of wrong passwords are looked at. */
const SETTINGS = {
  ARGON2_MEMORY_KIB: String(COST.memoryCost),
  ARGON2_ITERATIONS: String(COST.timeCost),
  ARGON2_PARALLELISM: String(COST.parallelism),
  LOGIN_ACCOUNT_FAILURES: '100000',
  LOGIN_ADDRESS_FAILURES: '1000000',
}
const TURNS = 7
const TURN_MS = 1500
/** As many as the server hashes at once. */
const HASHES_AT_ONCE = 2

export interface Pair {
  ours: number
  floor: number
}

export interface AccountFigures {
  /** A second, one after the other and eight at once; the floor is bare argon2, at most two at once. */
  single: Pair
  many: Pair
  /** Milliseconds until a wrong password is refused: of an unknown name, and of a known one in place of the floor. */
  refusal: Pair
  /** Milliseconds of `GET /admin/me`; the floor answers from its database and knows nobody. */
  me: Pair
}

/** Sign-ins and what every page asks first, on a new database in this folder. */
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

/** In turns, so that a busy moment of the machine is not one side's alone. */
async function rates(ours: () => Promise<void>, bare: () => Promise<void>, atOnce: number): Promise<Pair> {
  const figures: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
  await Promise.all([ours(), bare()])
  for (let turn = 0; turn < TURNS; turn += 1) {
    figures.ours.push(await perSecond(ours, atOnce))
    figures.floor.push(await perSecond(bare, Math.min(atOnce, HASHES_AT_ONCE)))
  }
  return { ours: median(figures.ours), floor: median(figures.floor) }
}

async function perSecond(work: () => Promise<void>, atOnce: number): Promise<number> {
  const begun = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - begun < TURN_MS) {
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
  const [ours = Number.NaN, floor = Number.NaN] = await inTurns([refused('nobody'), refused(ADMIN.username)], {
    warmUps: 3,
    // One call a turn: the two go in turn like people.
    turns: 60,
    calls: 1,
    ms: TURN_MS,
  })
  return { ours, floor }
}

async function me(server: Running, floor: Running): Promise<Pair> {
  const clients = [callClient(server.url, await signIn(server)), callClient(floor.url)]
  try {
    const works = clients.map((client) => async () => (await client.time('/admin/me')).ms)
    const effort = { warmUps: 300, turns: TURNS, calls: 500, ms: TURN_MS }
    const [ours = Number.NaN, bare = Number.NaN] = await inTurns(works, effort)
    return { ours, floor: bare }
  } finally {
    for (const client of clients) client.close()
  }
}

interface LoginClient {
  /** Throws for another status. */
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
      if (response.statusCode !== status) throw new Error(`A sign-in was answered with ${response.statusCode}.`)
    },
    close: () => agent.destroy(),
  }
}
