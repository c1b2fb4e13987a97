import { expect, test } from 'vitest'
import { loadConfigOf, respondWith } from '../../testing/backend.ts'
import { apiUrl } from './host.ts'
import { checkMediaAvailability } from './media-availability.ts'

test.each([
  [200, 'available'],
  [404, 'missing'],
  [403, 'missing'],
  [405, 'available'],
  [503, 'unreachable'],
])('maps status %i to %s', async (status, expected) => {
  await respondWith({ 'HEAD /film.mp4': [status, ''] })
  expect(await checkMediaAvailability(apiUrl('/film.mp4'))).toBe(expected)
})

test('treats an HTML page as a missing file', async () => {
  expect(await checkMediaAvailability('/index.html')).toBe('missing')
})

test('reports a host that refuses connections or never responds as unreachable', async () => {
  expect(await checkMediaAvailability('http://127.0.0.1:9/film.mp4')).toBe('unreachable')
  await loadConfigOf({ apiHost: '/hang' })
  expect(await checkMediaAvailability(apiUrl('/film.mp4'), 50)).toBe('unreachable')
})
