import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../scripts/browsers.mjs'
import { root } from '../scripts/install.mjs'
import { type CallClient, callClient } from './call-client.ts'
import { recordRows } from './donation-recorder.ts'
import type { DonationStand } from './donation-stand.ts'
import { median } from './median.ts'
import { servePage } from './page-server.ts'
import { ADMIN } from './programs.ts'

export interface ScreenFigures {
  mode: string
  /** How many times slower than this machine the browser's processor is made. */
  slower: number
  /** From the start of the navigation to the first rows, in milliseconds. */
  firstRows: number
  /** From a key to the rows that it finds, painted, in milliseconds. */
  key: { median: number; slowest: number; count: number }
}

interface Panel {
  mode: string
  url: string
  enter(context: BrowserContext): Promise<void>
}

/** What a key adds to a search, and the rows that the screen must show then. */
interface Key {
  key: string
  rowIds: string[]
}

const SLOWER = [1, 4]
const TERMS = ['sharma', 'kavita', 'meera.t', 'vaidya', 'farhan', 'fodder', '98765', 'jose', 'eye c', 'nursing']
const WIDE = { width: 1280, height: 900 }
const LOAD_LIMIT_MS = 180_000
const KEY_LIMIT_MS = 30_000

/** The donations screen in Chromium, on our server and on a plain backend of the same rows, at the machine's speed and slowed. */
export async function measureScreen(stand: DonationStand): Promise<ScreenFigures[]> {
  const found = ensureChromium()
  if (!('path' in found)) throw new Error(found.missing)
  const client = callClient(stand.ours.url, stand.token)
  const newest = await rowIdsOf('', client)
  const terms: Key[][] = []
  for (const term of TERMS) terms.push(await keysOf(term, client))
  const plain = await servePlain(await client.read('/donate'))
  client.close()
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
  try {
    const figures: ScreenFigures[] = []
    for (const panel of [ownPanel(stand), plain]) {
      for (const slower of SLOWER) figures.push(await measure(browser, panel, slower, newest, terms))
    }
    return figures
  } finally {
    await browser.close()
    plain.stop()
  }
}

/** The keys of a term; those that change nothing on the first page are not waited for. */
async function keysOf(term: string, client: CallClient): Promise<Key[]> {
  const keys: Key[] = []
  for (let length = 1; length <= term.length; length += 1) {
    keys.push({ key: term.charAt(length - 1), rowIds: await rowIdsOf(term.slice(0, length), client) })
  }
  return keys
}

/** The first page of a search. */
async function rowIdsOf(search: string, client: CallClient): Promise<string[]> {
  const answer = await client.read(`/donate?page=1&limit=10&search=${encodeURIComponent(search)}`)
  const { data }: { data: { _id: string }[] } = JSON.parse(String(answer))
  return data.map(({ _id }) => _id)
}

function ownPanel({ ours }: DonationStand): Panel {
  return {
    mode: 'our server',
    url: ours.url,
    async enter(context) {
      const options = { data: ADMIN, headers: { origin: ours.url } }
      const answer = await context.request.post(`${ours.url}/api/admin/login`, options)
      if (!answer.ok()) throw new Error(`The sign-in was answered with ${answer.status()}.`)
    },
  }
}

/** A backend of the plain contract: it answers all donations in one list, and can do nothing besides. */
async function servePlain(donations: Buffer): Promise<Panel & { stop(): void }> {
  const admin = { _id: 'bench', username: 'bench', email: '', role: 'superadmin', sections: [], createdAt: '' }
  const answers = new Map<string, string | Buffer>([
    ['/config.json', '{}'],
    ['/api/admin/me', JSON.stringify(admin)],
    ['/api/donate', donations],
  ])
  const { url, stop } = await servePage(join(root, 'panel/dist'), (path, response) => {
    const answer = answers.get(path)
    if (answer !== undefined) response.setHeader('content-type', 'application/json').end(answer)
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
  let shown = newest.join()
  for (const { key, rowIds } of keys) {
    // Rows that are there already say nothing, and neither does a page without rows.
    const isTelling = rowIds.length > 0 && rowIds.join() !== shown
    shown = rowIds.join()
    if (isTelling) await page.evaluate(recordRows, rowIds)
    await field.press(key)
    if (!isTelling) continue
    await page.waitForFunction(() => window.rowsPainted?.then(() => true), undefined, { timeout: KEY_LIMIT_MS })
    times.push((await page.evaluate(() => window.rowsPainted)) ?? Number.NaN)
  }
  return times
}
