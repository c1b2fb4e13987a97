import { expect, test } from 'vitest'
import { loadConfigOf, respondWith } from '../../testing/backend.ts'
import { apiUrl } from './host.ts'
import { reachMedia } from './media-reach.ts'

test.each([
  [200, 'there'],
  [404, 'missing'],
  [403, 'missing'],
  [405, 'there'],
  [503, 'unreachable'],
])('maps status %i to %s', async (status, expected) => {
  await respondWith({ 'HEAD /film.mp4': [status, ''] })
  expect(await reachMedia(apiUrl('/film.mp4'))).toBe(expected)
})

test('treats an HTML page as a missing file', async () => {
  expect(await reachMedia('/index.html')).toBe('missing')
})

test('reports a host that refuses connections or never responds as unreachable', async () => {
  expect(await reachMedia('http://127.0.0.1:9/film.mp4')).toBe('unreachable')
  await loadConfigOf({ apiHost: '/hang' })
  expect(await reachMedia(apiUrl('/film.mp4'), 50)).toBe('unreachable')
})
