import { expect, test } from 'vitest'
import { takeTurn } from './take-turn.ts'

test('one begins when the one before is done; who leaves the line never begins', () => {
  const begun: string[] = []
  const done = ['a', 'b', 'c', 'd'].map((name) => takeTurn(() => begun.push(name)))
  expect(begun).toEqual(['a'])
  done[1]?.()
  expect(begun).toEqual(['a'])
  done[0]?.()
  done[0]?.()
  expect(begun).toEqual(['a', 'c'])
  done[2]?.()
  expect(begun).toEqual(['a', 'c', 'd'])
  done[3]?.()
  const last = takeTurn(() => begun.push('e'))
  expect(begun).toEqual(['a', 'c', 'd', 'e'])
  last()
})
