import { expect, test } from 'vitest'
import hevc from '../../../testing/videos/hevc.mp4'
import plays from '../../../testing/videos/plays.mp4'
import { posterOf } from './video-poster.ts'

async function videoFrom(address: string): Promise<File> {
  const blob = await fetch(address).then((response) => response.blob())
  return new File([blob], 'evening.mp4', { type: 'video/mp4', lastModified: 7 })
}

test('makes a JPEG of a frame, and the same one for a retry', async () => {
  const video = await videoFrom(plays)
  const poster = await posterOf(video)
  expect(poster).toMatchObject({ name: 'poster.jpg', type: 'image/jpeg', lastModified: 7 })
  const picture = await createImageBitmap(poster ?? new Blob())
  expect(picture.width).toBe(160)
  expect(await posterOf(video)).toBe(poster)
})

test('makes no poster of a video that the browser cannot decode', async () => {
  expect(await posterOf(await videoFrom(hevc))).toBeUndefined()
  expect(await posterOf(new File(['no video'], 'a.mp4', { type: 'video/mp4' }))).toBeUndefined()
})
