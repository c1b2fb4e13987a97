import { expect, test } from 'vitest'
import { readIfMatch } from './route.ts'

const read = (header?: string) => readIfMatch({ headers: { 'if-match': header } })

test('reads the version of a strong tag, and none for any version', () => {
  expect(read('"3"')).toBe('3')
  expect(read(' "0" ')).toBe('0')
  expect(read('*')).toBeUndefined()
  expect(read()).toBeUndefined()
})

test.each(['3', '', 'W/"3"', '"3", "4"', '"3', 'any'])('refuses %j with 400', (header) => {
  expect(() => read(header)).toThrow(expect.objectContaining({ statusCode: 400 }))
})
