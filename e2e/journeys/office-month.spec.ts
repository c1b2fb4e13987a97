import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { monthList } from '../office-month/month-list.ts'
import { openOffice } from '../office-month/office.ts'
import { readAccountant, readTenColumns } from '../office-month/read-exports.ts'
import { readBooks, readCards, readDonors, readGroups, readMatches, readSlips } from '../office-month/read-figures.ts'
import { workDay } from '../office-month/work-days.ts'
import { rupees } from '../support/donation-figures.ts'
import { signInByHttp } from '../support/panel.ts'
import { ROOT } from '../support/program.ts'
import { test } from '../support/test.ts'

const PROGRAM = ['independent-sums.mjs', 'independent-month.mjs'] as const
/** Bytes that the program may print. */
const OUTPUT_MAX = 16 * 1024 * 1024

// All orders of the month come from one address.
test.use({ settings: { PUBLIC_CALLS_PER_HOUR: '1000', UNPAID_ORDERS_PER_DAY: '1000' } })

/** Today in the trust's zone. */
const today = () => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)

/** Copies the program out of the repository, so that it can import nothing of it. Returns its output. */
function runApart([program, ...parts]: typeof PROGRAM, argument: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'office-month-'))
  try {
    for (const name of [program, ...parts]) copyFileSync(join(ROOT, 'e2e/office-month', name), join(folder, name))
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: OUTPUT_MAX } as const
    return execFileSync(process.execPath, [program, argument], options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('every figure of a month of 400 gifts equals that of an independent program @full', async ({
  page,
  sevadesk,
  site,
  pageErrors,
}, info) => {
  test.setTimeout(600_000)
  pageErrors.allow(/\/api\/gifts$/) // asks about gifts of an earlier financial year
  const list = monthList()
  expect(list.days.flatMap(({ entered }) => entered)).toHaveLength(400)
  const file = info.outputPath('month.json')
  writeFileSync(file, JSON.stringify(list))
  const expected = JSON.parse(runApart(PROGRAM, file))

  await sevadesk.sql.all('delete from donations')
  const office = await openOffice(sevadesk, site, list)
  await signInByHttp(page, sevadesk, 'meera')
  const runDays = [today()]
  await test.step('two desks, the form and the site work through the month', async () => {
    for (const day of list.days) await workDay(office, site, page, day)
  })
  runDays.push(today())

  await test.step('the cash book of each day', async () => {
    expect(await readBooks(office, runDays)).toEqual(expected.books)
  })
  for (const [name, range] of Object.entries(list.ranges)) {
    await test.step(`figures, groups and the accountant's export of ${name}`, async () => {
      const { matches, received, groups, accountant } = expected.ranges[name]
      expect(await readMatches(office, range)).toEqual(matches)
      expect(await readMatches(office, range, '&dayOf=receipt')).toEqual(received)
      expect(await readGroups(office, range)).toEqual(groups)
      const { count, inKind, paise } = groups.total
      const listed = { count: count + inKind, successfulCount: count + inKind, paise }
      expect(await readMatches(office, range, '&dayOf=receipt&status=authorized')).toEqual(listed)
      const { figures } = await readAccountant(office, range, runDays)
      expect(figures).toEqual(accountant)
    })
  }
  await test.step('the cards, over the whole set', async () => {
    const { count, successfulCount, paise } = expected.ranges.all.matches
    expect(await readCards(office)).toEqual({ count, successfulCount, paise })
  })
  await test.step('the ten-column CSV', async () => {
    expect(await readTenColumns(office)).toEqual(expected.csv)
  })
  await test.step('the bank deposit slip', async () => {
    expect(await readSlips(office)).toEqual(expected.slips)
  })
  await test.step('the donors, two of whom were merged', async () => {
    expect(await readDonors(office, Object.keys(expected.donors))).toEqual(expected.donors)
  })
  await test.step('receipts are numbered from 1 without a gap', async () => {
    const { numbers } = await readAccountant(office, { from: '2025-04-01', to: '2027-03-31' }, runDays)
    for (const [year, { issued }] of Object.entries<{ issued: number }>(expected.receipts)) {
      const all = Array.from({ length: issued }, (_, at) => `SD/${year}/${`${at + 1}`.padStart(5, '0')}`)
      expect(numbers.filter((number) => number.includes(year)).toSorted()).toEqual(all)
    }
  })

  await test.step('the screens show them', async () => {
    const book = expected.books['2026-03-31']
    await page.goto('/cash-book?day=2026-03-31')
    const byMode = page.getByRole('table', { name: 'Totals by mode' }).getByRole('row')
    await expect(byMode.last()).toHaveText(`Total${book.count}${rupees(Number(book.paise))}`)
    const { matches, groups } = expected.ranges.all
    const { from, to } = list.ranges.all ?? {}
    await page.goto(`/donations?from=${from}&to=${to}`)
    const line = `${matches.count} found, ${matches.successfulCount} successful: ${rupees(Number(matches.paise))}`
    await expect(page.getByText(line, { exact: true })).toBeVisible()
    for (const grouping of ['month', 'purpose', 'institution', 'mode', 'collector']) {
      await page.goto(`/donations?group=${grouping}&from=${from}&to=${to}`)
      const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Total' })
      const { count, paise, inKind } = groups.total
      await expect(row, grouping).toHaveText(`Total${count}${rupees(Number(paise))}${inKind}`)
    }
  })
  await office.close()
})
