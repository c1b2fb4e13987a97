import { expect, type Locator, type Page } from '@playwright/test'
import { shownColour } from './videos.ts'

/** The answers that stored videos got since the watching began, by path. */
export interface VideoTraffic {
  asked: string[]
  /** HTTP status by path below the host. */
  answered: { path: string; status: number; from: number }[]
}

/** Notes every request for a video, whoever makes it. */
export function watchVideos(page: Page): VideoTraffic {
  const traffic: VideoTraffic = { asked: [], answered: [] }
  const isVideo = (url: string) => /\.(mp4|webm|mov)$/.test(new URL(url).pathname)
  page.on('request', (request) => {
    if (isVideo(request.url())) traffic.asked.push(new URL(request.url()).pathname)
  })
  page.on('response', (response) => {
    if (!isVideo(response.url())) return
    const [, from] = /^bytes (\d+)-/.exec(response.headers()['content-range'] ?? '') ?? []
    traffic.answered.push({
      path: new URL(response.url()).pathname,
      status: response.status(),
      from: Number(from ?? 0),
    })
  })
  return traffic
}

/** None of these players has fetched anything. */
export async function expectUntouched(videos: Locator): Promise<void> {
  const states = await videos.evaluateAll((players) =>
    players.map((player) => {
      const { preload, readyState, buffered } = player as HTMLVideoElement
      return `${preload} ${readyState} ${buffered.length}`
    }),
  )
  expect(new Set(states)).toEqual(new Set(['none 0 0']))
}

/** Pictures appear and time goes on. */
export async function expectPlaying(video: Locator): Promise<void> {
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.videoWidth)).toBe(480)
  const now = () => video.evaluate((player: HTMLVideoElement) => player.currentTime)
  await expect.poll(now).toBeGreaterThan(0)
  const before = await now()
  await expect.poll(now).not.toBe(before)
}

/** Goes to the last second of one of our videos and looks whether its pictures are shown. */
export async function expectSeeks(video: Locator): Promise<void> {
  const reached = await video.evaluate((player: HTMLVideoElement) => {
    player.pause()
    return new Promise<number>((resolve) => {
      player.addEventListener('seeked', () => resolve(player.currentTime), { once: true })
      player.currentTime = 3.5
    })
  })
  expect(reached).toBeCloseTo(3.5, 1)
  await expect.poll(() => shownColour(video)).toBe('blue')
}
