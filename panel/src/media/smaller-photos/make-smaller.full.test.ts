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

/** Never responds. `started` resolves once it has a photo. */
function hangingWorker() {
  const terminate = vi.fn<() => void>()
  const started = new Promise<void>((resolve) => {
    class HangingWorker {
      postMessage = () => resolve()
      terminate = terminate
    }
    vi.stubGlobal('Worker', HangingWorker)
  })
  return { started, terminate }
}

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

test('returns the photo itself, without a second attempt on the page, if the worker takes too long', async () => {
  const photo = await drawnPhoto('calf.jpg', { width: 800, height: 600 })
  const page = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob')
  const { started, terminate } = hangingWorker()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const made = makeSmaller(photo, signal)
  await started
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await made).toBe(photo)
  expect(page).not.toHaveBeenCalled()
  expect(terminate).toHaveBeenCalled()
})

test('returns the photo itself where the browser forbids workers', async () => {
  const photo = await drawnPhoto('calf.jpg', { width: 800, height: 600 })
  const Forbidden = class {
    constructor() {
      throw new DOMException('no workers', 'SecurityError')
    }
  }
  vi.stubGlobal('Worker', Forbidden)
  expect(await makeSmaller(photo, signal)).toBe(photo)
})

test('rejects with AbortError when aborted, and encodes nothing more', async () => {
  const photo = await drawnPhoto('calf.jpg', { width: 800, height: 600 })
  const pageImage = vi.spyOn(URL, 'createObjectURL')
  const { started, terminate } = hangingWorker()
  const controller = new AbortController()
  const made = makeSmaller(photo, controller.signal)
  await started
  controller.abort()
  await expect(made).rejects.toMatchObject({ name: 'AbortError' })
  expect(pageImage).not.toHaveBeenCalled()
  expect(terminate).toHaveBeenCalled()
})

function cut(photo: File): File {
  return new File([photo.slice(0, photo.size / 2)], photo.name, { type: photo.type })
}
