import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { CSV_HEAD, csvRow, parseCsv } from '../support/donation-csv.ts'
import { chosen, paiseOf, type RawDonation, rupees, statusLabel, textOf } from '../support/donation-figures.ts'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

/** List, line of figures and CSV show the expected donations, newest first. */
async function expectEverywhere(page: Page, donations: ReturnType<typeof donationsOf>, expected: RawDonation[]) {
  await donations.expectPage(expected, 1)
  const successful = expected.filter(({ localStatus }) => statusLabel(localStatus) === 'Success')
  const sum = successful.reduce((total, { amount }) => total + (paiseOf(amount) ?? 0), 0)
  const line = `${expected.length} found, ${successful.length} successful: ${rupees(sum)}`
  await expect(page.getByText(line, { exact: true })).toBeVisible()
  const { path, name } = await donations.exportCsv()
  expect(name).toMatch(/^donations-filtered-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(parseCsv(await readFile(path, 'utf8'))).toEqual([CSV_HEAD, ...expected.map(csvRow)])
}

test.describe('by keyboard', () => {
  test.use({ inputMode: 'keyboard' })

  test('last financial year: list, figures and CSV agree, and the address keeps it @full', async ({
    page,
    driver,
    server,
  }) => {
    const donations = donationsOf(page, driver)
    const now = await server.manyDonations()
    await page.clock.setFixedTime(now)
    const local = new Date(now + 330 * 60_000)
    const first = local.getUTCFullYear() - (local.getUTCMonth() < 3 ? 2 : 1)
    const expected = chosen(await server.donations(), { days: [`${first}-04-01`, `${first + 1}-03-31`] })
    expect(expected.length).toBeGreaterThan(10)
    await signInByHttp(page, server)
    await page.goto('/dashboard')
    await page.goto('/donations')
    await donations.choosePeriod('Last Financial Year')
    await expect(page).toHaveURL('/donations?period=last-financial-year')
    await expectEverywhere(page, donations, expected)
    await page.reload()
    await donations.expectPage(expected, 1)
    await driver.press(donations.next)
    await donations.expectPage(expected, 2)
    await page.goBack()
    await donations.expectPage(expected, 1)
  })

  test('the highest amount comes first after a press of its header @full', async ({ page, driver, server }) => {
    const donations = donationsOf(page, driver)
    await server.manyDonations()
    const paise = (donation: RawDonation) => paiseOf(donation.amount) ?? 0
    const expected = chosen(await server.donations(), {}).sort((one, other) => paise(other) - paise(one))
    await signInByHttp(page, server)
    await page.goto('/donations')
    await driver.press(donations.table.getByRole('button', { name: 'Amount', exact: true }))
    await expect(page).toHaveURL('/donations?sort=amount-high')
    await donations.expectPage(expected, 1)
    const { path } = await donations.exportCsv()
    expect(parseCsv(await readFile(path, 'utf8'))).toEqual([CSV_HEAD, ...expected.map(csvRow)])
  })
})

test.describe('by touch', () => {
  test.use({ inputMode: 'touch', hasTouch: true, viewport: { width: 360, height: 740 } })

  test('chosen dates: list, figures and CSV agree, and the address keeps them @full', async ({
    page,
    driver,
    server,
  }) => {
    const donations = donationsOf(page, driver)
    const now = await server.manyDonations()
    const local = new Date(now + 330 * 60_000)
    const month = (shift: number, day: number) =>
      new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + shift, day)).toISOString().slice(0, 10)
    const days = [month(-3, 1), month(-1, 15)] as const
    const all = await server.donations()
    const expected = chosen(all, { days })
    expect(expected.length).toBeGreaterThan(2)
    await signInByHttp(page, server)
    await page.goto('/donations')
    await donations.expectPage(chosen(all, {}), 1)
    await donations.choosePeriod('Choose dates…')
    const dialog = page.getByRole('dialog', { name: 'Choose dates' })
    await driver.type(dialog.getByLabel('From date', { exact: true }), '31/02/2026')
    await driver.press(dialog.getByRole('button', { name: 'Show donations' }))
    await expect(dialog.getByText('There is no such day. Check day and month.')).toBeVisible()
    await driver.type(dialog.getByLabel('From date', { exact: true }), days[0].split('-').reverse().join('/'))
    await driver.type(dialog.getByLabel('To date', { exact: true }), `01/${days[1].slice(5, 7)}/${days[1].slice(0, 4)}`)
    await driver.press(dialog.getByRole('button', { name: 'Calendar for To date' }))
    await driver.press(page.getByRole('grid').getByText('15', { exact: true }))
    await driver.press(dialog.getByRole('button', { name: 'Show donations' }))
    await expect(page).toHaveURL(`/donations?from=${days[0]}&to=${days[1]}`)
    await expectEverywhere(page, donations, expected)
    await page.reload()
    await donations.expectPage(expected, 1)
  })
})

test('a shared link opens a donation of another page, survives a reload, and Back shows the list', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/404/)
  const donations = donationsOf(page, driver)
  await server.manyDonations()
  const all = chosen(await server.donations(), {})
  const far = all.find(({ donorName }, index) => index > 30 && textOf(donorName) !== '')
  const fields = { 'Donation ID': textOf(far?._id), Donor: textOf(far?.donorName) }
  await signInByHttp(page, server)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/donate/${fields['Donation ID']}`, (route) => released.then(() => route.continue()))
  await page.goto(`/donations?open=${fields['Donation ID']}`)
  await expect(donations.details).toHaveText(/^Donation details\s*Loading...$/)
  release()
  await donations.expectFields(fields)
  await page.reload()
  await donations.expectFields(fields)
  await page.goBack()
  await expect(donations.details).toBeHidden()
  await expect(page).toHaveURL('/donations')
  await donations.expectPage(all, 1)
  await donations.open(2)
  await expect(page).toHaveURL(`/donations?open=${textOf(all[2]?._id)}`)
  await page.goBack()
  await expect(donations.details).toBeHidden()
  await expect(page).toHaveURL('/donations')

  await page.goto(`/donations?open=${'f'.repeat(24)}`)
  await expect(donations.details.getByText('There is no such donation, or it has been deleted.')).toBeVisible()
})
