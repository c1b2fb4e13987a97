import { expect, test } from 'vitest'
import { plainTrust } from '../../../trust/trust-settings.ts'
import { receiptContent } from './receipt-content.ts'
import { type PaymentReference, takeSnapshot } from './receipt-snapshot.ts'

const DONATION = {
  donor_name: 'Meera Joshi',
  donor_address: null,
  donor_pan: null,
  donor_phone: null,
  donor_email: null,
  amount: 5_000_00,
  currency: 'INR',
  purpose: null,
  payment_id: null,
}

/** What a receipt prints below the amount. */
function rowsOf(language: 'en' | 'hi', method: string, reference?: PaymentReference, replaces?: string): string[] {
  const days = { receiptDay: '2026-11-20', donationDay: '2026-11-18' }
  const options = { number: 'SD/2', ...days, language, reference, replaces }
  const snapshot = takeSnapshot({ ...DONATION, payment_method: method }, options)
  const settings = { language, trust: plainTrust('Seva', language).details, wording: null }
  const { rows } = receiptContent({ snapshot, settings, settingsHash: 'x', isCancelled: false })
  return rows.map(({ label, value }) => `${label}: ${value}`)
}

test('prints a cheque with number, date and bank, and the receipt that it replaces, in both languages', () => {
  const cheque = { number: '000123', bank: 'State Bank', day: '2026-11-17' }
  expect(rowsOf('en', 'cheque', cheque, 'SD/1')).toEqual([
    'Donation date: 18 Nov 2026',
    'Mode of payment: Cheque',
    'Cheque no.: 000123',
    'Cheque date: 17 Nov 2026',
    'Bank: State Bank',
    'In place of receipt no.: SD/1',
  ])
  expect(rowsOf('hi', 'cheque', cheque, 'SD/1').slice(1)).toEqual([
    'भुगतान का तरीक़ा: चेक',
    'चेक नंबर: 000123',
    'चेक की तारीख़: 17 नवंबर 2026',
    'बैंक: State Bank',
    'पुरानी रसीद, जिसकी जगह यह है: SD/1',
  ])
})

test.each([
  ['bank_transfer', 'Bank transfer', 'UTR'],
  ['upi', 'UPI', 'UPI reference'],
  ['card', 'Card', 'Slip no.'],
  ['draft', 'Demand draft', 'Draft no.'],
])('prints the number of a payment by %s by its name', (method, name, label) => {
  const rows = rowsOf('en', method, { number: '412345678901', bank: '', day: null })
  expect(rows.slice(1)).toEqual([`Mode of payment: ${name}`, `${label}: 412345678901`])
})

test('prints no empty number', () => {
  expect(rowsOf('en', 'card', { number: '', bank: '', day: null })).toHaveLength(2)
  expect(rowsOf('en', 'cash')).toHaveLength(2)
})
