import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { FilePreview } from './file-preview.tsx'

async function drawnPhoto(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 40
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) throw new Error('the canvas gave nothing')
  return new File([blob], 'drawn.png', { type: 'image/png' })
}

/** A short video, recorded from a canvas. */
async function recordedVideo(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 64
  canvas.height = 48
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => {
    pieces.push(data)
    if (data.size > 0 && recorder.state === 'recording') recorder.stop()
  }
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve
  })
  recorder.start(100)
  const drawing = setInterval(() => context?.fillRect(Math.random() * 64, 0, 8, 48), 20)
  await stopped
  clearInterval(drawing)
  return new File(pieces, 'film.webm', { type: 'video/webm' })
}

test('shows a photo, hidden from screen readers', async () => {
  await renderPart(<FilePreview file={await drawnPhoto()} />)
  await expect.poll(() => document.querySelector('img')?.naturalWidth).toBe(40)
  expect(document.querySelector('[aria-hidden="true"] img')).not.toBeNull()
})

test('shows the first frame of a video, muted and paused', async () => {
  await renderPart(<FilePreview file={await recordedVideo()} />)
  await expect.poll(() => document.querySelector('video')?.videoWidth).toBe(64)
  expect(document.querySelector('video')).toMatchObject({ muted: true, paused: true, controls: false })
})

test.each([
  ['damaged.jpg', 'image/jpeg'],
  ['damaged.mp4', 'video/mp4'],
  ['unknown.mkv', ''],
])('shows an icon for %s, which the browser cannot show', async (name, type) => {
  await renderPart(<FilePreview file={new File(['none'], name, { type })} />)
  await expect.poll(() => document.querySelector('svg')).not.toBeNull()
  expect(document.querySelector('img, video')).toBeNull()
})
