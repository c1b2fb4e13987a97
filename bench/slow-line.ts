import type { BrowserContext, Page } from '@playwright/test'

/** 1.6 Mbit/s down, 0.75 Mbit/s up, and a round trip of 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** Factor by which the CPU is slowed down to resemble a phone's. */
const SLOWER = 4

/** Opens a page on a slow line with a slow CPU. */
export async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}
