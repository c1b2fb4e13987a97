import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { readPhotos } from './gallery-queries.ts'

test.each([null, 'none', {}, { success: true }, { data: null }, { data: 'none' }, { success: true, data: {} }])(
  'throws on %j, which is not a list',
  (body) => {
    expect(() => readPhotos(body)).toThrow(ApiError)
  },
)

test('reads every record of a list as a photo, and skips entries that are not records', () => {
  expect(readPhotos([])).toEqual([])
  expect(readPhotos({ success: true, data: null })).toEqual([])
  const [whole, bare, odd, ...rest] = readPhotos({
    data: [
      { _id: 'p1', title: ' Calf ', description: 'Born today', imageUrl: 'uploads/calf.jpg', createdAt: '2026-01-01' },
      {},
      { _id: 7, title: null, description: ['x'], imageUrl: 'javascript:alert(1)', createdAt: null },
      null,
      'photo',
    ],
  })
  expect(whole).toMatchObject({ id: 'p1', title: 'Calf', description: 'Born today' })
  expect(whole?.src).toMatch(/[^/]\/uploads\/calf\.jpg$/)
  expect(bare).toMatchObject({ id: 'without-id-1', hasId: false, title: '', description: '', src: undefined })
  expect(odd).toMatchObject({ id: '7', hasId: true, title: '', description: '', src: undefined })
  expect(rest).toEqual([])
})
