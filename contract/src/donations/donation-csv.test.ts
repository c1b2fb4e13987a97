import { describe, expect, test } from 'vitest'
import { CSV_HEAD, type CsvDonation, csvFileName, donationCsvLine } from './donation-csv.ts'

const DONATION: CsvDonation = {
  _id: 'd1',
  donorName: 'Asha Rao',
  donorEmail: 'asha@example.org',
  donorPhone: '+919876543210',
  amount: 123456,
  purpose: 'Gau Seva',
  localStatus: 'captured',
  createdAt: '2026-03-31T19:00:00.000Z',
  razorpay: { orderId: 'order_1', paymentId: 'pay_1' },
}
const line = (fields: Partial<CsvDonation> = {}) => donationCsvLine({ ...DONATION, ...fields }, 'Asia/Kolkata')

test('writes ten columns, amounts without symbol or commas, and local times', () => {
  expect(CSV_HEAD).toBe(
    '"Donation ID","Donor","Email","Phone","Amount (₹)","Purpose","Status","Created At","Order ID","Payment ID"\r\n',
  )
  expect(line()).toBe(
    '"d1","Asha Rao","asha@example.org","+919876543210",1234.56,"Gau Seva","Success",2026-04-01 00:30:00,"order_1","pay_1"\r\n',
  )
})

test('leaves missing fields empty and names a missing donor Anonymous', () => {
  expect(donationCsvLine({ _id: 'd2' }, 'Asia/Kolkata')).toBe('"d2","Anonymous",,,,,"Unknown",,,\r\n')
  expect(
    donationCsvLine({ _id: 'd3', donorName: ' ', donorPhone: '  ', razorpay: null, createdAt: 'soon' }, 'Asia/Kolkata'),
  ).toBe('"d3","Anonymous",,,,,"Unknown",,,\r\n')
})

describe('formats paise as rupees without losing a digit', () => {
  test.each([
    [0, '0.00'],
    [1, '0.01'],
    [99, '0.99'],
    [100, '1.00'],
    [1234567890123, '12345678901.23'],
    [900719925474099, '9007199254740.99'],
    [-150, '-1.50'],
    [Number.NaN, ''],
  ])('%d', (amount, expected) => expect(line({ amount }).split(',')[4]).toBe(expected))
})

describe('escapes only text that a spreadsheet would run as a formula', () => {
  test.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['@SUM(1)', `"'@SUM(1)"`],
    ['-1+2', `"'-1+2"`],
    ['+1+2', `"'+1+2"`],
    ['＝1', `"'＝1"`],
    ['+919876543210', '"+919876543210"'],
    ['a,"b"', '"a,""b"""'],
    ['two\nlines', '"two\nlines"'],
    ['हिन्दी', '"हिन्दी"'],
    ['1=1', '"1=1"'],
    ['\t=1+1 ', `"'=1+1"`],
    ['Asha;=1+1', `"Asha;'=1+1"`],
    ['Asha\t=1+1', `"Asha\t'=1+1"`],
    ['Asha\n=1+1\r\n-2', `"Asha\n'=1+1\r\n'-2"`],
    ['Asha; \t@SUM(1);+2', `"Asha; \t'@SUM(1);'+2"`],
    ['Asha;"=1+1"', `"Asha;""'=1+1"""`],
    ['Asha;"";＝1', `"Asha;"""";'＝1"`],
    ['"=1+1"', `"""'=1+1"""`],
    ['Asha;+919876543210', `"Asha;'+919876543210"`],
    ['Gau-Seva; Asha = Usha', '"Gau-Seva; Asha = Usha"'],
    [' Asha\n', '"Asha"'],
  ])('%j', (name, cell) => {
    expect(line({ donorName: name })).toBe(`"d1",${cell},${line().split(',').slice(2).join(',')}`)
  })
})

test('names the file after the local day, and after a filter', () => {
  const name = (filter = {}, now = '2026-11-21T18:29:59Z') =>
    csvFileName(filter, { now: Date.parse(now), timeZone: 'Asia/Kolkata' })
  expect(name()).toBe('donations-2026-11-21.csv')
  expect(name({}, '2026-11-21T18:30:00Z')).toBe('donations-2026-11-22.csv')
  expect(name({ search: ' ', status: 'all', period: 'all' })).toBe('donations-2026-11-21.csv')
  for (const filter of [{ search: 'asha' }, { status: 'failed' }, { period: 'today' }])
    expect(name(filter)).toBe('donations-filtered-2026-11-21.csv')
})
