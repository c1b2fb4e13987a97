import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'
import { insertDonation } from '../support/seed-donations.ts'
import type { SevadeskServer } from '../support/sevadesk-server.ts'

const DONATIONS = [
  ['रामेश्वर प्रसाद', 'ramesh@example.org', '+919876543210', 'captured', 'गौ सेवा'],
  ['श्रीमती क्षमा अर्जुनवाडकर', null, '९८७६५४३२१०', 'authorized', 'वृद्धाश्रम में भोजन और दवाइयाँ'],
  [null, null, null, 'failed', null],
  ['ज़ाहिद खान', 'zahid.khan.of.a.very.long.address@mail.example.org', null, 'pending', 'नेत्र शिविर'],
  ['चाँद बाई', null, '022 2345 6789', 'refunded', ''],
  ['सुनीता', null, null, 'created', 'विद्यालय'],
  ['हरि', null, null, null, null],
] as const

test('every state of Donations Management', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/donate\b/)
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')
  const rows = main.getByRole('table').locator('tbody').getByRole('row')
  await seedDonations(sevadesk)
  await page.goto('/donations')
  await expect(rows).toHaveCount(10)
  await check('donations: pages')

  await rows.first().getByRole('button', { name: labels.details }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('dl').first()).toBeVisible()
  await check('donations: details')
  await dialog.getByRole('button', { name: labels.receipt }).click()
  await holdToast(page)
  await check('donations: no receipt, with its toast')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const filters = main.getByRole('button', { name: labels.filter })
  if (await filters.isVisible()) await filters.click()
  await main.getByRole('combobox').first().selectOption('choose')
  const fields = dialog.getByRole('textbox')
  await fields.first().fill('31/02/2026')
  await fields.last().fill('1/4/9999')
  await fields.last().press('Enter')
  await expect(fields.first()).toHaveAttribute('aria-invalid', 'true')
  await check('donations: wrong dates')
  await fields.last().fill('1/4/2026')
  await dialog.locator('[aria-haspopup=dialog]').last().click()
  await expect(page.getByRole('grid')).toBeVisible()
  await check('donations: calendar')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.goto('/donations?sort=amount-high&from=2026-11-01&to=2026-11-30')
  await expect(rows).toHaveCount(10)
  await check('donations: sorted, within dates')
  const captured = "payment_id = 'pay_7', captured_at = '2026-05-10T06:30:00.000Z'"
  await sevadesk.sql.all(`update donations set payment_method = 'upi', ${captured} where id like '%7'`)
  await page.goto('/donations?group=month')
  await expect(main.locator('figure')).toBeVisible()
  await check('donations: months, with a chart')
  await page.goto('/donations?group=mode')
  await expect(main.getByRole('table').locator('tfoot')).toBeVisible()
  await expect(main.locator('figure')).toBeVisible()
  await check('donations: groups, with a chart')
  await main.getByRole('button', { name: labels.accountant }).click()
  await expect(dialog).toBeVisible()
  await check('donations: the export for the accountant')
  await page.goto('/donations?group=collector&status=failed')
  await expect(main.locator('tbody')).toHaveCount(0)
  await check('donations: nothing to group')
  await page.goto('/donations?open=none&from=x')
  await expect(dialog.getByRole('button')).toBeVisible()
  await check('donations: a donation that does not exist')
  await page.goto('/donations')

  await main.getByRole('searchbox').fill('कोई नहीं')
  await expect(rows).toHaveCount(0)
  await check('donations: nothing found')
  await main.getByRole('button', { name: labels.exportCsv }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('donations: nothing to export')
  await page.keyboard.press('Escape')

  await page.route(/\/api\/donate(\/summary)?(\?|$)/, (route) => route.abort())
  await page.goto('/donations')
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await holdToast(page)
  await check('donations: list and figures failed, with the toast')
  await page.unroute(/\/api\/donate(\/summary)?(\?|$)/)
})

test('every state of User Information', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/donate\b/)
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')
  const rows = main.getByRole('table').locator('tbody').getByRole('row')
  await seedDonations(sevadesk)
  await page.goto('/users?page=2')
  await expect(rows).toHaveCount(4)
  await check('donors: the last page')
  await rows.first().getByRole('button', { name: labels.delete }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await check('donors: question')
  await dialog.getByRole('button', { name: labels.yesRemove, exact: true }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await check('donors: deleted')
  await dialog.getByRole('button').click()

  await main.getByRole('searchbox').fill('कोई नहीं')
  await expect(rows).toHaveCount(0)
  await check('donors: nothing found')
  await sevadesk.sql.all('delete from donations')
  await page.goto('/users')
  await expect(main.getByRole('heading', { level: 2 }).or(main.getByText(labels.noRecords))).toBeVisible()
  await check('donors: no donors')
  await page.route('**/api/donate?*', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await check('donors: list failed')
  await page.unroute('**/api/donate?*')
})

/** Inserts each donation twice, to fill two pages. */
async function seedDonations({ sql }: SevadeskServer): Promise<void> {
  await sql.all('delete from donations')
  const twice = [...DONATIONS, ...DONATIONS]
  for (const [index, [donor_name, donor_email, donor_phone, status, purpose]] of twice.entries()) {
    const created_at = new Date(Date.UTC(2026, 10, 20, 6) - index * 3_600_000).toISOString()
    const fields = { donor_name, donor_email, donor_phone, status, purpose, created_at }
    await insertDonation(sql, { id: `${index}`.padStart(24, '0'), amount: 10 ** (index % 11), ...fields })
  }
}
