import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { busiestFrame } from './main-thread.ts'
import { recordFirstCards, recordFrames } from './page-recorder.ts'

/** A small phone of today. */
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** How much slower than this machine the phone is. */
const SLOWER = 4
/** Pixels a second: a hand that leafs through. */
const SCROLL_SPEED = 6000
const MOST_GESTURES = 10
const QUIET_MS = 2000

export interface GalleryAddress {
  url: string
  /** Makes a new browser context one that may see the page. */
  enter(context: BrowserContext): Promise<void>
}

export interface FirstCards {
  /** From the start of the navigation to the first frame with a card in the window, and with that card's picture loaded, in milliseconds. */
  card: number
  picture: number
}

export interface Scroll {
  /** The longest time between two frames, in milliseconds. */
  longestFrame: number
  /** Of all frames, so many took longer than 50 ms. */
  slowFrames: number
  frames: number
  /** Where the longest frames went: their length and the scripts in them, for whoever looks for the cause. */
  longest: string[]
}

export interface FirstScreen {
  /** Bytes over the wire of all images until the network was quiet, without scrolling. */
  bytes: number
  images: number
  /** How many of the images are on the first screen. */
  onScreen: number
  /** Of those, the bytes. */
  bytesOnScreen: number
  paths: string[]
}

async function openPhone(browser: Browser, address: GalleryAddress): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  await address.enter(context)
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page) }
}

/** One visit with nothing cached, on the slow phone. */
export async function visit(browser: Browser, address: GalleryAddress): Promise<FirstCards> {
  const { page, devtools } = await openPhone(browser, address)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(recordFirstCards)
  await page.goto(address.url, { waitUntil: 'commit' })
  const seen = await page.waitForFunction(() => window.firstCards, undefined, { timeout: 60_000 })
  const figures = await seen.jsonValue()
  await page.context().close()
  if (!figures) throw new Error('No card came into view.')
  return figures
}

async function openGallery(browser: Browser, address: GalleryAddress) {
  const opened = await openPhone(browser, address)
  await opened.page.goto(address.url)
  await opened.page.locator('li img').first().waitFor()
  await opened.page.waitForLoadState('networkidle')
  return opened
}

/** The same scrolling, by the processor time of the busiest frame on the slow phone, in milliseconds. */
export async function scrollBusily(browser: Browser, address: GalleryAddress, count: number): Promise<number> {
  const { page, devtools } = await openGallery(browser, address)
  const busiest = await busiestFrame(browser, page, () => toTheEnd(page, devtools, count))
  await page.context().close()
  return busiest * SLOWER
}

/** Scrolls from the first card to the last on the slow phone. */
export async function scroll(browser: Browser, address: GalleryAddress, count: number): Promise<Scroll> {
  const { page, devtools } = await openGallery(browser, address)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(recordFrames)
  await toTheEnd(page, devtools, count)
  const figures = await page.evaluate(() => window.stopFrames?.())
  await page.context().close()
  if (!figures) throw new Error('No frame was recorded.')
  return figures
}

/** Cards are drawn and get their height only when they come near, which makes the page longer on the way: go on until all are there. */
async function toTheEnd(page: Page, devtools: CDPSession, count: number): Promise<void> {
  for (let gesture = 0; gesture < MOST_GESTURES; gesture += 1) {
    const { left, cards } = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollTop } = document.scrollingElement ?? document.documentElement
      return { left: scrollHeight - clientHeight - scrollTop, cards: document.querySelectorAll('li img').length }
    })
    if (left < 2 && cards >= count) return
    await devtools.send('Input.synthesizeScrollGesture', {
      x: PHONE.viewport.width / 2,
      y: PHONE.viewport.height / 2,
      yDistance: -Math.ceil(Math.max(left, 1)),
      speed: SCROLL_SPEED,
      gestureSourceType: 'mouse',
    })
  }
  throw new Error(`The page never came to the end of its ${count} cards.`)
}

/** One visit without scrolling: what the browser fetches by itself. */
export async function countFirstScreen(browser: Browser, address: GalleryAddress): Promise<FirstScreen> {
  const { page, devtools } = await openPhone(browser, address)
  const running = new Map<string, string>()
  const fetched = new Map<string, number>()
  let lastAt = performance.now()
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Image' && /^https?:/.test(response.url)) running.set(requestId, new URL(response.url).pathname)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = running.get(requestId)
    if (path === undefined) return
    fetched.set(path, encodedDataLength)
    lastAt = performance.now()
  })
  await page.goto(address.url)
  await page.locator('li img').first().waitFor()
  await page.waitForLoadState('networkidle')
  lastAt = performance.now()
  while (performance.now() - lastAt < QUIET_MS) await wait(100)
  const visible = new Set(
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('li img')].flatMap((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return top < innerHeight && bottom > 0 ? new URL(image.currentSrc).pathname : []
      }),
    ),
  )
  await page.context().close()
  const onScreen = [...fetched].filter(([path]) => visible.has(path))
  const sum = (all: Iterable<readonly [string, number]>) => [...all].reduce((bytes, [, each]) => bytes + each, 0)
  return {
    bytes: sum(fetched),
    images: fetched.size,
    onScreen: onScreen.length,
    bytesOnScreen: sum(onScreen),
    paths: [...fetched.keys()],
  }
}
