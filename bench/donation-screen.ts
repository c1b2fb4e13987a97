import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../scripts/browsers.mjs'
import { root } from '../scripts/install.mjs'
import { type CallClient, callClient } from './call-client.ts'
import type { DonationBench } from './donation-bench.ts'
import { recordRows } from './donation-recorder.ts'
import { median } from './median.ts'
import { servePage } from './page-server.ts'
import { ADMIN } from './programs.ts'
import { isSmokeRun } from './size.ts'

export interface ScreenFigures {
  mode: string
  /** Factor by which the browser's CPU is slowed down. */
  slower: number
  /** Ms from the start of the navigation to the first rows. */
  firstRows: number
  /** Ms from a key press to the painted results. */
  key: { median: number; slowest: number; count: number }
}

interface Panel {
  mode: string
  url: string
  enter(context: BrowserContext): Promise<void>
}

/** A key to press for a search term, and the rows that the screen must then show. */
interface Key {
  key: string
  rowIds: string[]
}

const SLOWER = isSmokeRun ? [1] : [1, 4]
const TERMS = isSmokeRun
  ? ['sharma']
  : ['sharma', 'kavita', 'meera.t', 'vaidya', 'farhan', 'fodder', '98765', 'jose', 'eye c', 'nursing']
const WIDE = { width: 1280, height: 900 }
const LOAD_LIMIT_MS = 180_000
const KEY_LIMIT_MS = 30_000

/**
 * Measures the donations screen in Chromium, on our server and on a plain backend with the same
 * rows, at full CPU speed and at a quarter.
 */
export async function measureScreen(bench: DonationBench): Promise<ScreenFigures[]> {
  const browserProgram = ensureChromium()
  if (!('path' in browserProgram)) throw new Error(browserProgram.missing)
  const client = callClient(bench.ours.url, bench.token)
  const newest = await rowIdsOf('', client)
  const terms: Key[][] = []
  for (const term of TERMS) terms.push(await keysOf(term, client))
  const plain = await servePlain(await client.read('/donate'))
  client.close()
  const browser = await chromium.launch({ executablePath: browserProgram.path, args: ['--no-sandbox'] })
  try {
    const figures: ScreenFigures[] = []
    for (const panel of [ownPanel(bench), plain]) {
      for (const slower of SLOWER) figures.push(await measure(browser, panel, slower, newest, terms))
    }
    return figures
  } finally {
    await browser.close()
    plain.stop()
  }
}

/** Returns each key of a term with the rows that its search shows. */
async function keysOf(term: string, client: CallClient): Promise<Key[]> {
  const keys: Key[] = []
  for (let length = 1; length <= term.length; length += 1) {
    keys.push({ key: term.charAt(length - 1), rowIds: await rowIdsOf(term.slice(0, length), client) })
  }
  return keys
}

/** Returns the ids of a search's first page. */
async function rowIdsOf(search: string, client: CallClient): Promise<string[]> {
  const body = await client.read(`/donate?page=1&limit=10&search=${encodeURIComponent(search)}`)
  const { data }: { data: { _id: string }[] } = JSON.parse(String(body))
  return data.map(({ _id }) => _id)
}

function ownPanel({ ours }: DonationBench): Panel {
  return {
    mode: 'our server',
    url: ours.url,
    async enter(context) {
      const options = { data: ADMIN, headers: { origin: ours.url } }
      const body = await context.request.post(`${ours.url}/api/admin/login`, options)
      if (!body.ok()) throw new Error(`The sign-in returned ${body.status()}.`)
    },
  }
}

/** Serves the panel with a plain backend, which returns all donations in one list. */
async function servePlain(donations: Buffer): Promise<Panel & { stop(): void }> {
  const admin = { _id: 'bench', username: 'bench', email: '', role: 'superadmin', sections: [], createdAt: '' }
  const responses = new Map<string, string | Buffer>([
    ['/config.json', '{}'],
    ['/api/admin/me', JSON.stringify(admin)],
    ['/api/donate', donations],
  ])
  const { url, stop } = await servePage(join(root, 'panel/dist'), (path, response) => {
    const body = responses.get(path)
    if (body !== undefined) response.setHeader('content-type', 'application/json').end(body)
    else if (path.startsWith('/api/')) response.writeHead(404).end()
    else return false
    return true
  })
  return { mode: 'a plain backend', url, enter: async () => undefined, stop }
}

async function measure(
  browser: Browser,
  { mode, url, enter }: Panel,
  slower: number,
  newest: readonly string[],
  terms: readonly (readonly Key[])[],
): Promise<ScreenFigures> {
  const context = await browser.newContext({ viewport: WIDE, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  try {
    await enter(context)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(`${url}/donations`, { waitUntil: 'commit' })
    const seen = await page.waitForFunction(
      (id) => document.getElementById(id) && performance.now(),
      `row-${newest[0]}`,
      { timeout: LOAD_LIMIT_MS },
    )
    const firstRows = Number(await seen.jsonValue())
    const times: number[] = []
    for (const keys of terms) times.push(...(await typeTerm(page, newest, keys)))
    return { mode, slower, firstRows, key: { median: median(times), slowest: Math.max(...times), count: times.length } }
  } finally {
    await context.close()
  }
}

async function typeTerm(page: Page, newest: readonly string[], keys: readonly Key[]): Promise<number[]> {
  const times: number[] = []
  const field = page.getByRole('searchbox')
  await field.fill('')
  await page.locator(`main tbody tr[id="row-${newest[0]}"]`).waitFor()
  let previous = newest.join()
  for (const { key, rowIds } of keys) {
    // Only changed rows show that the search has finished; an empty page does not.
    const hasChanged = rowIds.length > 0 && rowIds.join() !== previous
    previous = rowIds.join()
    if (hasChanged) await page.evaluate(recordRows, rowIds)
    await field.press(key)
    if (!hasChanged) continue
    await page.waitForFunction(() => window.rowsPainted?.then(() => true), undefined, { timeout: KEY_LIMIT_MS })
    times.push((await page.evaluate(() => window.rowsPainted)) ?? Number.NaN)
  }
  return times
}
