import { expect, test } from 'vitest'
import { decodablePath } from './decodable-path.ts'

test.each([
  ['/donations/a%20b', '/donations/a%20b'],
  ['/%', '/%25'],
  ['/donations/%E0%A4%A/edit', '/donations/%25E0%25A4%25A/edit'],
])('makes of %s the path %s', (path, decodable) => {
  expect(decodablePath(path)).toBe(decodable)
})
