import { expect, test } from 'vitest'
import { downloadHref, downloadName } from './home-video.ts'

const OWN = 'https://panel.example'
const OURS = ['media.download']

test.each([
  ['here, where the link’s own word is heeded', `${OWN}/media/a.mp4`, OURS, `${OWN}/media/a.mp4`],
  ['our server elsewhere', 'https://api.example/media/a.mp4', OURS, 'https://api.example/media/a.mp4?download='],
  ['a plain backend elsewhere', 'https://api.example/a.mp4?sign=1', [], 'https://api.example/a.mp4?sign=1'],
])('%s', (_where, src, capabilities, expected) => {
  expect(downloadHref(src, capabilities, OWN)).toBe(expected)
})

test('a download is called by its title', () => {
  expect(downloadName('संध्या आरती', `${OWN}/media/ab/cd.MP4?x=1.y`)).toBe('संध्या आरती.mp4')
  expect(downloadName('Aarti', `${OWN}/media/cd`)).toBe('Aarti')
})
