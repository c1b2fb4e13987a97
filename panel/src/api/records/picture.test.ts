import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfigOf } from '../../../testing/backend.ts'
import { readPicture } from './picture.ts'

const PATH = '/media/ab/cd.jpg'

beforeEach(() => loadConfigOf({ mediaHost: 'https://media.example' }))
afterEach(() => loadConfigOf({}))

test('lists the widths of each format in ascending order, the original last', () => {
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

test('returns no sources if there are no smaller versions', () => {
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
])('reads no size and no versions from %j', (entry) => {
  expect(readPicture(PATH, entry)).toEqual({ size: undefined, sources: [] })
})

test('omits the original from the candidates if its width is unknown', () => {
  const [avif] = readPicture(PATH, { imageWidths: [400, 400] }).sources
  expect(avif?.srcSet).toBe('https://media.example/media/ab/cd-400.avif 400w')
})

test('creates no candidates for an invalid path', () => {
  const { sources } = readPicture('javascript:alert(1).jpg', { imageWidths: [400] })
  expect(sources.map(({ srcSet }) => srcSet)).toEqual(['', ''])
  expect(readPicture(7, { imageWidths: [400] }).sources).toEqual([])
})
