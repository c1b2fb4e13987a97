import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { CSV_HEAD, csvRow, parseCsv } from '../support/donation-csv.ts'
import { type Choice, cardsOf, chosen, rupees } from '../support/donation-figures.ts'
import { donationsOf } from '../support/donations-page.ts'
import { navigateInPage, signInByHttp } from '../support/panel.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

const PERIODS = ['All Time', 'Today', 'This Week', 'This Month', 'This Year'] as const
const STATUSES = ['All', 'Authorized', 'Pending', 'Failed'] as const
/**
 * Parts of each field, upper and lower case, accents, Latin and Devanagari script, numbers with and
 * without spaces, punctuation.
 */
const SEARCHES = [
  ...['lakshmi', 'JOSE', 'josé', 'ज़ाहिद', 'चांद', 'हिन्', 'example.org', 'donor1', '98765 43210', '+91', '०९८१२', '123'],
  ...['%', '_', '50%', '"', "'", '<b>', '=1', 'e', 'गौ', 'वृद्ध', 'anonymous', 'null', 'cow  feed', ' feed '],
]

test('250 donations: cards, lists and CSV equal an independent calculation @full', async ({ page, driver, server }) => {
  const donations = donationsOf(page, driver)
  const moment = await server.manyDonations()
  const all = await server.donations()
  expect(all.length).toBeGreaterThan(240)
  await signInByHttp(page, server)

  const showsFound = async (choice: Choice) => {
    const expected = chosen(all, choice)
    if (expected.length > 0) await donations.expectPage(expected, 1)
    else await expect(donations.empty).toBeVisible()
    return expected
  }

  for (const now of server.clocks(moment)) {
    await test.step(`every period and status at ${new Date(now).toISOString()}`, async () => {
      await page.clock.setFixedTime(now)
      await page.goto('/donations')
      await donations.expectCards(cardsOf(all, now))
      for (const period of PERIODS) {
        await donations.choosePeriod(period)
        for (const status of STATUSES) {
          await donations.chooseStatus(status)
          await showsFound({ period, status, now })
        }
        const expected = chosen(all, { period, status: 'Failed', now })
        if (expected.length === 0) continue
        const { path } = await donations.exportCsv()
        expect(parseCsv(await readFile(path, 'utf8')), period).toEqual([CSV_HEAD, ...expected.map(csvRow)])
      }
      await donations.expectCards(cardsOf(all, now))
    })
  }

  await test.step('searches', async () => {
    await page.goto('/donations')
    await donations.expectPage(chosen(all, {}), 1)
    for (const search of SEARCHES) {
      await donations.search.fill(search)
      await showsFound({ search })
    }
    await donations.chooseStatus('Authorized')
    for (const search of ['example.org', 'लक्ष्मी', 'a']) {
      await donations.search.fill(search)
      await showsFound({ search, status: 'Authorized' })
    }
  })

  await test.step('the CSV file of all donations', async () => {
    await page.goto('/donations')
    await donations.expectPage(chosen(all, {}), 1)
    const { path } = await donations.exportCsv()
    expect(parseCsv(await readFile(path, 'utf8'))).toEqual([CSV_HEAD, ...chosen(all, {}).map(csvRow)])
  })

  await test.step('every page, without repeated or missing rows', async () => {
    const newest = chosen(all, {})
    const last = Math.ceil(newest.length / 10)
    for (let number = 2; number <= last; number += 1) {
      await donations.next.click()
      await donations.expectPage(newest, number)
    }
    await expect(donations.next).toHaveAttribute('aria-disabled', 'true')
  })
})

test('shows a page for invalid page numbers and filters, and searches for special characters @full', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/never/)
  const donations = donationsOf(page, driver)
  const donors = tableOf(page, 'User Information')
  const now = await server.manyDonations()
  await page.clock.setFixedTime(now)
  const all = chosen(await server.donations(), {})
  const last = Math.ceil(all.length / 10)
  await signInByHttp(page, server)
  await page.goto('/donations')

  for (const query of [
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=',
    'period=never',
    'status=never',
    'page=99999999999',
  ]) {
    await navigateInPage(page, `/donations?${query}`)
    await donations.expectPage(all, 1)
  }
  await page.goto('/donations?page=1000000000')
  await donations.expectPage(all, last)
  await expect(page).toHaveURL(new RegExp(`page=${last}$`))
  await page.goto('/users?page=1000000000')
  await expect(donors.rows).toHaveCount(all.length - (last - 1) * 10)
  await expect(page).toHaveURL(new RegExp(`page=${last}$`))

  for (const search of [
    '%',
    '_',
    '"',
    "'",
    '\\',
    '\0',
    'a\0b',
    '{"a":1}',
    'null',
    '12',
    'true',
    '%25',
    '&page=2',
    '#',
  ]) {
    await navigateInPage(page, `/donations?q=${encodeURIComponent(search)}`)
    const expected = chosen(all, { search: search.replaceAll('\0', ' ') })
    if (expected.length > 0) await donations.expectPage(expected, 1)
    else await expect(donations.empty).toBeVisible()
  }
  await page.goto(`/donations?q=${'a'.repeat(10_000)}`)
  await expect(donations.empty).toBeVisible()
  await page.goto('/donations?q=%E0%A4%A')
  await expect(donations.table.or(donations.empty)).toBeVisible()
})

test('the dashboard shows the total and the five newest of the successful donations @other', async ({
  page,
  server,
}) => {
  await server.manyDonations()
  const successful = chosen(await server.donations(), { status: 'Authorized' })
  const { total } = cardsOf(successful, 0)
  await signInByHttp(page, server)
  await page.goto('/dashboard')
  const card = page.getByRole('main').getByRole('group', { name: 'Donations' })
  await expect(card.getByText(rupees(total), { exact: true })).toBeVisible()
  const { recent } = await server.figures()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(5)
  for (const [index, { money, name, email, phone }] of recent.entries()) {
    for (const words of [money, name ?? 'Anonymous', email, phone]) {
      if (words !== null) await expect(rows.nth(index)).toContainText(words)
    }
  }
})
