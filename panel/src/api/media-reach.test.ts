import { expect, test } from 'vitest'
import { answerWith, loadConfigOf } from '../../testing/backend.ts'
import { apiUrl } from './host.ts'
import { reachMedia } from './media-reach.ts'

test.each([
  [200, 'there'],
  [404, 'missing'],
  [403, 'missing'],
  [405, 'there'],
  [503, 'unreachable'],
])('a host that answers %i: %s', async (status, expected) => {
  await answerWith({ 'HEAD /film.mp4': [status, ''] })
  expect(await reachMedia(apiUrl('/film.mp4'))).toBe(expected)
})

test('a page instead of a file is a file that is not there', async () => {
  expect(await reachMedia('/index.html')).toBe('missing')
})

test('a host that nobody is at, and one that never answers, cannot be reached', async () => {
  expect(await reachMedia('http://127.0.0.1:9/film.mp4')).toBe('unreachable')
  await loadConfigOf({ apiHost: '/hang' })
  expect(await reachMedia(apiUrl('/film.mp4'), 50)).toBe('unreachable')
})
