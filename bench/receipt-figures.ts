import { mkdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { addOrders, type CaptureEvent, RAZORPAY_SETTINGS, sendCapture } from '../e2e/kill/capture-events.ts'
import { randomFrom } from '../e2e/kill/random.ts'
import { openPostgresql, openSqlite, type Sql } from '../e2e/support/sql.ts'
import { startPostgresCluster } from '../scripts/postgres-cluster.ts'
import { forgetPeak, memoryOf } from '../scripts/process-memory.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { type Running, signIn, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

interface ReceiptFigures {
  /** Captures and receipts per second. */
  captures: number
  receipts: number
  /** Time of one receipt while eight are fetched at once, in ms. */
  median: number
  slowest: number
  /** Time of `GET /health` while receipts are fetched, in ms. */
  health: { median: number; slowest: number }
  /** Median size of a receipt, in bytes. */
  size: number
  /** Growth of peak resident memory after half and after all receipts, in bytes. */
  growth: { half: number; all: number }
}

const RECEIPTS = sizeOf(2000, 20)
const AT_ONCE = 8
const HEALTH_EVERY_MS = 20

/** Records captures by webhook, then fetches each receipt as a PDF. */
export async function measureReceipts(folder: string): Promise<Figure[]> {
  const sqlite = await measureOn(join(folder, 'sqlite'), undefined)
  const cluster = await startPostgresCluster()
  const postgres = await measureOn(join(folder, 'postgresql'), `${cluster.url}/postgres`).finally(cluster.stop)
  return [...figuresOf('SQLite', sqlite), ...figuresOf('PostgreSQL', postgres)]
}

async function measureOn(dataDir: string, databaseUrl: string | undefined): Promise<ReceiptFigures> {
  mkdirSync(dataDir, { recursive: true })
  const env = { ...RAZORPAY_SETTINGS, RECEIPTS_PER_HOUR: '1000000', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const server = await startOurs(dataDir, env)
  const sql = databaseUrl ? await openPostgresql(databaseUrl) : openSqlite(join(dataDir, 'sevadesk.sqlite'))
  try {
    const events = await addOrders(sql, randomFrom(1), 1, RECEIPTS)
    const captures = await capture(server, events)
    return { captures, ...(await fetchAll(server, await tokensOf(sql))) }
  } finally {
    await sql.close()
    await server.stop()
  }
}

async function capture(server: Running, events: readonly CaptureEvent[]): Promise<number> {
  const begun = performance.now()
  await eightAtOnce(events, async (event) => {
    const status = await sendCapture(server.url, event)
    if (status !== 200) throw new Error(`A capture returned ${status}.`)
  })
  return (events.length / (performance.now() - begun)) * 1000
}

async function tokensOf(sql: Sql): Promise<string[]> {
  const rows = await sql.all('select receipt_token from donations where receipt_token is not null')
  if (rows.length !== RECEIPTS) throw new Error(`${rows.length} of ${RECEIPTS} captures gave a receipt.`)
  return rows.map((row) => String(row.receipt_token))
}

async function fetchAll(server: Running, tokens: readonly string[]): Promise<Omit<ReceiptFigures, 'captures'>> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${await signIn(server)}` }
  const call = (method: string, path: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const sent = request(`${server.url}/api${path}`, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          if (response.statusCode === 200) resolve(Buffer.concat(chunks))
          else reject(new Error(`${path} returned ${response.statusCode}: ${Buffer.concat(chunks)}`))
        })
      })
      sent.on('error', reject).end()
    })
  const sizes: number[] = []
  const times: number[] = []
  const fetchOne = async (token: string) => {
    const begun = performance.now()
    const file = await call('POST', `/donate/receipt/${token}`)
    times.push(performance.now() - begun)
    sizes.push(file.length)
    if (file.toString('latin1', 0, 5) !== '%PDF-') throw new Error('A receipt is no PDF.')
  }
  try {
    for (const token of tokens.slice(0, AT_ONCE)) await fetchOne(token)
    times.length = 0
    const before = memoryOf(server.pid, 'VmRSS')
    forgetPeak(server.pid)
    const health = watchHealth(() => call('GET', '/health'))
    const begun = performance.now()
    await eightAtOnce(tokens.slice(0, RECEIPTS / 2), fetchOne)
    const half = memoryOf(server.pid, 'VmHWM') - before
    await eightAtOnce(tokens.slice(RECEIPTS / 2), fetchOne)
    const receipts = (tokens.length / (performance.now() - begun)) * 1000
    return {
      receipts,
      median: median(times),
      slowest: Math.max(...times),
      health: await health(),
      size: median(sizes),
      growth: { half, all: memoryOf(server.pid, 'VmHWM') - before },
    }
  } finally {
    agent.destroy()
  }
}

/** Times `ask` at intervals. The returned function stops the calls and returns their times. */
function watchHealth(ask: () => Promise<unknown>): () => Promise<{ median: number; slowest: number }> {
  const times: number[] = []
  const running: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const begun = performance.now()
    running.push(ask().then(() => times.push(performance.now() - begun)))
  }, HEALTH_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
    return { median: median(times), slowest: Math.max(...times) }
  }
}

async function eightAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const one = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

function figuresOf(engine: string, figures: ReceiptFigures): Figure[] {
  const { captures, receipts, health, size, growth } = figures
  const figure = (name: string, unit: string, ours: number) => ({ what: `${engine}: ${name}`, unit, ours })
  return [
    figure(`${RECEIPTS} captures, ${AT_ONCE} at once, each with its receipt`, '/s', captures),
    figure('receipts as PDF', '/s', receipts),
    figure('one of them', 'ms', figures.median),
    figure('one of them, at worst', 'ms', figures.slowest),
    figure('another call meanwhile', 'ms', health.median),
    figure('another call meanwhile, at worst', 'ms', health.slowest),
    figure('size of one', 'kB', size / 1000),
    figure('growth of memory after half of them', 'MB', growth.half / 1e6),
    figure('growth of memory after all', 'MB', growth.all / 1e6),
  ]
}
