/**
 * Runs several servers behind Caddy, on a PostgreSQL database and a bucket, under load.
 * `npm run cluster -- --kill 100 --target server`: kills a server (`database`: the primary; `storage`:
 * the S3 gateway) as often, and audits what was acknowledged. `-- --restart 3 --rate 50`: restarts all
 * servers in turn, at as many requests a second. `-- --throughput 20`: measures 1, 2 and 3 servers,
 * so many seconds each. Needs Caddy, Debian's PostgreSQL and Ceph.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/builds.mjs'
import { S3_KEYS, startS3Server } from '../../scripts/s3-server.ts'
import { signIn } from '../kill/content-client.ts'
import { wait } from '../kill/kill-moment.ts'
import { randomFrom } from '../kill/random.ts'
import { noFailure } from '../kill/wait-for-jobs.ts'
import { startServers, untilReady } from '../support/servers.ts'
import { openPostgresql } from '../support/sql.ts'
import { CREDENTIALS } from '../support/test-server.ts'
import { type Client, type Kind, openClient, sendAtRate, sendSteadily } from './load.ts'
import { findPostgres, startPostgresPair } from './postgres-pair.ts'

const TARGETS = ['server', 'database', 'storage'] as const
const BUCKET = 'cluster'
/** Mostly reads, as a working day has. */
const MIX: readonly Kind[] = [
  ...Array<Kind>(9).fill('list'),
  ...Array<Kind>(8).fill('figures'),
  'gift',
  'gift',
  'photo',
]
const WRITES: readonly Kind[] = ['gift', 'photo']
const LINES = 6

