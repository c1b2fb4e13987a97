import { type Browser, chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/browsers.mjs'
import type { Pair } from './accounts.ts'
import { median } from './median.ts'
import { servePage } from './page-server.ts'
import { startOurs } from './programs.ts'
import { openSlowPage } from './slow-line.ts'

declare global {
  interface Window {
    /** Ms from the start of the navigation until the login form is usable. */
    usableAt?: number
  }
}

const VISITS = 7
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/**
 * Returns the median ms until the login form is usable with an empty cache. The floor is the form
 * of an empty React page.
 */
export async function measureLoginPage(dataDir: string, emptyPage: string): Promise<Pair> {
  const browserProgram = ensureChromium()
  if (!('path' in browserProgram)) throw new Error(browserProgram.missing)
  const browser = await chromium.launch({ executablePath: browserProgram.path, args: ['--no-sandbox'] })
  const server = await startOurs(dataDir)
  const empty = await servePage(emptyPage, () => false)
  try {
    const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
    for (let round = 0; round < VISITS; round += 1) {
      times.ours.push(await visit(browser, `${server.url}/`, 'form input[name="username"]:enabled'))
      times.floor.push(await visit(browser, `${empty.url}/`, '#root form'))
    }
    return { ours: median(times.ours), floor: median(times.floor) }
  } finally {
    empty.stop()
    await server.stop()
    await browser.close()
  }
}

async function visit(browser: Browser, url: string, selector: string): Promise<number> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  const page = await openSlowPage(context)
  await page.addInitScript(recordUsable, selector)
  await page.goto(url, { waitUntil: 'commit' })
  const seen = await page.waitForFunction(() => window.usableAt, undefined, { timeout: 60_000 })
  const usableAt = await seen.jsonValue()
  await context.close()
  if (usableAt === undefined) throw new Error('The page never became usable.')
  return usableAt
}

/** Runs in the page before its own scripts: checks every frame until the element exists. */
function recordUsable(selector: string): void {
  const look = () => {
    if (document.querySelector(selector)) window.usableAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
