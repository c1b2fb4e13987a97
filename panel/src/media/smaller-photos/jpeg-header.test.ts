import { expect, test, vi } from 'vitest'
import { readJpeg } from './jpeg-header.ts'

const MB = 1024 ** 2
/** A baseline frame of 4000 × 3000 pixels, then the start of the picture data. */
const HEADER = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x0b, 0xb8, 0x0f, 0xa0, 1, 1, 0x11, 0, 0xff, 0xda]
const END = [0xff, 0xd9]

const jpeg = (dataBytes: number, end: number[]) =>
  new Blob([new Uint8Array(HEADER), new Uint8Array(dataBytes), new Uint8Array(end)])

test.each([
  ['short', 100],
  ['of several slices', 9 * MB],
  ['whose end lies on the border of two slices', 4 * MB - 1],
])('finds the size and the end of a photo: %s', async (_what, dataBytes) => {
  const size = { width: 4000, height: 3000 }
  expect(await readJpeg(jpeg(dataBytes, END))).toEqual({ ...size, isComplete: true })
  expect(await readJpeg(jpeg(dataBytes, []))).toEqual({ ...size, isComplete: false })
})

test('reads only the beginning of a file that is no JPEG', async () => {
  const slice = vi.spyOn(Blob.prototype, 'slice')
  expect(await readJpeg(new Blob([new Uint8Array(9 * MB)]))).toBeUndefined()
  expect(slice.mock.calls).toEqual([[0, 4 * MB]])
})
