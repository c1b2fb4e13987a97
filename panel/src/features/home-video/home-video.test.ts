import { expect, test } from 'vitest'
import { downloadHref, downloadName } from './home-video.ts'

const OWN = 'https://panel.example'

test.each([
  ['uses the plain URL on the same host', `${OWN}/media/a.mp4`, true, `${OWN}/media/a.mp4`],
  [
    'adds the parameter `download` for our server on another host',
    'https://api.example/media/a.mp4',
    true,
    'https://api.example/media/a.mp4?download=',
  ],
  [
    'uses the plain URL of another backend',
    'https://api.example/a.mp4?sign=1',
    false,
    'https://api.example/a.mp4?sign=1',
  ],
])('%s', (_where, src, isOurs, expected) => {
  expect(downloadHref(src, isOurs, OWN)).toBe(expected)
})

test('names a download after the title', () => {
  expect(downloadName('संध्या आरती', `${OWN}/media/ab/cd.MP4?x=1.y`)).toBe('संध्या आरती.mp4')
  expect(downloadName('Aarti', `${OWN}/media/cd`)).toBe('Aarti')
})
