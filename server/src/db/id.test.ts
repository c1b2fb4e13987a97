import { expect, test } from 'vitest'
import { isId, newId } from './id.ts'

test('ids made together are all different and sort in the order they were made', () => {
  const ids = Array.from({ length: 100_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  expect(ids.every(isId)).toBe(true)
})

test('what is no id is not taken for one', () => {
  for (const word of ['', 'x', 'A'.repeat(24), 'g'.repeat(24), 'a'.repeat(25), `${'a'.repeat(24)}\n`])
    expect(isId(word)).toBe(false)
})
