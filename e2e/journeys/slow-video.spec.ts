import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import type { Driver } from '../support/driver.ts'
import { signInByHttp } from '../support/panel.ts'
import { expectPlaying, expectSeeks, recordVideoTraffic } from '../support/player.ts'
import type { SlowProxy } from '../support/slow-proxy.ts'
import { storedFiles, waitForFileJobs } from '../support/stored-files.ts'
import { test } from '../support/test.ts'
import { longVideo } from '../support/videos.ts'

const ENTRY = { title: 'Procession', description: 'Filmed from the roof' }

/** Small: socket buffers grow with the bytes read and could later hold the rest of the upload. */
const STALL_AFTER_BYTES = 100_000

test.use({ isBehindProxy: true })

test.beforeEach(async ({ page, sevadesk }) => {
  await waitForFileJobs(sevadesk)
  await sevadesk.sql.all('delete from home_videos')
  await signInByHttp(page, sevadesk)
  await page.goto('/home-video')
  await expect(page.getByText('No videos found.')).toBeVisible()
})

test('keeps the form and stores nothing after a cancelled upload, then adds the video on the retry @full', async ({
  page,
  driver,
  sevadesk,
  slowProxy,
  pageErrors,
}) => {
  pageErrors.allow(/addvideo$/)
  const videos = contentOf(page, driver, 'video')
  const before = await storedFiles(sevadesk)
  await startUpload(page, driver, slowProxy)
  await driver.press(videos.form.getByRole('button', { name: 'Cancel', exact: true }))
  slowProxy.resume()
  await expect(videos.progress).toHaveCount(0)
  await expect(videos.form.getByText('Stopped. What you entered is still here.')).toBeVisible()
  await videos.expectKept(ENTRY, 1)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(before)
  expect(await sevadesk.videoPaths()).toEqual([])

  await driver.press(videos.save)
  await videos.expectAdded()
  await expect(videos.cards).toHaveCount(1)
  const traffic = recordVideoTraffic(page)
  const player = videos.cards.locator('video')
  await driver.press(videos.cards.getByRole('button', { name: /^play /i }))
  await expectPlaying(player)
  await expectSeeks(player)
  expect(traffic.responses.every(({ status }) => status === 206)).toBe(true)
  expect(traffic.responses.filter(({ from }) => from > 0).length).toBeGreaterThan(0)
})

test('shows that the connection broke, stores nothing, and adds one video on the retry @full', async ({
  page,
  driver,
  sevadesk,
  slowProxy,
  pageErrors,
}) => {
  pageErrors.allow(/\/api\/homevideo\//)
  const videos = contentOf(page, driver, 'video')
  const before = await storedFiles(sevadesk)
  await startUpload(page, driver, slowProxy)
  slowProxy.disconnect()
  await videos.expectNotSaved()
  await expect(videos.problem).toHaveText(/did not answer.*check your internet connection/i)
  await videos.expectKept(ENTRY, 1)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(before)
  expect(await sevadesk.videoPaths()).toEqual([])

  slowProxy.resume()
  await driver.press(videos.save)
  await videos.expectAdded()
  await expect(videos.cards).toHaveCount(1)
  expect(await sevadesk.videoPaths()).toHaveLength(1)
  const added = (await storedFiles(sevadesk)).filter((path) => !before.includes(path) && path.endsWith('.mp4'))
  expect(added).toHaveLength(1)
})

/** Starts uploading a 12 MB video, stalls the upload, and waits for its percentage. */
async function startUpload(page: Page, driver: Driver, slowProxy: SlowProxy) {
  const videos = contentOf(page, driver, 'video')
  slowProxy.stallRequestsAfter(STALL_AFTER_BYTES)
  await driver.press(videos.addButton)
  await videos.fill(ENTRY)
  await videos.pickFiles([await longVideo(12)])
  await driver.press(videos.save)
  await videos.expectHalfSent()
}
