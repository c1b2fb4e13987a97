import type { Browser } from '@playwright/test'
import type { Pair } from './accounts.ts'
import { median } from './median.ts'
import { servePage } from './page-server.ts'
import { startOurs } from './programs.ts'
import { sizeOf } from './size.ts'
import { launchChromium, openAndWait, openSlowPage } from './slow-line.ts'

const VISITS = sizeOf(7, 1)
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/**
 * Returns the median ms until the login form is usable with an empty cache. The floor is the form
 * of an empty React page.
 */
export async function measureLoginPage(dataDir: string, emptyPage: string): Promise<Pair> {
  const browser = await launchChromium()
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
  const ms = await openAndWait(page, url, { selector, count: 1 })
  await context.close()
  return ms
}
