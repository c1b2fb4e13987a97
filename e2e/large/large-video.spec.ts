import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, type Page } from '@playwright/test'
import { forgetPeak, memoryOf } from '../../scripts/process-memory.ts'
import { contentOf } from '../support/content.ts'
import type { Hands } from '../support/hands.ts'
import { signInByHttp } from '../support/panel.ts'
import type { SevadeskStand } from '../support/sevadesk-stand.ts'
import { test } from '../support/slow-stand.ts'
import { writeStretchedVideo } from '../support/stretched-video.ts'
import { phoneVideo, shownColour } from '../support/videos.ts'

const MEGABYTE = 2 ** 20
const BYTES = Number(process.env.LARGE_VIDEO_MB ?? 200) * MEGABYTE
const SIZE = `${BYTES / MEGABYTE} MB`
const MEMORY_LIMIT = 48 * MEGABYTE
const WORDS = { title: 'Annual day', description: 'All of it, from two cameras' }

test.describe.configure({ mode: 'serial' })
test.setTimeout(240_000)

test.beforeEach(async ({ page, sevadesk }) => {
  await sevadesk.sql.all('delete from home_videos')
  await signInByHttp(page, sevadesk)
  await page.goto('/home-video')
  await expect(page.getByText('No videos found.')).toBeVisible()
})

test(`a video of ${SIZE} arrives byte for byte, plays, and the server stays small`, async ({
  page,
  hands,
  sevadesk,
}, testInfo) => {
  const file = testInfo.outputPath('annual-day.mp4')
  const sent = await writeStretchedVideo(file, { bytes: BYTES })
  const videos = await fillForm(page, hands, file)
  const idle = memoryOf(sevadesk.pid, 'VmRSS')
  forgetPeak(sevadesk.pid)
  const begun = performance.now()
  await hands.press(videos.save)
  await expect(videos.form).toBeHidden({ timeout: 200_000 })
  const seconds = (performance.now() - begun) / 1000
  const growth = memoryOf(sevadesk.pid, 'VmHWM') - idle
  await rm(file)
  console.log(`${SIZE}: sent in ${seconds.toFixed(1)} s, the server grew by ${(growth / MEGABYTE).toFixed(1)} MB`)

  const [row] = await sevadesk.sql.all('select path from home_videos')
  expect(await sha256Of(join(sevadesk.dataDir, String(row?.path)))).toBe(sent)
  expect(growth).toBeLessThan(MEMORY_LIMIT)

  const player = videos.card(WORDS.title).locator('video')
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = 3.4
    return video.play()
  })
  await expect.poll(() => shownColour(player)).toBe('blue')
})

test(`the sending of ${SIZE} stopped in the middle: nothing is left, the form is as it was, and another video goes through`, async ({
  page,
  hands,
  sevadesk,
  line,
  watch,
}, testInfo) => {
  watch.tolerate(/addvideo$/)
  const file = testInfo.outputPath('annual-day.mp4')
  await writeStretchedVideo(file, { bytes: BYTES })
  const before = await storedFiles(sevadesk)
  const videos = await fillForm(page, hands, file)
  line.holdAfter(BYTES / 2)
  await hands.press(videos.save)
  await expect
    .poll(async () => Number(await videos.progress.getAttribute('value')), { timeout: 100_000 })
    .toBeGreaterThan(45)
  await expect.poll(async () => (await storedFiles(sevadesk)).length).toBe(before.length + 1)
  await hands.press(videos.form.getByRole('button', { name: 'Cancel', exact: true }))
  line.release()
  await expect(videos.progress).toHaveCount(0)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(before)
  expect(await sevadesk.sql.all('select id from home_videos')).toEqual([])
  await videos.expectKept(WORDS, 1)
  await rm(file)

  await videos.pickFiles([await phoneVideo()])
  await hands.press(videos.save)
  await videos.expectAdded()
  await expect(videos.card(WORDS.title)).toHaveCount(1)
})

async function fillForm(page: Page, hands: Hands, file: string) {
  const videos = contentOf(page, hands, 'video')
  await hands.press(videos.addButton)
  await videos.fill(WORDS)
  await videos.pickFiles([file])
  await expect(videos.removeButtons).toHaveCount(1)
  return videos
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Every file that is served or still arriving. */
async function storedFiles({ dataDir }: SevadeskStand): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => ['media', 'tmp'].some((folder) => file.startsWith(join(dataDir, folder)))).sort()
}
