import { expect, test } from 'vitest'
import { findMentionedFiles } from './mentioned-files.ts'

const FILES = ['1.png', '11.png', 'my 1.png', 'गाय.jpg', 'गा.jpg'].map((name) => new File(['x'], name))

test.each([
  ['“11.png” is damaged.', ['11.png']],
  ['“1.png” is damaged.', ['1.png']],
  ['“my 1.png” is damaged.', ['my 1.png']],
  ['“गाय.jpg” ख़राब है।', ['गाय.jpg']],
  ['File "1.png" was refused, unlike 11.png', ['1.png']],
  ['11.png is damaged', ['11.png']],
  ['Damaged: 11.png.', ['11.png']],
  ['Damaged: my 1.png', ['my 1.png']],
  ['Damaged: my 1.png, 1.png', ['1.png', 'my 1.png']],
  ['x1.png1 is damaged', []],
  ['The disk is full.', []],
  ['', []],
])('finds the files named in %j: %j', (sentence, expected) => {
  expect(findMentionedFiles(sentence, FILES).map(({ name }) => name)).toEqual(expected)
})
