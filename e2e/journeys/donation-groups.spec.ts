import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { parseCsv } from '../support/donation-csv.ts'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { seedGroups } from '../support/seed-groups.ts'
import { test } from '../support/test.ts'

const CHART_CODE = /\/assets\/charts-.*\.js$/

test('groups by purpose and mode agree with the list, and the address keeps them', async ({
  page,
  driver,
  sevadesk,
}) => {
  await seedGroups(sevadesk.sql)
  await signInByHttp(page, sevadesk)
  await page.goto('/donations')
  const donations = donationsOf(page, driver)
  const row = (name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name })

  await test.step('of all time, by purpose', async () => {
    await donations.chooseGroups('Purpose')
    await expect(page).toHaveURL('/donations?group=purpose')
    await expect(row('Cow shelter')).toContainText(/2.*₹1,00,000\.01/)
    await expect(row('Without purpose')).toContainText(/1.*₹500\.00/)
    await expect(row('Total')).toContainText(/3.*₹1,00,500\.01/)
    await page.reload()
    await expect(row('Total')).toContainText('₹1,00,500.01')
  })

  await test.step('of a financial year by months, each by when the money came', async () => {
    await page.goto('/donations?group=month&from=2025-04-01&to=2026-03-31')
    await expect(row('March 2026')).toContainText(/1.*₹1,00,000\.00/)
    await expect(row('April 2026')).toHaveCount(0)
    await expect(row('Total')).toContainText('₹1,00,000.00')
  })

  await test.step('to the donations of a month, by when their money came', async () => {
    await page.goto('/donations?group=month&from=2026-04-01&to=2026-04-30')
    await expect(row('April 2026')).toContainText(/1.*₹0\.01/)
    await driver.press(page.getByRole('link', { name: 'April 2026' }))
    await expect(page).toHaveURL('/donations?from=2026-04-01&to=2026-04-30&status=authorized&dayOf=receipt')
    await expect(page.getByText('1 found, 1 successful: ₹0.01', { exact: true })).toBeVisible()
    await expect(row('Late capture')).toBeVisible()
    await donations.chooseDayOf('Order or entry')
    await expect(page.getByText('No donations found for this filter.')).toBeVisible()
  })

  await test.step('to the donations of a mode', async () => {
    await page.goto('/donations?group=mode')
    await driver.press(page.getByRole('link', { name: 'Cash', exact: true }))
    await expect(page).toHaveURL('/donations?status=authorized&mode=cash')
    await expect(page.getByText('1 found, 1 successful: ₹1,00,000.00', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(row('Total')).toBeVisible()
  })

  await test.step('and the accountant gets each of them once', async () => {
    await page.goto('/donations?group=month')
    await driver.press(page.getByRole('button', { name: 'For the accountant' }))
    const saving = page.waitForEvent('download')
    await driver.press(page.getByRole('button', { name: 'Save as CSV' }))
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^accountant-\d{4}-\d{2}-\d{2}\.csv$/)
    const [heads = [], ...rows] = parseCsv(await readFile(await file.path(), 'utf8'))
    const [donor, amount] = [heads.indexOf('Donor'), heads.indexOf('Amount')]
    expect(rows.map((cells) => [cells[donor], cells[amount]])).toEqual([
      ['नकद दाता', '100000.00'],
      ['Late capture', '0.01'],
      ['Nobody in particular', '500.00'],
    ])
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('the table stays in its place while the code of the chart loads @full', async ({ page, sevadesk }) => {
  await seedGroups(sevadesk.sql)
  await signInByHttp(page, sevadesk)
  const chart = page.locator('main figure')
  const total = page.getByRole('main').getByRole('group', { name: 'Total Amount', exact: true })
  for (const [width, group] of [
    [1280, 'purpose'],
    [1280, 'month'],
    [360, 'purpose'],
    [360, 'month'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(CHART_CODE, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`/donations?group=${group}`)
    await expect(page.getByRole('table').locator('tfoot')).toBeVisible()
    // Figures and filters have requests of their own, and move the table when they arrive.
    await expect(total.getByText('₹1,00,500.01', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByLabel('Payment mode', { exact: true })).toBeAttached()
    await expect(chart).toHaveCount(0)
    const top = async () => Math.round((await page.getByRole('table').boundingBox())?.y ?? 0)
    const before = await top()
    release()
    await expect(chart).toBeVisible()
    expect(Math.abs((await top()) - before), `${group} at ${width} px`).toBeLessThanOrEqual(2)
    await page.unroute(CHART_CODE)
  }
})
