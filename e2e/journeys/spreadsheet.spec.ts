import { expect } from '@playwright/test'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { insertDonation } from '../support/seed-donations.ts'
import type { SevadeskServer } from '../support/sevadesk-server.ts'
import { type Cell, openInSpreadsheet } from '../support/spreadsheet.ts'
import { test } from '../support/test.ts'

/** Names as typed, and as a spreadsheet must show them. */
const NAMES: [typed: string, shown: string][] = [
  ['=HYPERLINK("x")', '\'=HYPERLINK("x")'],
  ['=1+1', "'=1+1"],
  ['+919876543210', '+919876543210'],
  ['+1+2', "'+1+2"],
  ['-1+2', "'-1+2"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['Asha;=1+1', "Asha;'=1+1"],
  ['Asha;"";=1+1', 'Asha;"";\'=1+1'],
  ['Asha\t=1+1', "Asha\t'=1+1"],
  ['Asha\n=1+1', "Asha\n'=1+1"],
  ['a,"b"', 'a,"b"'],
  ['first\nsecond', 'first\nsecond'],
  ['first\r\nsecond', 'first\nsecond'],
  ['a;b\tc', 'a;b\tc'],
  ['हिन्दी', 'हिन्दी'],
  ['श्रीमती क्षत्रिय', 'श्रीमती क्षत्रिय'],
  ['🐄', '🐄'],
  ['0012', '0012'],
  ['1/2', '1/2'],
  ['1e5', '1e5'],
  ['TRUE', 'TRUE'],
  ["O'Brien", "O'Brien"],
  ["'quoted", "'quoted"],
]
const PHONES: [typed: string, shown: string][] = [
  ['+919876543210', '+919876543210'],
  ['09812345678', '09812345678'],
  ['98765 43210', '98765 43210'],
  ['+91-98765-43210', "'+91-98765-43210"], // a spreadsheet would calculate it
]

test('LibreOffice opens the CSV file: no formula runs, text is complete, amounts are numbers', async ({
  page,
  driver,
  sevadesk,
}) => {
  await seed(sevadesk)
  await signInByHttp(page, sevadesk)
  await page.goto('/donations')
  const donations = donationsOf(page, driver)
  await expect(donations.rows.first()).toContainText('quoted')
  const { path } = await donations.exportCsv()

  await test.step('with quoted fields as text', async () => {
    const [head, ...rows] = await openInSpreadsheet(path, { quotedIsText: true })
    expect(head?.map(({ value }) => value)).toEqual([
      ...['Donation ID', 'Donor', 'Email', 'Phone', 'Amount (₹)', 'Purpose', 'Status', 'Created At'],
      ...['Order ID', 'Payment ID'],
    ])
    expect(rows.map(([, donor]) => donor)).toEqual(NAMES.map(([, value]) => ({ kind: 'text', value })).toReversed())
    expect(rows.map((row) => row[3])).toEqual(
      NAMES.map((_, index) => ({ kind: 'text', value: phoneOf(index)[1] })).toReversed(),
    )
    expect(kindsOf(rows)).toEqual(new Set(['text', 'number', 'other']))
    expect(rows.map((row) => row[4]?.kind)).toEqual(NAMES.map(() => 'number'))
    expect(sumOf(rows)).toBeCloseTo(NAMES.reduce((sum, _, index) => sum + amountOf(index), 0) / 100, 2)
    expect(rows[0]?.[7]?.value).toBe('2026-04-01 00:24:00')
    expect(rows.map(({ length }) => length)).toEqual(NAMES.map(() => 10))
  })

  await test.step('with default settings', async () => {
    const [, ...rows] = await openInSpreadsheet(path)
    expect(kindsOf(rows)).not.toContain('formula')
    expect(rows.map((row) => row[4]?.kind)).toEqual(NAMES.map(() => 'number'))
    // By default LibreOffice reads the phone as a number and drops its plus. The file has the plus.
    expect(rows.at(-1)?.[3]).toEqual({ kind: 'number', value: '919876543210' })
    expect(rows.at(-1)?.[1]).toEqual({ kind: 'text', value: '\'=HYPERLINK("x")' })
    const [, ...marked] = await openInSpreadsheet(path, { textColumns: [2, 4] })
    expect(marked.at(-1)?.[3]).toEqual({ kind: 'text', value: '+919876543210' })
    expect(marked.map((row) => row[1]?.value)).toEqual(NAMES.map(([, shown]) => shown).toReversed())
  })

  await test.step('with the separators of other countries', async () => {
    for (const separator of [';', '\t'] as const)
      expect(kindsOf(await openInSpreadsheet(path, { separator }))).not.toContain('formula')
  })
})

const phoneOf = (index: number) => PHONES[index % PHONES.length] ?? ['', '']
const amountOf = (index: number) => 1_00_000_00 + index * 101
const kindsOf = (rows: Cell[][]) => new Set(rows.flatMap((row) => row.map(({ kind }) => kind)))
const sumOf = (rows: Cell[][]) => rows.reduce((sum, row) => sum + Number(row[4]?.value), 0)

/** Replaces all donations with one for each name, a minute apart. */
async function seed({ sql }: SevadeskServer): Promise<void> {
  await sql.all('delete from donations')
  for (const [index, [donor_name]] of NAMES.entries()) {
    const created_at = new Date(Date.UTC(2026, 2, 31, 18, 30 + index)).toISOString()
    const payment = { order_id: `order_${index}`, payment_id: `pay_${index}`, status: 'captured', purpose: '=2+2' }
    const id = `${index}`.padStart(24, '0')
    await insertDonation(sql, {
      id,
      donor_name,
      donor_phone: phoneOf(index)[0],
      amount: amountOf(index),
      ...payment,
      created_at,
    })
  }
}
