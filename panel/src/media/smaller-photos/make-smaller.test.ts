import { afterEach, expect, test, vi } from 'vitest'
import { drawnPhoto } from '../../../testing/drawn-photos.ts'
import { makeSmaller } from './make-smaller.ts'

const { signal } = new AbortController()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The size, and the colours in the middle of each edge. */
async function look(photo: File) {
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

test.each([['in a worker'], ['on the page, in a browser without a canvas in workers']])(
  'makes a photo smaller, upright and without metadata: %s',
  async (where) => {
    const page = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob')
    const photo = await drawnPhoto('calf.jpg', { isRotated: true })
    const isOnPage = where !== 'in a worker'
    if (isOnPage) vi.stubGlobal('OffscreenCanvas', undefined)
    page.mockClear()
    const smaller = await makeSmaller(photo, signal)
    expect(page).toHaveBeenCalledTimes(isOnPage ? 1 : 0)
    expect(smaller).toMatchObject({ name: 'calf.jpg', type: 'image/jpeg', lastModified: 1 })
    expect(smaller.size).toBeLessThan(photo.size)
    expect(await look(smaller)).toMatchObject({ size: [1707, 2560], top: 'red', bottom: 'blue' })
    expect(await smaller.text()).not.toContain('Exif')
  },
)

test.each([
  ['one that would not get smaller', () => drawnPhoto('small.jpg', { width: 300, height: 200, quality: 0.3 })],
  ['one cut in half', async () => cut(await drawnPhoto('half.jpg', { width: 800, height: 600 }))],
  ['text named as a photo', async () => new File(['Milk'], 'notes.jpg', { type: 'image/jpeg' })],
] as const)('returns the photo itself: %s', async (_what, make) => {
  const photo = await make()
  expect(await makeSmaller(photo, signal)).toBe(photo)
  // Half a photo is no error for the `<img>` of the older browsers.
  vi.stubGlobal('OffscreenCanvas', undefined)
  expect(await makeSmaller(photo, signal)).toBe(photo)
})

test('returns the photo itself where the browser falsifies pixels against fingerprinting', async () => {
  const photo = await drawnPhoto('calf.jpg')
  vi.stubGlobal('OffscreenCanvas', undefined)
  vi.spyOn(CanvasRenderingContext2D.prototype, 'getImageData').mockImplementation(
    (_x, _y, width, height) => new ImageData(width, height),
  )
  expect(await makeSmaller(photo, signal)).toBe(photo)
})

test('rejects with AbortError when aborted', async () => {
  const controller = new AbortController()
  const made = makeSmaller(await drawnPhoto('calf.jpg'), controller.signal)
  controller.abort()
  await expect(made).rejects.toMatchObject({ name: 'AbortError' })
})

function cut(photo: File): File {
  return new File([photo.slice(0, photo.size / 2)], photo.name, { type: photo.type })
}
