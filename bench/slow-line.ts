import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium, findHeadlessShell } from '../scripts/browsers.mjs'

/** 1.6 Mbit/s down, 0.75 Mbit/s up, and a round trip of 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** Factor by which the CPU is slowed down to resemble a phone's. */
const SLOWER = 4

/** Begins the line on the page's console with the ms from the navigation until the elements. */
const SHOWN = 'shown after '

/** Opens a page on a slow line with a slow CPU. */
export async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/** Starts Chromium, where possible the shell without windows: their processes take the page's time. */
export async function launchChromium(): Promise<Browser> {
  const found = ensureChromium()
  if (!('path' in found)) throw new Error(found.missing)
  return chromium.launch({ executablePath: findHeadlessShell() ?? found.path, args: ['--no-sandbox'] })
}

/** Opens a URL and returns the ms until `count` elements match the selector. */
export async function openAndWait(page: Page, url: string, wanted: { selector: string; count: number }) {
  // A wait by script would take processor time from the page.
  const shown = page.waitForEvent('console', { predicate: (line) => line.text().startsWith(SHOWN), timeout: 60_000 })
  const script = await page.addInitScript(announceElements, { ...wanted, shown: SHOWN })
  await page.goto(url, { waitUntil: 'commit' })
  const ms = Number((await shown).text().slice(SHOWN.length))
  await script.dispose()
  return ms
}

/** Runs in the page before its own scripts: checks every frame until the elements exist. */
function announceElements({ selector, count, shown }: { selector: string; count: number; shown: string }): void {
  const look = () => {
    if (document.querySelectorAll(selector).length >= count) console.debug(shown + performance.now())
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
