import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { CSV_HEAD, csvRow, parseCsv } from '../support/donation-csv.ts'
import { cardsOf, chosen, phoneOf, textOf } from '../support/donation-figures.ts'
import { donationsOf } from '../support/donations-page.ts'
import { panelOf } from '../support/panel.ts'
import { test } from '../support/test.ts'

test('donations: figures, search, both filters, pages, details, CSV @gate @pg @other @phone @keys', async ({
  page,
  driver,
  server,
}) => {
  const panel = panelOf(page, driver)
  const donations = donationsOf(page, driver)
  const now = await server.manyDonations()
  await page.clock.setFixedTime(now)
  const all = await server.donations()
  const newest = chosen(all, {})

  await test.step('sign in: four figures and the ten newest', async () => {
    await page.goto('/')
    await panel.signIn(server.username, server.password)
    await expect(page).toHaveURL('/dashboard')
    await driver.press(page.getByRole('button', { name: 'View All' }))
    await expect(page).toHaveURL('/donations')
    await donations.expectCards(cardsOf(all, now))
    await donations.expectPage(newest, 1)
  })

  await test.step('the address keeps the page through reload and back', async () => {
    await driver.press(donations.next)
    await donations.expectPage(newest, 2)
    await driver.press(donations.pageButton(4))
    await donations.expectPage(newest, 4)
    await page.reload()
    await donations.expectPage(newest, 4)
    await page.goBack()
    await donations.expectPage(newest, 2)
  })

  await test.step('a search includes the purpose and starts on page 1', async () => {
    await driver.type(donations.search, 'cow FEED')
    await donations.expectPage(chosen(all, { search: 'cow FEED' }), 1)
    await expect(page).toHaveURL(/[?&]q=cow/i)
  })

  await test.step('period and status filter the list, not the cards', async () => {
    await donations.choosePeriod('This Year')
    await donations.expectPage(chosen(all, { search: 'cow feed', period: 'This Year', now }), 1)
    await donations.chooseStatus('Authorized')
    const expected = chosen(all, { search: 'cow feed', period: 'This Year', status: 'Authorized', now })
    await donations.expectPage(expected, 1)
    await donations.expectCards(cardsOf(all, now))
    await page.reload()
    await donations.expectPage(expected, 1)
  })

  await test.step('the CSV file holds every row of search and filters', async () => {
    const { path, name } = await donations.exportCsv()
    expect(name).toBe(`donations-filtered-${new Date(now + 330 * 60_000).toISOString().slice(0, 10)}.csv`)
    const file = await readFile(path)
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const expected = chosen(all, { search: 'cow feed', period: 'This Year', status: 'Authorized', now })
    expect(parseCsv(file.toString())).toEqual([CSV_HEAD, ...expected.map(csvRow)])
  })

  await test.step('the details show every field', async () => {
    await donations.choosePeriod('All Time')
    await donations.chooseStatus('All')
    await driver.type(donations.search, "o'brien+seva")
    const expected = chosen(all, { search: "o'brien+seva" })
    await donations.expectPage(expected, 1)
    await donations.open(0)
    const [first] = expected
    const { orderId, paymentId } = (first?.razorpay ?? {}) as { orderId?: string; paymentId?: string }
    await donations.expectFields({
      Donor: textOf(first?.donorName) || 'Anonymous',
      Email: "o'brien+seva@example.org",
      Phone: phoneOf(first?.donorPhone) || '—',
      Purpose: textOf(first?.purpose) || '—',
      'Order ID': textOf(orderId) || '—',
      'Payment ID': textOf(paymentId) || '—',
      'Donation ID': textOf(first?._id),
    })
    await donations.close()
  })

  await test.step('no matches: empty state, and a warning instead of an export', async () => {
    await driver.type(donations.search, 'nobody of this name')
    await expect(donations.empty).toBeVisible()
    await driver.press(donations.exportButton)
    const notice = page.getByRole('alertdialog', { name: 'No records to export' })
    await driver.press(notice.getByRole('button', { name: 'OK' }))
    await driver.press(page.getByRole('button', { name: 'Show all donations' }))
    await donations.expectPage(newest, 1)
  })

  await test.step('a donation without a receipt shows a message', async () => {
    const without = newest.findIndex(({ receipt }) => !receipt || !(receipt as { token?: string }).token)
    const number = Math.floor(without / 10) + 1
    if (number > 1) await page.goto(`/donations?page=${number}`)
    await donations.expectPage(newest, number)
    await donations.open(without % 10)
    await driver.press(donations.receiptButton)
    await expect(page.getByText('No receipt available for this donation.', { exact: true })).toBeVisible()
    await donations.close()
  })
})
