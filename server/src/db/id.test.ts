import { expect, test } from 'vitest'
import { isId, newId } from './id.ts'

test('creates unique ids that sort in order of creation', () => {
  const ids = Array.from({ length: 100_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  expect(ids.every(isId)).toBe(true)
})

test('rejects text that is not an id', () => {
  for (const text of ['', 'x', 'A'.repeat(24), 'g'.repeat(24), 'a'.repeat(25), `${'a'.repeat(24)}\n`])
    expect(isId(text)).toBe(false)
})
