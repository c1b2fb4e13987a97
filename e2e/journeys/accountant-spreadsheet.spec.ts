import { expect } from '@playwright/test'
import { signInByHttp } from '../support/panel.ts'
import { seedGroups } from '../support/seed-groups.ts'
import { openWorkbook } from '../support/spreadsheet.ts'
import { test } from '../support/test.ts'

test('LibreOffice opens the Excel file for the accountant: numbers, dates and Hindi are right', async ({
  page,
  driver,
  sevadesk,
}) => {
  await seedGroups(sevadesk.sql)
  await signInByHttp(page, sevadesk)
  await page.goto('/donations?group=month')
  await driver.press(page.getByRole('button', { name: 'For the accountant' }))
  const saving = page.waitForEvent('download')
  await driver.press(page.getByRole('button', { name: 'Save as Excel (.xlsx)' }))
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^accountant-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const [heads = [], ...rows] = await openWorkbook(await file.path())
  const cellsOf = (head: string) => {
    const at = heads.findIndex(({ value }) => value === head)
    return rows.map((row) => row[at] ?? { kind: 'text', value: '' })
  }
  expect(rows).toHaveLength(3)
  expect(cellsOf('Amount')).toEqual([
    { kind: 'number', value: '100000' },
    { kind: 'number', value: '0.01' },
    { kind: 'number', value: '500' },
  ])
  expect(cellsOf('Received On').map(({ kind, value }) => [kind, value])).toEqual([
    ['other', '31/03/2026'],
    ['other', '01/04/2026'],
    ['other', '01/05/2026'],
  ])
  expect(cellsOf('Entered At')[0]).toEqual({ kind: 'other', value: '02/04/2026 09:30:00' })
  expect(cellsOf('Donor')[0]).toEqual({ kind: 'text', value: 'नकद दाता' })
  expect(cellsOf('Address')[0]).toEqual({ kind: 'text', value: 'गाँव १, "पुणे"\nमहाराष्ट्र' })
  expect(cellsOf('Collected By')[0]).toEqual({ kind: 'text', value: 'रमेश' })
  expect(cellsOf('Book No.')[0]).toEqual({ kind: 'text', value: '0007' })
  expect(cellsOf('Note')[0]).toEqual({ kind: 'text', value: '=1+1' })
  expect(cellsOf('Payment ID').map(({ value }) => value)).toEqual(['', 'pay_7', 'pay_8'])
})
