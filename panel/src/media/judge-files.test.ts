import { expect, test } from 'vitest'
import { isHeic, judgeFiles } from './judge-files.ts'

const file = (name: string, type = 'image/jpeg', size = 4) =>
  new File(['x'.repeat(size)], name, { type, lastModified: 1 })
const names = (files: File[]) => files.map(({ name }) => name).join(' ')
const many = { accept: 'image/*', multiple: true } as const

test('what is larger than the limit is not added; what has just its size is', () => {
  const { chosen, tooLarge } = judgeFiles([file('a.jpg', 'image/jpeg', 10), file('b.jpg', 'image/jpeg', 11)], [], {
    ...many,
    maxBytes: 10,
  })
  expect([names(chosen), names(tooLarge)]).toEqual(['a.jpg', 'b.jpg'])
})

test('no more than the limit are chosen together; those that were there stay, and doubles do not count', () => {
  const rules = { ...many, maxFiles: 2 }
  const before = judgeFiles([file('a.jpg')], [], rules).chosen
  const { chosen, tooMany } = judgeFiles([file('a.jpg'), file('b.jpg'), file('c.jpg')], before, rules)
  expect([names(chosen), names(tooMany)]).toEqual(['a.jpg b.jpg', 'c.jpg'])
})

test('without limits nothing is too large and nothing too many', () => {
  const offered = Array.from({ length: 200 }, (_, number) => file(`${number}.jpg`, 'image/jpeg', 2000))
  expect(judgeFiles(offered, [], many)).toMatchObject({ chosen: offered, tooLarge: [], tooMany: [] })
})

test('one takes the place of another, unless it does not fit', () => {
  const rules = { accept: 'video/*', multiple: false, maxBytes: 10 } as const
  const before = [file('a.mp4', 'video/mp4')]
  expect(names(judgeFiles([file('b.mp4', 'video/mp4')], before, rules).chosen)).toBe('b.mp4')
  expect(names(judgeFiles([file('c.mp4', 'video/mp4', 11)], before, rules).chosen)).toBe('a.mp4')
})

test.each([
  ['IMG_1.heic', '', 'image/*', true],
  ['IMG_1.jpg', 'application/octet-stream', 'image/*', true],
  ['film.mkv', '', 'video/*', true],
  ['film.mov', 'video/quicktime', 'video/*', true],
  ['film.mov', 'video/quicktime', 'image/*', false],
  ['note.txt', 'text/plain', 'image/*', false],
  ['note.txt', 'text/plain', 'video/*', false],
] as const)('%s of type "%s" for %s: %s', (name, type, accept, isTaken) => {
  const { chosen, wrongKind } = judgeFiles([file(name, type)], [], { accept, multiple: true })
  expect([chosen.length, wrongKind.length]).toEqual(isTaken ? [1, 0] : [0, 1])
})

test.each([
  ['IMG_1.HEIC', '', true],
  ['IMG_1.heif', 'image/heif', true],
  ['photo', 'image/heic', true],
  ['heic.jpg', 'image/jpeg', false],
])('%s of type "%s" is HEIC: %s', (name, type, expected) => {
  expect(isHeic(file(name, type))).toBe(expected)
})
