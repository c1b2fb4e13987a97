import { expect, test } from 'vitest'
import { createSendKeys } from './send-keys.ts'

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { lastModified: 1 })

function counted() {
  let count = 0
  return createSendKeys(() => `key ${++count}`)
}

test('a try whose outcome is unknown keeps its key; the same file chosen again is the same', () => {
  const { keyOf } = counted()
  const sending = (photo: File) => ({ record: ['add', photo], content: { title: 'Cows', files: [photo] } })
  expect(keyOf(sending(file('a.jpg')))).toBe('key 1')
  expect(keyOf(sending(file('a.jpg')))).toBe('key 1')
})

test.each([
  ['the title', { title: 'Bulls', files: [file('a.jpg')] }],
  ['the file', { title: 'Cows', files: [file('a.jpg', 4)] }],
  ['a file that is gone', { title: 'Cows', files: [] }],
])('%s changed: another key, also when it is changed back', (_what, content) => {
  const { keyOf } = counted()
  const before = { record: 'photo 1', content: { title: 'Cows', files: [file('a.jpg')] } }
  expect(keyOf(before)).toBe('key 1')
  expect(keyOf({ record: 'photo 1', content })).toBe('key 2')
  expect(keyOf(before)).toBe('key 3')
})

test('after an answer the same content is a new sending', () => {
  const { keyOf, answered } = counted()
  const sending = { record: 'new', content: 'same' }
  keyOf(sending)
  answered(sending)
  expect(keyOf(sending)).toBe('key 2')
})

test('each record has its own', () => {
  const { keyOf, answered } = counted()
  const [one, two] = ['a.jpg', 'b.jpg'].map((name) => ({ record: file(name), content: 'Cows' }))
  if (!one || !two) throw new Error('there are two')
  expect([keyOf(one), keyOf(two)]).toEqual(['key 1', 'key 2'])
  answered(two)
  expect([keyOf(one), keyOf(two)]).toEqual(['key 1', 'key 3'])
})

test('a key is 32 hex digits, and never the same', () => {
  const { keyOf } = createSendKeys()
  const keys = Array.from({ length: 50 }, (_, number) => keyOf({ record: number, content: '' }))
  expect(new Set(keys).size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
})
