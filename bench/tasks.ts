import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { writePaddedVideo } from '../e2e/support/padded-video.ts'
import { drawPicture } from './drawn-pictures.ts'
import type { Figure } from './figure.ts'
import { phoneUser } from './phone-user.ts'
import { ADMIN, type Running, signIn, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'
import { launchChromium, openSlowPage } from './slow-line.ts'
import { TASKS, type TaskMaterial } from './task-list.ts'

const MOST_TAPS = 8
const FIRST_TEXT_LIMIT_S = sizeOf(2.5, 60)
const BYTES_PER_SECOND = sizeOf(1_500_000, 100_000_000) / 8
/** 1.5 Mbit/s in both directions, and a round trip of 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND }
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'hi-IN',
  timezoneId: 'Asia/Kolkata',
}
/** 12 megapixels; at this quality the files have 3 to 5 MB, as those of phones. */
const PHOTO = { width: 4000, height: 3000, quality: 96 }
/** Four seconds of a phone's video. */
const VIDEO_BYTES = 3_000_000
/** A person of the sample data who has all sections. They have the first superadmin's password. */
const MANAGER = 'meera.joshi'
/** Prefix of the console message that reports the time of the first text in ms. */
const REPORT = 'first text after '

/**
 * A new member of staff does twelve tasks one after the other, in Hindi, on a phone 360 px wide and
 * on a slow line. Counts the taps and the seconds from the first tap of a task to its success.
 * Typing and choosing a file take no time here.
 */
export async function measureTasks(dataDir: string): Promise<Figure[]> {
  const server = await startOurs(dataDir, {}, ['--demo'])
  const browser = await launchChromium()
  try {
    const material = await prepare(server, dataDir)
    const { page, firstTextMs } = await openLogin(browser, server)
    const figures: Figure[] = [
      {
        what: 'First text of the login screen',
        unit: 's',
        ours: firstTextMs / 1000,
        aim: { of: 'ours', atMost: FIRST_TEXT_LIMIT_S },
      },
    ]
    const user = phoneUser(page)
    for (const { name, run } of TASKS.slice(0, sizeOf(TASKS.length, 3))) {
      await run(user, material)
      const { taps, ms } = user.takeCount()
      figures.push({ what: name, unit: 'taps', ours: taps, aim: { of: 'ours', atMost: MOST_TAPS } })
      figures.push({ what: `${name}, time`, unit: 's', ours: ms / 1000 })
      await page.waitForLoadState('networkidle')
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function openLogin(browser: Browser, { url }: Running): Promise<{ page: Page; firstTextMs: number }> {
  const context = await browser.newContext(PHONE)
  const page = await openSlowPage(context, LINE)
  await page.addInitScript(reportFirstText, REPORT)
  const message = page.waitForEvent('console', (line) => line.text().startsWith(REPORT))
  await page.goto(url, { waitUntil: 'commit' })
  return { page, firstTextMs: Number((await message).text().slice(REPORT.length)) }
}

/** Runs in the page before its own scripts: checks every frame until the panel has text. */
function reportFirstText(report: string): void {
  const check = () => {
    if (document.querySelector('#root')?.textContent.trim()) console.debug(report + performance.now())
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

async function prepare(server: Running, dataDir: string): Promise<TaskMaterial> {
  // Files on disk: the page would have to decode what is sent by the driver.
  const photos = [1, 2, 3, 4].map((number) => join(dataDir, `photo-${number}.jpg`))
  for (const [index, path] of photos.entries()) await writeFile(path, await drawPicture(index + 1, PHOTO))
  const [first = '', second = '', third = '', fourth = ''] = photos
  const video = join(dataDir, 'film.mp4')
  await writePaddedVideo(video, { bytes: VIDEO_BYTES })
  const phone = await phoneOfOldDonation(server)
  const sectionsOf = async (username: string) => {
    const admins = await readList<{ username: string; sections: string[] }>(server, '/api/admin')
    return admins.find((admin) => admin.username === username)?.sections ?? []
  }
  return {
    username: MANAGER,
    password: ADMIN.password,
    photos: [first, second, third, fourth],
    video,
    phone,
    sectionsOf,
  }
}

interface ListedDonation {
  donorPhone: string | null
  receipt: { number: string } | null
}

/** Returns the phone of a donor who gave once, with a receipt, and is not among the latest. */
async function phoneOfOldDonation(server: Running): Promise<string> {
  const data = await readList<ListedDonation>(server, '/api/donate')
  const digitsOf = ({ donorPhone }: ListedDonation) => donorPhone?.replace(/\D/g, '').slice(-10) ?? ''
  const all = data.map(digitsOf)
  const donation = data
    .slice(100)
    .find((one) => one.receipt && digitsOf(one) && all.filter((phone) => phone === digitsOf(one)).length === 1)
  if (!donation) throw new Error('The sample data has no old donation with phone and receipt.')
  return digitsOf(donation)
}

async function readList<Entry>(server: Running, path: string): Promise<Entry[]> {
  const headers = { authorization: `Bearer ${await signIn(server)}` }
  const response = await fetch(`${server.url}${path}`, { headers })
  const { data }: { data: Entry[] } = JSON.parse(await response.text())
  return data
}
