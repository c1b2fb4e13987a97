import { expect, test, vi } from 'vitest'
import { drawnPhoto } from '../../../testing/drawn-photos.ts'
import { makeSmaller } from './make-smaller.ts'

const { signal } = new AbortController()

/** The size, and the colours in the middle of each edge. */
async function measurePhoto(photo: File) {
  const bitmap = await createImageBitmap(photo)
  const { width, height } = bitmap
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const colourAt = (x: number, y: number) => {
    const [red = 0, , blue = 0] = context?.getImageData(x, y, 1, 1).data ?? []
    return red > blue ? 'red' : 'blue'
  }
  return {
    size: [width, height],
    left: colourAt(9, height / 2),
    right: colourAt(width - 9, height / 2),
    top: colourAt(width / 2 - 9, 9),
    bottom: colourAt(width / 2 - 9, height - 9),
  }
}

const MissingScript = class extends Worker {
  constructor() {
    super('/backend/none/worker.js')
  }
}

test.each([
  ['in a worker', {}],
  ['on the page, in a browser without a canvas in workers', { OffscreenCanvas: undefined }],
  ['on the page, if the script of the worker does not load', { Worker: MissingScript }],
])('makes a photo smaller, upright and without metadata: %s', async (where, globals) => {
  const photo = await drawnPhoto('calf.jpg', { isRotated: true })
  const isOnPage = where !== 'in a worker'
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  const page = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob')
  const smaller = await makeSmaller(photo, signal)
  expect(page).toHaveBeenCalledTimes(isOnPage ? 1 : 0)
  expect(smaller).toMatchObject({ name: 'calf.jpg', type: 'image/jpeg', lastModified: 1 })
  expect(smaller.size).toBeLessThan(photo.size)
  expect(await measurePhoto(smaller)).toMatchObject({ size: [256, 2560], top: 'red', bottom: 'blue' })
  expect(await smaller.text()).not.toContain('Exif')
})
