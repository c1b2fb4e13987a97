import { type Browser, type BrowserContext, chromium, type Request } from '@playwright/test'
import { ensureChromium } from '../scripts/browsers.mjs'
import { median } from './median.ts'
import { ADMIN, type Running, startOurs } from './programs.ts'
import { openSlowPage } from './slow-line.ts'

const VISITS = 5
/** Begins the line on the page's console that has the ms from the navigation until the rows. */
const SHOWN = 'rows after '
const OFFICE = { viewport: { width: 1280, height: 800 }, locale: 'en-IN', timezoneId: 'Asia/Kolkata' }

/** Each screen is ready when `count` elements match `rows`. */
const SCREENS = [
  { path: '/donations', rows: 'main tbody > tr', count: 10 },
  { path: '/dashboard', rows: 'main ol > li', count: 5 },
  { path: '/gaushala', rows: 'main article', count: 3 },
] as const
type Screen = (typeof SCREENS)[number]

interface Visit {
  ms: number
  /** Sent before the rows were rendered, in the order of their start. */
  requests: RequestTimes[]
}

interface RequestTimes {
  path: string
  /** Ms from the start of the navigation. */
  start: number
  end: number
  /** Body bytes over the wire; 0 from the cache. */
  bytes: number
}

/**
 * Opens three screens of the sample data on a slow line, each with an empty and with a warm cache,
 * and returns the lines of a table and the requests in order.
 */
export async function measureFirstRows(dataDir: string): Promise<string[]> {
  const browserProgram = ensureChromium()
  if (!('path' in browserProgram)) throw new Error(browserProgram.missing)
  const server = await startOurs(dataDir, {}, ['--demo'])
  const browser = await chromium.launch({ executablePath: browserProgram.path, args: ['--no-sandbox'] })
  try {
    const lines = ['| Slow line | Empty cache | Requests | Warm cache | Requests |', '|---|---|---|---|---|']
    const orders: string[] = []
    for (const screen of SCREENS) {
      const cold: Visit[] = []
      const warm: Visit[] = []
      for (let round = 0; round < VISITS; round += 1) {
        const context = await enter(browser, server)
        cold.push(await visit(context, server, screen))
        // Chromium caches compiled code at the second visit at the earliest.
        await visit(context, server, screen)
        await visit(context, server, screen)
        warm.push(await visit(context, server, screen))
        await context.close()
      }
      lines.push(`| \`${screen.path}\` | ${figures(cold)} | ${figures(warm)} |`)
      orders.push(...orderOf('empty cache', screen, cold), ...orderOf('warm cache', screen, warm))
    }
    return [...lines, '', ...orders]
  } finally {
    await browser.close()
    await server.stop()
  }
}

function figures(visits: readonly Visit[]): string {
  const seconds = median(visits.map(({ ms }) => ms)) / 1000
  return `${seconds.toFixed(2)} s | ${median(visits.map(({ requests }) => requests.length))}`
}

/** The requests of the last visit, each with its start and end. */
function orderOf(cache: string, { path }: Screen, visits: readonly Visit[]): string[] {
  const requests = visits.at(-1)?.requests ?? []
  return [
    `- \`${path}\`, ${cache}:`,
    ...requests.map(
      ({ path, start, end, bytes }) =>
        `  - ${Math.round(start)}–${Math.round(end)} ms, ${(bytes / 1000).toFixed(1)} kB: \`${path}\``,
    ),
  ]
}

/** Returns a new browser context that is signed in as ADMIN. */
async function enter(browser: Browser, { url }: Running): Promise<BrowserContext> {
  const context = await browser.newContext(OFFICE)
  const response = await context.request.post(`${url}/api/admin/login`, { data: ADMIN })
  if (!response.ok()) throw new Error(`The sign-in returned ${response.status()}.`)
  return context
}

async function visit(context: BrowserContext, { url }: Running, screen: Screen): Promise<Visit> {
  const page = await openSlowPage(context)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  // A wait by script would take processor time from the page.
  const shown = page.waitForEvent('console', { predicate: (line) => line.text().startsWith(SHOWN), timeout: 60_000 })
  await page.addInitScript(recordRows, { ...screen, shown: SHOWN })
  await page.goto(url + screen.path, { waitUntil: 'commit' })
  const ms = Number((await shown).text().slice(SHOWN.length))
  await page.waitForLoadState('networkidle')
  const [navigation, ...others] = requests
  const begun = navigation?.timing().startTime ?? 0
  const sent = [navigation, ...others].filter((request) => request !== undefined)
  const times = await Promise.all(sent.map((request) => timesOf(request, begun)))
  await page.close()
  return { ms, requests: times.filter(({ start, path }) => start < ms && !path.startsWith('data:')) }
}

async function timesOf(request: Request, begun: number): Promise<RequestTimes> {
  const { startTime, responseEnd } = request.timing()
  const { pathname, search } = new URL(request.url())
  const start = startTime - begun
  const sizes = await request.sizes().catch(() => undefined)
  return { path: pathname + search, start, end: start + responseEnd, bytes: sizes?.responseBodySize ?? 0 }
}

/** Runs in the page before its own scripts: checks every frame until the rows exist. */
function recordRows({ rows, count, shown }: { rows: string; count: number; shown: string }): void {
  const look = () => {
    if (document.querySelectorAll(rows).length >= count) console.debug(shown + performance.now())
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
