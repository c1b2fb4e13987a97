import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium, findHeadlessShell } from '../scripts/browsers.mjs'

/** 1.6 Mbit/s down, 0.75 Mbit/s up, and a round trip of 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** Factor by which the CPU is slowed down to resemble a phone's. */
const CPU_SLOWDOWN = 4

/** Prefix of the console message that reports the time in ms. */
const REPORT = 'shown after '

/** Opens a page on a slow line with a slow CPU. */
export async function openSlowPage(context: BrowserContext, line = LINE): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/**
 * Prefers the headless shell: the window processes of full Chromium would compete with the page for
 * the CPU.
 */
export async function launchChromium(): Promise<Browser> {
  const browserProgram = ensureChromium()
  if (!('path' in browserProgram)) throw new Error(browserProgram.missing)
  return chromium.launch({ executablePath: findHeadlessShell() ?? browserProgram.path, args: ['--no-sandbox'] })
}

/** Opens a URL and returns the ms until `count` elements match the selector. */
export async function openAndWait(page: Page, url: string, wanted: { selector: string; count: number }) {
  // A wait by script would take processor time from the page.
  const message = page.waitForEvent('console', { predicate: (line) => line.text().startsWith(REPORT), timeout: 60_000 })
  const script = await page.addInitScript(announceElements, { ...wanted, report: REPORT })
  await page.goto(url, { waitUntil: 'commit' })
  const ms = Number((await message).text().slice(REPORT.length))
  await script.dispose()
  return ms
}

/** Runs in the page before its own scripts: checks every frame until the elements exist. */
function announceElements({ selector, count, report }: { selector: string; count: number; report: string }): void {
  const checkElements = () => {
    if (document.querySelectorAll(selector).length >= count) console.debug(report + performance.now())
    else requestAnimationFrame(checkElements)
  }
  requestAnimationFrame(checkElements)
}
