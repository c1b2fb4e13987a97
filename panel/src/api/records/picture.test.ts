import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfigOf } from '../../../testing/backend.ts'
import { readPicture } from './picture.ts'

const PATH = '/media/ab/cd.jpg'

beforeEach(() => loadConfigOf({ mediaHost: 'https://media.example' }))
afterEach(() => loadConfigOf({}))

test('each format gets its widths, the smallest first and the whole picture last', () => {
  const picture = readPicture(PATH, { imageWidth: 4000, imageHeight: 3000, imageWidths: [800, 400, 1600] })
  expect(picture.size).toEqual({ width: 4000, height: 3000 })
  expect(picture.sources).toEqual([
    {
      type: 'image/avif',
      srcSet: [
        'https://media.example/media/ab/cd-400.avif 400w',
        'https://media.example/media/ab/cd-800.avif 800w',
        'https://media.example/media/ab/cd-1600.avif 1600w',
        'https://media.example/media/ab/cd.jpg 4000w',
      ].join(', '),
    },
    { type: 'image/webp', srcSet: expect.stringContaining('/media/ab/cd-400.webp 400w, ') },
  ])
})

test('where the versions are not made yet, or the backend makes none, the plain address alone stays', () => {
  expect(readPicture(PATH, { imageWidth: 640, imageHeight: 480 })).toEqual({
    size: { width: 640, height: 480 },
    sources: [],
  })
  expect(readPicture(PATH, {})).toEqual({ size: undefined, sources: [] })
})

test.each([
  [{ imageWidth: 4000 }],
  [{ imageWidth: '4000', imageHeight: 3000 }],
  [{ imageWidth: 0, imageHeight: -1 }],
  [{ imageWidth: 1.5, imageHeight: Number.NaN, imageWidths: 'all' }],
  [{ imageWidth: null, imageHeight: null, imageWidths: [null, '400', -1, 0, 0.5, {}] }],
])('%j gives no size and no versions', (entry) => {
  expect(readPicture(PATH, entry)).toEqual({ size: undefined, sources: [] })
})

test('a width that is not known leaves the whole picture out of the candidates', () => {
  const [avif] = readPicture(PATH, { imageWidths: [400, 400] }).sources
  expect(avif?.srcSet).toBe('https://media.example/media/ab/cd-400.avif 400w')
})

test('a path that leads elsewhere gives no candidates', () => {
  const { sources } = readPicture('javascript:alert(1).jpg', { imageWidths: [400] })
  expect(sources.map(({ srcSet }) => srcSet)).toEqual(['', ''])
  expect(readPicture(7, { imageWidths: [400] }).sources).toEqual([])
})
