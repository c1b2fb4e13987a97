import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, type Page } from '@playwright/test'
import { forgetPeak, memoryOf } from '../../scripts/process-memory.ts'
import { contentOf } from '../support/content-page.ts'
import type { Driver } from '../support/driver.ts'
import { writePaddedVideo } from '../support/padded-video.ts'
import { signInByHttp } from '../support/panel.ts'
import { storedFiles } from '../support/stored-files.ts'
import { test } from '../support/test.ts'
import { cookieOf } from '../support/test-server.ts'
import { phoneVideo, shownColour } from '../support/videos.ts'

const MEGABYTE = 2 ** 20
/** `npm run large` sends 1 GB, `npm run test:all` 200 MB. */
const IS_FULL = process.env.LARGE_VIDEO === 'full'
const BYTES = (IS_FULL ? 1024 : 200) * MEGABYTE
const SIZE = `${BYTES / MEGABYTE} MB`
const MEMORY_LIMIT = 48 * MEGABYTE
const SLOW_BYTES_PER_SECOND = 50_000
/**
 * Longer than Node's default request timeout (300 s), our timeout of idle connections (120 s) and
 * our deadline for request bodies other than uploads (30 s).
 */
const OUTLASTING_SECONDS = 320
const ENTRY = { title: 'Annual day', description: 'All of it, from two cameras' }

test.use({ isBehindProxy: true })
test.describe.configure({ mode: 'default' }) // sequential, to limit disk usage

test.beforeEach(async ({ page, sevadesk }) => {
  await sevadesk.sql.all('delete from home_videos')
  await signInByHttp(page, sevadesk)
  await page.goto('/home-video')
  await expect(page.getByText('No videos found.')).toBeVisible()
})

test(`a video of ${SIZE} arrives unchanged, plays, and takes little server memory`, async ({
  page,
  driver,
  sevadesk,
}, testInfo) => {
  const file = testInfo.outputPath('annual-day.mp4')
  const sent = await writePaddedVideo(file, { bytes: BYTES })
  const videos = await fillForm(page, driver, file)
  const idle = memoryOf(sevadesk.pid, 'VmRSS')
  forgetPeak(sevadesk.pid)
  const begun = performance.now()
  await driver.press(videos.save)
  await expect(videos.form).toBeHidden({ timeout: 200_000 })
  const seconds = (performance.now() - begun) / 1000
  const growth = memoryOf(sevadesk.pid, 'VmHWM') - idle
  await rm(file)
  console.log(`${SIZE}: sent in ${seconds.toFixed(1)} s, the server grew by ${(growth / MEGABYTE).toFixed(1)} MB`)

  const [row] = await sevadesk.sql.all('select path from home_videos')
  expect(await sha256Of(join(sevadesk.dataDir, String(row?.path)))).toBe(sent)
  expect(growth).toBeLessThan(MEMORY_LIMIT)

  const player = videos.card(ENTRY.title).locator('video')
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = 3.4
    return video.play()
  })
  await expect.poll(() => shownColour(player)).toBe('blue')
})

test(`a cancelled upload of ${SIZE} stores nothing and keeps the form, which then adds a small video`, async ({
  page,
  driver,
  sevadesk,
  slowProxy,
  pageErrors,
}, testInfo) => {
  pageErrors.allow(/addvideo$/)
  const file = testInfo.outputPath('annual-day.mp4')
  await writePaddedVideo(file, { bytes: BYTES })
  const before = await storedFiles(sevadesk)
  const videos = await fillForm(page, driver, file)
  slowProxy.stallRequestsAfter(BYTES / 2)
  await driver.press(videos.save)
  await expect
    .poll(async () => Number(await videos.progress.getAttribute('value')), { timeout: 100_000 })
    .toBeGreaterThan(45)
  // The poster and a part of the video.
  await expect.poll(async () => (await storedFiles(sevadesk)).length).toBe(before.length + 2)
  await driver.press(videos.form.getByRole('button', { name: 'Cancel', exact: true }))
  slowProxy.resume()
  await expect(videos.progress).toHaveCount(0)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(before)
  expect(await sevadesk.sql.all('select id from home_videos')).toEqual([])
  await videos.expectKept(ENTRY, 1)
  await rm(file)

  await videos.pickFiles([await phoneVideo()])
  await driver.press(videos.save)
  await videos.expectAdded()
  await expect(videos.card(ENTRY.title)).toHaveCount(1)
})

test('refuses a content length over the limit before the body arrives', async ({ sevadesk }) => {
  const cookie = await cookieOf(sevadesk.apiUrl)
  const call = request(`${sevadesk.apiUrl}/api/homevideo/addvideo`, {
    method: 'POST',
    headers: {
      cookie,
      origin: sevadesk.panelUrl,
      'accept-language': 'hi',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 3000 * MEGABYTE,
    },
  })
  call.flushHeaders()
  call.on('error', () => undefined) // the announced body is never sent
  const [response] = await once(call, 'response')
  expect(response.statusCode).toBe(413)
  expect(JSON.parse(await text(response)).message).toMatch(/वीडियो.*(2048 MB|2 GB)/)
  call.destroy()
})

if (IS_FULL) {
  test('stores an upload at 50 kB/s that takes longer than every timeout', async ({
    page,
    driver,
    sevadesk,
  }, testInfo) => {
    test.setTimeout(2 * OUTLASTING_SECONDS * 1000)
    const file = testInfo.outputPath('long-way.mp4')
    const sent = await writePaddedVideo(file, { bytes: OUTLASTING_SECONDS * SLOW_BYTES_PER_SECOND })
    const videos = await fillForm(page, driver, file)
    const browser = await page.context().newCDPSession(page)
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: SLOW_BYTES_PER_SECOND }
    await browser.send('Network.emulateNetworkConditions', conditions)
    const begun = performance.now()
    await driver.press(videos.save)
    await expect(videos.form).toBeHidden({ timeout: 1.8 * OUTLASTING_SECONDS * 1000 })
    const seconds = (performance.now() - begun) / 1000
    console.log(`${SLOW_BYTES_PER_SECOND / 1000} kB/s: sent in ${seconds.toFixed(0)} s`)
    expect(seconds).toBeGreaterThan(OUTLASTING_SECONDS * 0.95)
    const [row] = await sevadesk.sql.all('select path from home_videos')
    expect(await sha256Of(join(sevadesk.dataDir, String(row?.path)))).toBe(sent)
  })
}

async function fillForm(page: Page, driver: Driver, file: string) {
  const videos = contentOf(page, driver, 'video')
  await driver.press(videos.addButton)
  await videos.fill(ENTRY)
  await videos.pickFiles([file])
  await expect(videos.removeButtons).toHaveCount(1)
  return videos
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
