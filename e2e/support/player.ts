import { expect, type Locator, type Page } from '@playwright/test'
import { shownColour } from './videos.ts'

/** Requests for videos, by path, and their responses. */
export interface VideoTraffic {
  requested: string[]
  /** `from` is the offset of the first byte of the response. */
  responses: { path: string; status: number; from: number }[]
}

export function recordVideoTraffic(page: Page): VideoTraffic {
  const traffic: VideoTraffic = { requested: [], responses: [] }
  const isVideo = (url: string) => /\.(mp4|webm|mov)$/.test(new URL(url).pathname)
  page.on('request', (request) => {
    if (isVideo(request.url())) traffic.requested.push(new URL(request.url()).pathname)
  })
  page.on('response', (response) => {
    if (!isVideo(response.url())) return
    const [, from] = /^bytes (\d+)-/.exec(response.headers()['content-range'] ?? '') ?? []
    traffic.responses.push({
      path: new URL(response.url()).pathname,
      status: response.status(),
      from: Number(from ?? 0),
    })
  })
  return traffic
}

/** Expects that no player has loaded any part of its video. */
export async function expectUntouched(videos: Locator): Promise<void> {
  const states = await videos.evaluateAll((players) =>
    players.map((player) => {
      const { preload, readyState, buffered } = player as HTMLVideoElement
      return `${preload} ${readyState} ${buffered.length}`
    }),
  )
  expect(new Set(states)).toEqual(new Set(['none 0 0']))
}

export async function expectPlaying(video: Locator): Promise<void> {
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.videoWidth)).toBe(480)
  const played = () =>
    video.evaluate(({ played: parts }: HTMLVideoElement) => (parts.length > 0 ? parts.end(parts.length - 1) : 0))
  await expect.poll(played).toBeGreaterThan(0.1)
}

/** Seeks to the last second of a test video, plays to the end and checks the picture. */
export async function expectSeeks(video: Locator): Promise<void> {
  const reached = await video.evaluate(async (player: HTMLVideoElement) => {
    const event = (name: string) => new Promise((resolve) => player.addEventListener(name, resolve, { once: true }))
    const seeked = event('seeked')
    player.currentTime = 3.2
    await seeked
    const { currentTime } = player
    if (!player.ended) {
      const ended = event('ended')
      await player.play()
      await ended
    }
    return currentTime
  })
  expect(reached).toBeGreaterThanOrEqual(3.2)
  await expect.poll(() => shownColour(video)).toBe('blue')
}
