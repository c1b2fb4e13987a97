import { expect, test } from 'vitest'
import { isPinCode, nameKey } from './donor-identity.ts'

test.each([
  ['Asha Devi Patil', 'PATIL, Asha Devi'],
  ['Shri Ramesh Gupta', 'ramesh  gupta'],
  ['Smt. Asha Patil', 'Asha Patil'],
  ['श्रीमती आशा पाटिल', 'पाटिल आशा'],
  ['R. K. Gupta', 'R K Gupta'],
])('%s and %s are one name', (one, another) => {
  expect(nameKey(one)).toBe(nameKey(another))
})

test('different names differ, and a title alone is a name', () => {
  expect(nameKey('Asha Patil')).not.toBe(nameKey('Asha Patel'))
  expect(nameKey('Shri')).toBe('shri')
  expect(nameKey(' . ')).toBe('')
})

test('a PIN code has six digits, the first not 0', () => {
  expect(['281001', '081001', '28100', '2810011', '28 1001', '२८१००१'].filter(isPinCode)).toEqual(['281001'])
})
