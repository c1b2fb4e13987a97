import { expect, test } from 'vitest'
import { parseRupees, typedRupees } from './rupees.ts'

test.each([
  ['500', { paise: 500_00 }],
  ['₹500', { paise: 500_00 }],
  [' Rs. 500/- ', { paise: 500_00 }],
  ['1,00,000', { paise: 1_00_000_00 }],
  ['100,000', { paise: 1_00_000_00 }],
  ['1100.50', { paise: 1100_50 }],
  ['1,100.5', { paise: 1100_50 }],
  ['0.01', { paise: 1 }],
  ['५००', { paise: 500_00 }],
  ['99,99,99,999.99', { paise: 99_99_99_999_99 }],
  ['', { fault: 'missing' }],
  ['₹', { fault: 'missing' }],
  ['0', { fault: 'not-positive' }],
  ['0.00', { fault: 'not-positive' }],
  ['-5', { fault: 'not-positive' }],
  ['1.005', { fault: 'decimals' }],
  ['1,5', { fault: 'commas' }],
  ['1,00', { fault: 'commas' }],
  ['1,,000', { fault: 'commas' }],
  ['1e9', { fault: 'format' }],
  ['.5', { fault: 'format' }],
  ['five', { fault: 'format' }],
  ['500 USD', { fault: 'format' }],
  ['1000000000000', { fault: 'large' }],
  ['9'.repeat(400), { fault: 'large' }],
])('reads %j', (text, expected) => expect(parseRupees(text)).toEqual(expected))

test('formats paise as they are typed', () => {
  expect([500_00, 1_00_000_00, 1100_50, 1].map(typedRupees)).toEqual(['500', '1,00,000', '1,100.50', '0.01'])
  for (const paise of [1, 99, 100, 1_00_000_00, 99_99_99_999_99]) {
    expect(parseRupees(typedRupees(paise))).toEqual({ paise })
  }
})
