import { describe, expect, test } from 'vitest'
import { amountInFigures, amountInWords } from './amount-text.ts'

describe('rupees', () => {
  test.each([
    [1, '₹0.01', 'One Paisa Only', 'एक पैसा मात्र'],
    [50, '₹0.50', 'Fifty Paise Only', 'पचास पैसे मात्र'],
    [100, '₹1.00', 'One Rupee Only', 'एक रुपया मात्र'],
    [101, '₹1.01', 'One Rupee and One Paisa Only', 'एक रुपया और एक पैसा मात्र'],
    [5100, '₹51.00', 'Fifty One Rupees Only', 'इक्यावन रुपये मात्र'],
    [110_000, '₹1,100.00', 'One Thousand One Hundred Rupees Only', 'एक हज़ार एक सौ रुपये मात्र'],
    [1_00_000_00, '₹1,00,000.00', 'One Lakh Rupees Only', 'एक लाख रुपये मात्र'],
    [
      1_23_45_678_90,
      '₹1,23,45,678.90',
      'One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight Rupees and Ninety Paise Only',
      'एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर रुपये और नब्बे पैसे मात्र',
    ],
    [10_00_00_000_00, '₹10,00,00,000.00', 'Ten Crore Rupees Only', 'दस करोड़ रुपये मात्र'],
    [
      1_234_56_78_905_07,
      '₹12,34,56,78,905.07',
      'One Thousand Two Hundred Thirty Four Crore Fifty Six Lakh Seventy Eight Thousand Nine Hundred Five Rupees and Seven Paise Only',
      'एक हज़ार दो सौ चौंतीस करोड़ छप्पन लाख अठहत्तर हज़ार नौ सौ पाँच रुपये और सात पैसे मात्र',
    ],
    [0, '₹0.00', 'Zero Rupees Only', 'शून्य रुपये मात्र'],
    [-250, '-₹2.50', 'Minus Two Rupees and Fifty Paise Only', 'ऋण दो रुपये और पचास पैसे मात्र'],
  ])('formats %i paise', (paise, figures, english, hindi) => {
    expect(amountInFigures(paise, 'INR', 'en')).toBe(figures)
    expect(amountInFigures(paise, '', 'hi')).toBe(figures)
    expect(amountInWords(paise, 'inr', 'en')).toBe(english)
    expect(amountInWords(paise, 'INR', 'hi')).toBe(hindi)
  })

  test('keeps the last paisa of the largest amount', () => {
    expect(amountInFigures(9_007_199_254_740_991, 'INR', 'en')).toBe('₹9,00,71,99,25,47,409.91')
  })
})

test.each([
  [123_450, 'usd', 'USD 1,234.50', 'USD One Thousand Two Hundred Thirty Four and 50/100 Only'],
  [5000, 'JPY', 'JPY 5,000', 'JPY Five Thousand Only'],
  [5000, 'no code', 'NO CODE 50.00', 'NO CODE Fifty Only'],
])('formats %i in %s with the currency code', (amount, currency, figures, words) => {
  expect(amountInFigures(amount, currency, 'en')).toBe(figures)
  expect(amountInWords(amount, currency, 'en')).toBe(words)
})
