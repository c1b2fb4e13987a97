import { expect, test } from 'vitest'
import { isHeic, selectFiles } from './validate-files.ts'

const file = (name: string, type = 'image/jpeg', size = 4) =>
  new File(['x'.repeat(size)], name, { type, lastModified: 1 })
const names = (files: File[]) => files.map(({ name }) => name).join(' ')
const many = { accept: 'image/*', multiple: true } as const

test('rejects a file above the size limit, and accepts one of exactly that size', () => {
  const offered = [file('a.png', 'image/png', 10), file('b.png', 'image/png', 11)]
  const { selected, tooLarge } = selectFiles(offered, [], { ...many, maxBytes: 10 })
  expect([names(selected), names(tooLarge)]).toEqual(['a.png', 'b.png'])
})

test('selects a JPEG above the size limit, because it is made smaller before it is sent', () => {
  const { selected } = selectFiles([file('a.jpg', 'image/jpeg', 11)], [], { ...many, maxBytes: 10 })
  expect(names(selected)).toBe('a.jpg')
})

test('rejects a JPEG of more than 100 MB, which is never made smaller', () => {
  const huge = Object.defineProperty(file('a.jpg'), 'size', { value: 100 * 1024 ** 2 + 1 })
  const { selected, tooLarge } = selectFiles([huge], [], { ...many, maxBytes: 10 })
  expect([names(selected), names(tooLarge)]).toEqual(['', 'a.jpg'])
})

test('selects at most maxFiles, keeps the current files, and counts a duplicate once', () => {
  const rules = { ...many, maxFiles: 2 }
  const current = selectFiles([file('a.jpg')], [], rules).selected
  const { selected, tooMany } = selectFiles([file('a.jpg'), file('b.jpg'), file('c.jpg')], current, rules)
  expect([names(selected), names(tooMany)]).toEqual(['a.jpg b.jpg', 'c.jpg'])
})

test('selects any number and size without limits', () => {
  const offered = Array.from({ length: 200 }, (_, number) => file(`${number}.jpg`, 'image/jpeg', 2000))
  expect(selectFiles(offered, [], many)).toMatchObject({ selected: offered, tooLarge: [], tooMany: [] })
})

test('replaces a single file, unless the new one is refused', () => {
  const rules = { accept: 'video/*', multiple: false, maxBytes: 10 } as const
  const current = [file('a.mp4', 'video/mp4')]
  expect(names(selectFiles([file('b.mp4', 'video/mp4')], current, rules).selected)).toBe('b.mp4')
  expect(names(selectFiles([file('c.mp4', 'video/mp4', 11)], current, rules).selected)).toBe('a.mp4')
})

test.each([
  ['IMG_1.heic', '', 'image/*', true],
  ['IMG_1.jpg', 'application/octet-stream', 'image/*', true],
  ['film.mkv', '', 'video/*', true],
  ['film.mov', 'video/quicktime', 'video/*', true],
  ['film.mov', 'video/quicktime', 'image/*', false],
  ['note.txt', 'text/plain', 'image/*', false],
  ['note.txt', 'text/plain', 'video/*', false],
  ['form.pdf', 'application/pdf', 'application/pdf', true],
  ['form.PDF', 'application/x-download', 'application/pdf', true],
  ['form.pdf', '', 'application/pdf', true],
  ['form', '', 'application/pdf', true],
  ['form', 'application/octet-stream', 'application/pdf', true],
  ['photo.heic', '', 'application/pdf', false],
  ['letter.docx', '', 'application/pdf', false],
  ['list.7z', 'application/octet-stream', 'application/pdf', false],
  ['scan.jpg', 'image/jpeg', 'application/pdf', false],
  ['form.pdf.html', 'text/html', 'application/pdf', false],
] as const)('accepts %s of type "%s" for %s: %s', (name, type, accept, isAccepted) => {
  const { selected, wrongKind } = selectFiles([file(name, type)], [], { accept, multiple: true })
  expect([selected.length, wrongKind.length]).toEqual(isAccepted ? [1, 0] : [0, 1])
})

test.each([
  ['IMG_1.HEIC', '', true],
  ['IMG_1.heif', 'image/heif', true],
  ['photo', 'image/heic', true],
  ['heic.jpg', 'image/jpeg', false],
])('detects %s of type "%s" as HEIC: %s', (name, type, expected) => {
  expect(isHeic(file(name, type))).toBe(expected)
})
