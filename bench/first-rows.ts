import type { Browser, Page, Request } from '@playwright/test'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { ADMIN, type Running, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'
import { launchChromium, openAndWait, openSlowPage } from './slow-line.ts'

const VISITS = sizeOf(5, 1)
const MOST_REQUESTS = 14
const OFFICE = { viewport: { width: 1280, height: 800 }, locale: 'en-IN', timezoneId: 'Asia/Kolkata' }

/** Each screen is ready when `count` elements match `selector`. */
const SCREENS = [
  { path: '/donations', selector: 'main tbody > tr:not([id^=row-skeleton])', count: 10 },
  { path: '/dashboard', selector: 'main ol > li', count: 5 },
  { path: '/gaushala', selector: 'main article', count: 3 },
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
  /** Body bytes over the wire. */
  bytes: number
}

/**
 * Opens three screens of the sample data on a slow line, each with an empty and with a warm cache.
 * Prints the requests in order.
 */
export async function measureFirstRows(dataDir: string): Promise<Figure[]> {
  const server = await startOurs(dataDir, {}, ['--demo'])
  const browser = await launchChromium()
  try {
    const figures: Figure[] = []
    for (const screen of SCREENS) {
      const cold: Visit[] = []
      const warm: Visit[] = []
      for (let round = 0; round < VISITS; round += 1) {
        const page = await enter(browser, server)
        cold.push(await visit(page, server, screen))
        // Chromium caches compiled code at the second visit at the earliest.
        await visit(page, server, screen)
        await visit(page, server, screen)
        warm.push(await visit(page, server, screen))
        await page.context().close()
      }
      figures.push(...figuresOf(screen, 'empty cache', cold, 2), ...figuresOf(screen, 'warm cache', warm, 0.6))
      console.log([...orderOf('empty cache', screen, cold), ...orderOf('warm cache', screen, warm)].join('\n'))
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

function figuresOf({ path }: Screen, cache: string, visits: readonly Visit[], mostSeconds: number): Figure[] {
  const name = `First rows of \`${path}\`, ${cache}`
  const seconds = median(visits.map(({ ms }) => ms)) / 1000
  const requests = median(visits.map(({ requests }) => requests.length))
  return [
    { what: name, unit: 's', ours: seconds, aim: { of: 'ours', atMost: mostSeconds } },
    { what: name, unit: 'requests', ours: requests, aim: { of: 'ours', atMost: MOST_REQUESTS } },
  ]
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

/** Returns a page with an empty cache that is signed in as ADMIN. */
async function enter(browser: Browser, { url }: Running): Promise<Page> {
  const context = await browser.newContext(OFFICE)
  const response = await context.request.post(`${url}/api/admin/login`, { data: ADMIN })
  if (!response.ok()) throw new Error(`The sign-in returned ${response.status()}.`)
  return openSlowPage(context)
}

async function visit(page: Page, { url }: Running, screen: Screen): Promise<Visit> {
  const requests: Request[] = []
  const note = (request: Request) => void requests.push(request)
  page.on('request', note)
  const ms = await openAndWait(page, url + screen.path, screen)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  const sent = requests.filter((request) => !request.url().startsWith('data:'))
  const begun = sent[0]?.timing().startTime ?? 0
  const times = await Promise.all(sent.map((request) => timesOf(request, begun)))
  // Playwright has no times of some pictures that come later: their start is then negative.
  return { ms, requests: times.filter(({ start }) => start >= 0 && start < ms) }
}

async function timesOf(request: Request, begun: number): Promise<RequestTimes> {
  const { startTime, responseEnd } = request.timing()
  const { pathname, search } = new URL(request.url())
  const start = startTime - begun
  const sizes = await request.sizes().catch(() => undefined)
  return { path: pathname + search, start, end: start + responseEnd, bytes: Math.max(0, sizes?.responseBodySize ?? 0) }
}
