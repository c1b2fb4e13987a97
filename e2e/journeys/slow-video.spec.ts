import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content.ts'
import type { Hands } from '../support/hands.ts'
import { signInByHttp } from '../support/panel.ts'
import { expectPlaying, expectSeeks, watchVideos } from '../support/player.ts'
import type { SlowLine } from '../support/slow-line.ts'
import { test } from '../support/slow-stand.ts'
import { storedFiles, untilQuiet } from '../support/stored-files.ts'
import { longVideo } from '../support/videos.ts'

const WORDS = { title: 'Procession', description: 'Filmed from the roof' }

test.beforeEach(async ({ page, sevadesk }) => {
  await untilQuiet(sevadesk)
  await sevadesk.sql.all('delete from home_videos')
  await signInByHttp(page, sevadesk)
  await page.goto('/home-video')
  await expect(page.getByText('No videos found.')).toBeVisible()
})

test.afterEach(({ line }) => {
  line.release()
})

test('cancelled half-way: all stays in the form, nothing on the server; sent again, it arrives and plays', async ({
  page,
  hands,
  sevadesk,
  line,
  watch,
}) => {
  watch.tolerate(/addvideo$/)
  const videos = contentOf(page, hands, 'video')
  const before = await storedFiles(sevadesk)
  await startUpload(page, hands, line)
  await hands.press(videos.form.getByRole('button', { name: 'Cancel', exact: true }))
  line.release()
  await expect(videos.progress).toHaveCount(0)
  await expect(videos.form.getByText('Stopped. What you entered is still here.')).toBeVisible()
  await videos.expectKept(WORDS, 1)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(before)
  expect(await sevadesk.videoPaths()).toEqual([])

  await hands.press(videos.retry)
  await videos.expectAdded()
  await expect(videos.cards).toHaveCount(1)
  const traffic = watchVideos(page)
  const player = videos.cards.locator('video')
  await hands.press(videos.cards.getByRole('button', { name: /^play /i }))
  await expectPlaying(player)
  await expectSeeks(player)
  expect(traffic.answered.every(({ status }) => status === 206)).toBe(true)
  expect(traffic.answered.filter(({ from }) => from > 0).length).toBeGreaterThan(0)
})

test('the line breaks half-way: that is said, nothing is left, and another try makes exactly one', async ({
  page,
  hands,
  sevadesk,
  line,
  watch,
}) => {
  watch.tolerate(/\/api\/homevideo\//)
  const videos = contentOf(page, hands, 'video')
  const before = await storedFiles(sevadesk)
  await startUpload(page, hands, line)
  line.cut()
  await videos.expectNotSaved()
  await expect(videos.problem).toHaveText(/did not answer.*check the connection/i)
  await videos.expectKept(WORDS, 1)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(before)
  expect(await sevadesk.videoPaths()).toEqual([])

  line.release()
  await hands.press(videos.retry)
  await videos.expectAdded()
  await expect(videos.cards).toHaveCount(1)
  expect(await sevadesk.videoPaths()).toHaveLength(1)
  expect(await storedFiles(sevadesk)).toHaveLength(before.length + 1)
})

/** Sends a video of 12 MB over a line that stands still in the middle, and waits for a true percentage. */
async function startUpload(page: Page, hands: Hands, line: SlowLine) {
  const videos = contentOf(page, hands, 'video')
  line.holdAfter(3_000_000)
  await hands.press(videos.addButton)
  await videos.fill(WORDS)
  await videos.pickFiles([await longVideo(12)])
  await hands.press(videos.save)
  await videos.expectHalfSent()
}
