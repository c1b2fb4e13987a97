import { describe, expect, test } from 'vitest'
import { resolveMedia } from './media-address.ts'

describe('resolveMedia', () => {
  const hosts = { apiHost: 'https://api.example', mediaHost: 'https://media.example/store' }

  test.each([
    ['/media/ab/cow.jpg', 'https://media.example/store/media/ab/cow.jpg'],
    ['media/ab/cow.jpg', 'https://media.example/store/media/ab/cow.jpg'],
    ['//evil.example/cow.jpg', 'https://media.example/store/evil.example/cow.jpg'],
    ['\\\\evil.example\\cow.jpg', 'https://media.example/store/evil.example/cow.jpg'],
    ['uploads/two words #1.jpg', 'https://media.example/store/uploads/two%20words%20%231.jpg'],
    ['uploads/50% off.jpg', 'https://media.example/store/uploads/50%25%20off.jpg'],
    ['uploads/two%20words.jpg', 'https://media.example/store/uploads/two%20words.jpg'],
    ['uploads/गाय.jpg', 'https://media.example/store/uploads/%E0%A4%97%E0%A4%BE%E0%A4%AF.jpg'],
    ['https://media.example/x.jpg', 'https://media.example/x.jpg'],
    ['HTTPS://API.example/x.jpg', 'https://api.example/x.jpg'],
  ])('resolves %s to %s', (stored, expected) => {
    expect(resolveMedia(stored, hosts)).toBe(expected)
  })

  test.each([
    'https://evil.example/x.jpg',
    'https://media.example.evil.example/x.jpg',
    'https://media.example@evil.example/x.jpg',
    'https://user@media.example/x.jpg',
    'https://media.example:8443/x.jpg',
    'http://media.example/x.jpg',
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://media.example/1',
    'file:///etc/passwd',
    ...['', '   ', null, undefined, 5, { path: '/x' }],
  ])('does not follow %j', (stored) => {
    expect(resolveMedia(stored, hosts)).toBeUndefined()
  })
})
