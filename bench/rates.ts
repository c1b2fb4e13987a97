import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { node26, root } from '../scripts/install.mjs'
import { callClient } from './call-client.ts'
import { manyDonations, openSqliteDonations } from './donation-database.ts'
import { RARE_LAST_NAME } from './donation-names.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { type Running, signIn, startFloor, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

const DONATIONS = sizeOf(100_000, 1000)
const CONNECTIONS = 10
const WARM_UP_MS = sizeOf(1000, 100)
const ROUNDS = sizeOf(5, 1)
const ROUND_MS = sizeOf(2000, 200)

interface Call {
  name: string
  path: string
  /** Target for our call rate: a share of the floor's rate. */
  aim?: number
}

const CALLS: readonly Call[] = [
  { name: '`GET /admin/me`', path: '/admin/me', aim: 0.4 },
  { name: 'Ten newest with total', path: '/donate?page=1&limit=10', aim: 0.4 },
  { name: 'Summary cards', path: '/donate/summary' },
  { name: 'Search, many donors: "sharma"', path: search('sharma') },
  { name: 'Search, few donors: "Vaidyana"', path: search(RARE_LAST_NAME[0].slice(0, 8)) },
]

interface Side {
  server: Running
  token: string
}

interface Figures {
  /** Calls per second. */
  rate: number
  /** Share of a core that the client used. */
  busy: number
}

/**
 * Measures how many signed-in calls a second the server completes over kept-alive connections, at
 * the default log level and at `warn`, and the floor.
 */
export async function measureRates(folder: string): Promise<Figure[]> {
  const [dataDir, copyDir] = [join(folder, 'ours'), join(folder, 'warn')]
  mkdirSync(dataDir)
  await (await startOurs(dataDir)).stop()
  const database = openSqliteDonations(dataDir)
  await database.add(manyDonations(DONATIONS, Date.now()))
  await database.tidy()
  await database.close()
  cpSync(dataDir, copyDir, { recursive: true })

  const servers: Running[] = []
  const started = async (server: Promise<Running>) => {
    servers.push(await server)
    return server
  }
  try {
    const ours = await sideOf(await started(startOurs(dataDir, { LOG_LEVEL: 'info' })))
    const quiet = await sideOf(await started(startOurs(copyDir)))
    // Reads the database of the first server, so that it finds the same session.
    const floor = { server: await started(startFloor(dataDir, 'bench/rate-floor.ts')), token: ours.token }
    const rows: Figure[] = []
    let busy = 0
    for (const call of CALLS) {
      const sides = call.aim === undefined ? [ours, quiet] : [ours, quiet, floor]
      if (call.aim !== undefined) await compareResponses(call, ours, floor)
      const figures = await measure(call, sides)
      busy = Math.max(busy, ...figures.flat().map((figure) => figure.busy))
      rows.push(...figuresOf(call, figures.map(ratesOf)))
    }
    return [...rows, { what: 'Share of a core that the client used', unit: '%', ours: busy * 100 }]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    for (const each of [dataDir, copyDir]) rmSync(each, { recursive: true, force: true })
  }
}

async function sideOf(server: Running): Promise<Side> {
  return { server, token: await signIn(server) }
}

/** Throws unless every field of the floor's response equals ours, which has more fields. */
async function compareResponses({ path }: Call, ...sides: readonly Side[]): Promise<void> {
  const [ours, floor] = await Promise.all(
    sides.map(async ({ server, token }) => {
      const client = callClient(server.url, token)
      const body: Record<string, unknown> = JSON.parse(String(await client.read(path)))
      client.close()
      return body
    }),
  )
  const different = Object.keys(floor ?? {}).find((key) => !isDeepStrictEqual(ours?.[key], floor?.[key]))
  if (different !== undefined) throw new Error(`${path}: our server and the floor differ in "${different}".`)
}

/** Alternates between the sides: a busy moment of the machine affects all of them. */
async function measure({ path }: Call, sides: readonly Side[]): Promise<Figures[][]> {
  const figures: Figures[][] = sides.map(() => [])
  for (const side of sides) await load(side, path, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, side] of sides.entries()) figures[at]?.push(await load(side, path, ROUND_MS))
  }
  return figures
}

async function load({ server, token }: Side, path: string, ms: number): Promise<Figures> {
  const program = join(root, 'bench/rate-client.ts')
  const options = [`${server.url}/api${path}`, token, String(CONNECTIONS), String(ms)]
  const { stdout } = await promisify(execFile)(node26, [program, ...options])
  return JSON.parse(stdout)
}

function ratesOf(figures: readonly Figures[]): number {
  return median(figures.map(({ rate }) => rate))
}

function figuresOf({ name, aim }: Call, [ours = Number.NaN, quiet = Number.NaN, floor]: readonly number[]): Figure[] {
  const compared =
    floor === undefined || aim === undefined ? {} : { floor, aim: { of: 'ratio', atLeast: aim } as const }
  return [
    { what: `${name}, ${CONNECTIONS} connections`, unit: '/s', ours, ...compared },
    { what: `${name}, the same at \`LOG_LEVEL=warn\``, unit: '/s', ours: quiet },
  ]
}

function search(term: string): string {
  return `/donate?page=1&limit=10&search=${term}`
}
