import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { busiestFrame } from './main-thread.ts'
import { recordFirstCards, recordFrames } from './page-recorder.ts'

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** Factor by which the CPU is slowed down to resemble a phone's. */
const SLOWER = 4
/** Pixels per second. */
const SCROLL_SPEED = 6000
const MOST_GESTURES = 10
const QUIET_MS = 2000

export interface GalleryAddress {
  url: string
  /** Signs in with a new browser context. */
  enter(context: BrowserContext): Promise<void>
}

export interface FirstCards {
  /**
   * Ms from navigation until a card is in view, and until all pictures in view are loaded.
   */
  card: number
  picture: number
}

export interface Scroll {
  /** Longest time between two frames, in ms. */
  longestFrame: number
  /** Frames longer than 50 ms. */
  slowFrames: number
  frames: number
  /** Length and scripts of the longest frames. */
  longest: string[]
}

export interface FirstScreen {
  /** Bytes of all images over the wire until the network is idle, without scrolling. */
  bytes: number
  images: number
  /** Number of images on the first screen. */
  onScreen: number
  /** Bytes of the images on the first screen. */
  bytesOnScreen: number
  paths: string[]
}

async function openPhone(browser: Browser, address: GalleryAddress): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  await address.enter(context)
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page) }
}

/** Visits the gallery with an empty cache and the CPU slowed down. */
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

/** Returns the CPU time of the busiest frame while scrolling, in ms, scaled to the slow phone. */
export async function scrollBusily(browser: Browser, address: GalleryAddress, count: number): Promise<number> {
  const { page, devtools } = await openGallery(browser, address)
  const busiest = await busiestFrame(browser, page, () => toTheEnd(page, devtools, count))
  await page.context().close()
  return busiest * SLOWER
}

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

/**
 * Scrolls until all cards exist. One gesture may not suffice: cards get their height only near the
 * viewport, so the page grows while scrolling.
 */
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

/** Visits the gallery without scrolling and counts the fetched images. */
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
