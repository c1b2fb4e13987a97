import { expect } from '@playwright/test'
import { type Engine, runIn } from './engine.ts'

/**
 * What a player shows. `colour` is that of the upper part of the picture, which changes during a
 * test video.
 */
interface PlayerState {
  time: number
  width: number
  colour: 'green' | 'blue' | 'other'
  isSeeking: boolean
  error: string
}

/** The video with this name in the panel; without a name, the page's only video. */
export function playerOf(engine: Engine, name?: string) {
  const selector = name === undefined ? 'video' : `video[aria-label="${name}"]`
  const state = () => runIn(engine, readState, selector)

  return {
    /** Expects that the video plays and shows pictures. */
    async expectPlaying() {
      const now = async () => {
        const current = await state()
        return { ...current, hasMoved: current.time > 0 }
      }
      await expect.poll(now, { timeout: 20_000 }).toMatchObject({ hasMoved: true, width: 480, error: '' })
    },

    /** Seeks to a position in seconds and waits for the colour expected there. */
    async seek(seconds: number, colour: 'green' | 'blue') {
      await runIn(engine, goTo, selector, seconds)
      await expect.poll(state, { timeout: 20_000 }).toMatchObject({ isSeeking: false, colour, error: '' })
    },
  }
}

function readState(selector: string): PlayerState {
  const video = document.querySelector<HTMLVideoElement>(selector)
  if (!video) return { time: 0, width: 0, colour: 'other', isSeeking: false, error: 'there is no player' }
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (video.videoWidth > 0) pen?.drawImage(video, 0, 0, 30, 30)
  const [red = 0, green = 0, blue = 0, alpha = 0] = pen?.getImageData(15, 3, 1, 1).data ?? []
  const isDull = alpha === 0 || red > Math.max(green, blue) || Math.abs(green - blue) < 40
  const colour = green > blue ? 'green' : 'blue'
  return {
    time: video.currentTime,
    width: video.videoWidth,
    colour: isDull ? 'other' : colour,
    isSeeking: video.seeking,
    error: video.error ? `${video.error.code} ${video.error.message}` : '',
  }
}

function goTo(selector: string, seconds: number): void {
  const video = document.querySelector<HTMLVideoElement>(selector)
  if (video) video.currentTime = seconds
}
