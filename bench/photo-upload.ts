import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { drawPicture } from './drawn-pictures.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { ADMIN, type Running, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'
import { launchChromium } from './slow-line.ts'

const ROUNDS = sizeOf(3, 1)
/** 12 megapixels; at this quality the files have 3 to 5 MB, as those of phones. */
const PHOTO = { width: 4000, height: 3000, quality: 96 }
const BYTES_PER_SECOND = sizeOf(1_500_000, 100_000_000) / 8
/** 1.5 Mbit/s in both directions, and a round trip of 100 ms. */
const LINE = { offline: false, latency: 100, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND }
/** Slows down the page, but not its workers. */
const CPU_SLOWDOWN = 4
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const TIME_LIMIT_MS = 300_000

interface Visit {
  /** Ms from choosing the photos, with Save pressed at once, until they are saved. */
  ms: number
  /** Ms until all three are made smaller, while nothing is sent. */
  makingMs: number
}

/** Adds three phone photos on a slow line, as the panel does and with “Send the original”. */
export async function measurePhotoUpload(dataDir: string): Promise<Figure[]> {
  // Files on disk: the page would have to decode what is sent by the driver.
  const photos: string[] = []
  for (const number of [1, 2, 3]) {
    photos.push(join(dataDir, `photo-${number}.jpg`))
    await writeFile(photos.at(-1) ?? '', await drawPicture(number, PHOTO))
  }
  const server = await startOurs(dataDir)
  const browser = await launchChromium()
  try {
    const smaller: Visit[] = []
    const original: Visit[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      smaller.push(await addPhotos(browser, server, photos, false))
      original.push(await addPhotos(browser, server, photos, true))
    }
    const [ours, floor] = [median(smaller.map(({ ms }) => ms)), median(original.map(({ ms }) => ms))]
    const sizes = photos.map((path) => `${(statSync(path).size / 1e6).toFixed(1)} MB`).join(', ')
    const making = median(smaller.map(({ makingMs }) => makingMs))
    const upload = `Three photos (${sizes}) from choosing until saved, “Send the original” as floor`
    return [
      { what: upload, unit: 's', ours: ours / 1000, floor: floor / 1000, aim: { of: 'ratio', atMost: 0.25 } },
      { what: 'Of this, making the three smaller', unit: 's', ours: making / 1000 },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function addPhotos(browser: Browser, server: Running, files: string[], isOriginal: boolean): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN' })
  const page = await context.newPage()
  page.setDefaultTimeout(TIME_LIMIT_MS)
  await page.request.post(`${server.url}/api/admin/login`, { data: ADMIN })
  await page.goto(`${server.url}/school`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const makingMs = isOriginal ? 0 : await timeMaking(page, files)
  await openForm(page)
  if (isOriginal) await page.getByRole('switch').click()
  const begun = performance.now()
  await page.locator('input[type=file]').setInputFiles(files)
  await page.locator('form button[type=submit]').click()
  await page.getByText('Photo(s) added successfully').waitFor()
  const ms = performance.now() - begun
  await context.close()
  return { ms, makingMs }
}

async function timeMaking(page: Page, files: string[]): Promise<number> {
  await openForm(page)
  const begun = performance.now()
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByText('instead of').nth(2).waitFor()
  const ms = performance.now() - begun
  await page.reload()
  return ms
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add New Photo' }).first().click()
  await page.getByLabel('Title').fill('Sports day')
}
