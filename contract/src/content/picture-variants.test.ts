import { expect, test } from 'vitest'
import { pictureWidths, variantPath } from './picture-variants.ts'

test('returns only widths smaller than the picture', () => {
  expect(pictureWidths(4000)).toEqual([400, 800, 1600])
  expect(pictureWidths(801)).toEqual([400, 800])
  expect(pictureWidths(800)).toEqual([400])
  expect(pictureWidths(1)).toEqual([])
})

test('returns the path of a smaller version beside the picture', () => {
  expect(variantPath('/media/ab/cd.jpg', 400, 'avif')).toBe('/media/ab/cd-400.avif')
  expect(variantPath('media/a.b/cd', 1600, 'webp')).toBe('media/a.b/cd-1600.webp')
})
