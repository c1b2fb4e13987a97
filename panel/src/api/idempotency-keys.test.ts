import { expect, test } from 'vitest'
import { createIdempotencyKeys } from './idempotency-keys.ts'

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { lastModified: 1 })

function counted() {
  let count = 0
  return createIdempotencyKeys(() => `key ${++count}`)
}

test('reuses the key after an unknown outcome, also when the same file is chosen again', () => {
  const { keyOf } = counted()
  const sending = (photo: File) => ({ record: ['add', photo], content: { title: 'Cows', files: [photo] } })
  expect(keyOf(sending(file('a.jpg')))).toBe('key 1')
  expect(keyOf(sending(file('a.jpg')))).toBe('key 1')
})

test.each([
  ['the title', { title: 'Bulls', files: [file('a.jpg')] }],
  ['the file', { title: 'Cows', files: [file('a.jpg', 4)] }],
  ['a removed file', { title: 'Cows', files: [] }],
])('creates a new key after a change (%s), and again after its reversal', (_what, content) => {
  const { keyOf } = counted()
  const before = { record: 'photo 1', content: { title: 'Cows', files: [file('a.jpg')] } }
  expect(keyOf(before)).toBe('key 1')
  expect(keyOf({ record: 'photo 1', content })).toBe('key 2')
  expect(keyOf(before)).toBe('key 3')
})

test('creates a new key for the same content after a response', () => {
  const { keyOf, markAnswered } = counted()
  const sending = { record: 'new', content: 'same' }
  keyOf(sending)
  markAnswered(sending)
  expect(keyOf(sending)).toBe('key 2')
})

test('creates and renews the key of each record separately', () => {
  const { keyOf, markAnswered } = counted()
  const [one, two] = ['a.jpg', 'b.jpg'].map((name) => ({ record: file(name), content: 'Cows' }))
  if (!one || !two) throw new Error('there are two')
  expect([keyOf(one), keyOf(two)]).toEqual(['key 1', 'key 2'])
  markAnswered(two)
  expect([keyOf(one), keyOf(two)]).toEqual(['key 1', 'key 3'])
})

test('creates unique keys of 32 hex digits', () => {
  const { keyOf } = createIdempotencyKeys()
  const keys = Array.from({ length: 50 }, (_, number) => keyOf({ record: number, content: '' }))
  expect(new Set(keys).size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
})