const { values } = parseArgs({
  options: {
    kill: { type: 'string' },
    target: { type: 'string', default: 'server' },
    restart: { type: 'string' },
    throughput: { type: 'string' },
    rate: { type: 'string', default: '50' },
    servers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
})
const target = TARGETS.find((each) => each === values.target)
const programs = findPostgres()
if (!target || !programs)
  throw new Error(target ? 'Debian’s PostgreSQL is missing here' : `--target: ${TARGETS.join(', ')}`)
if (!buildIfStale()) process.exit(1)

const random = randomFrom(Number(values.seed))
const folder = mkdtempSync(join(tmpdir(), 'sevadesk-cluster-'))
const storage = await startS3Server()
await storage.createBucket(BUCKET)
const database = await startPostgresPair(programs)
const settings = {
  DATABASE_URL: `${database.url}/postgres`,
  MEDIA_STORE: 's3',
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: storage.url,
  S3_PATH_STYLE: 'true',
  S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  ADMIN_USERNAME: CREDENTIALS.username,
  ADMIN_PASSWORD: CREDENTIALS.password,
  STOP_DELAY_SECONDS: '7',
}
try {
  if (target === 'database') await database.addStandby()
  if (values.throughput) await measure(Number(values.throughput))
  else await inOneGroup(Number(values.servers))
} finally {
  await database.close()
  await storage.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function inOneGroup(count: number): Promise<void> {
  const group = await startServers(count, folder, settings)
  const client = await openClient(group.url, await signIn(group.url), random)
  try {
    if (values.restart) await restart(group, client, Number(values.restart), Number(values.rate))
    else await killOften(group, client, Number(values.kill ?? 10))
  } catch (error) {
    console.error(group.servers.map(({ program }) => program.output().slice(-3000)).join('\n'))
    throw error
  } finally {
    await group.close()
  }
}

async function killOften({ servers, url }: Awaited<ReturnType<typeof startServers>>, client: Client, rounds: number) {
  const { sent } = client
  const figures = { kills: 0, whileWriting: 0, betweenObjectAndRow: 0, slowestBackMs: 0 }
  const ways: Record<(typeof TARGETS)[number], (round: number) => Promise<() => Promise<void>>> = {
    server: async (round) => {
      const victim = servers[round % servers.length]
      await victim?.program.kill()
      return async () => victim?.start()
    },
    database: async () => {
      await database.failOver()
      return database.addStandby
    },
    storage: async () => {
      await storage.kill()
      return storage.restart
    },
  }
  const begun = performance.now()
  for (let round = 0; figures.whileWriting < rounds; round += 1) {
    const stop = sendSteadily(client, WRITES, LINES)
    const before = sent.gifts.size + sent.photos.size
    while (sent.gifts.size + sent.photos.size < before + 4) await wait(5)
    await wait(random() * 150)
    const writing = sent.writing
    const pending = await readAdding()
    const restore = await ways[target ?? 'server'](round)
    figures.kills += 1
    if (writing > 0) figures.whileWriting += 1
    if (pending > 0) figures.betweenObjectAndRow += 1
    const killedAt = performance.now()
    await restore()
    const acknowledged = sent.gifts.size
    while (sent.gifts.size === acknowledged) await wait(5)
    figures.slowestBackMs = Math.max(figures.slowestBackMs, Math.round(performance.now() - killedAt))
    await untilReady(url)
    await stop()
    if (round % 10 === 9) await audit(client)
  }
  await audit(client, true)
  const perSecond = Math.round((sent.requests / (performance.now() - begun)) * 1000)
  const [gifts, photos] = [sent.gifts.size, sent.photos.size]
  console.log({ target, ...figures, requests: sent.requests, perSecond, gifts, photos })
  console.log('not answered by 200:', Object.fromEntries(sent.failed))
}

/** The number of files that have no row yet, or had none when their server was killed. */
async function readAdding(): Promise<number> {
  const sql = await openPostgresql(settings.DATABASE_URL)
  const [row] = await sql.all("select count(*) as count from pending_files where state = 'adding'")
  await sql.close()
  return Number(row?.count)
}

/** Compares what was acknowledged with rows and objects. At the end, also after the sweep. */
async function audit({ sent }: Client, isEnd = false): Promise<void> {
  const sql = await openPostgresql(settings.DATABASE_URL)
  const column = async (statement: string) => (await sql.all(statement)).map((row) => String(Object.values(row)[0]))
  try {
    const gifts = new Set(await column('select donation_id from offline_gifts'))
    noFailure(
      [...sent.gifts].filter((id) => !gifts.has(id)),
      'an acknowledged gift is gone',
    )
    const photos = await column('select path from photos')
    noFailure(
      [...sent.photos].filter((path) => !photos.includes(path)),
      'an acknowledged photo is gone',
    )
    let objects = new Set((await storage.listObjects(BUCKET)).map((name) => `/${name}`))
    noFailure(
      photos.filter((path) => !objects.has(path)),
      'a row has no object',
    )
    const gaps = await column('select series from receipts group by series having max(number) <> count(*)')
    noFailure(gaps, 'a series of receipts has a gap')
    let known = new Set([...photos, ...(await column('select path from pending_files'))])
    const isVersion = (path: string) => /-\d+\.\w+$/.test(path)
    const stray = () =>
      [...objects].filter((path) => path.startsWith('/media/') && !isVersion(path) && !known.has(path))
    noFailure(stray(), 'an object has no row and is not pending')
    if (!isEnd) return
    // A killed server's files go once its leases are over, those that could not be deleted within a minute.
    while ((await column('select path from pending_files')).length > 0) await wait(1000)
    objects = new Set((await storage.listObjects(BUCKET)).map((name) => `/${name}`))
    known = new Set(photos)
    noFailure(stray(), 'an object has no row after the sweep')
  } finally {
    await sql.close()
  }
}

/** Stops and starts each server in turn, under load. Throws if a request failed. */
async function restart(
  { servers, url }: Awaited<ReturnType<typeof startServers>>,
  client: Client,
  times: number,
  rate: number,
) {
  const stop = sendAtRate(client, MIX, rate)
  const begun = performance.now()
  await wait(2000)
  for (let round = 0; round < times; round += 1) {
    for (const server of servers) {
      await server.program.stop()
      await server.start()
      // Caddy asks every three seconds.
      await wait(4000)
    }
  }
  await stop()
  const seconds = (performance.now() - begun) / 1000
  const { requests, failed } = client.sent
  console.log({
    restarts: times * servers.length,
    requests,
    perSecond: Math.round(requests / seconds),
    failed: Object.fromEntries(failed),
    ...spread(client),
  })
  await untilReady(url)
  await audit(client)
  if (failed.size > 0) process.exitCode = 1
}

/** Requests a second of 1, 2 and 3 servers, of reads and of writes, `seconds` each. */
async function measure(seconds: number): Promise<void> {
  for (const count of [1, 2, 3]) {
    const group = await startServers(count, join(folder, `of${count}`), { ...settings, KEYS_DIR: join(folder, 'keys') })
    for (const kinds of [['list', 'figures'], WRITES] as const) {
      const client = await openClient(group.url, await signIn(group.url), random)
      const stop = sendSteadily(client, kinds, 12)
      await wait(seconds * 1000)
      await stop()
      console.log({
        servers: count,
        kinds: kinds.join(),
        perSecond: Math.round(client.sent.times.length / seconds),
        ...spread(client),
      })
    }
    await group.close()
  }
}

function spread({ sent: { times } }: Client) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(0.9999) }
}
