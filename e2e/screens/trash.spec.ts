import { expect } from '@playwright/test'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'
import { insertDonation } from '../support/seed-donations.ts'

const DELETED = [
  ['event', 'मेला'],
  ['photo', ''],
  ['message', 'अनिल – दर्शन'],
  ['home-video', 'सुबह की आरती'],
] as const

test('every state of the trash', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/trash\b/)
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')
  const rows = main.getByRole('table').locator('tbody').getByRole('row')
  const now = new Date().toISOString()
  for (const [index, [kind, label]] of DELETED.entries()) {
    await sevadesk.sql.all(
      'insert into trash (kind, id, label, section, content, deleted_at, deleted_by) values (?, ?, ?, ?, ?, ?, ?)',
      ...[kind, `${index}`.padStart(24, '0'), label, kind === 'photo' ? 'School' : null, '{}', now, 'savita'],
    )
  }
  await sevadesk.sql.all('delete from donations')
  const donation = { donor_name: 'सुनीता', donor_email: null, donor_phone: null, status: 'captured', purpose: null }
  await insertDonation(sevadesk.sql, { id: '9'.padStart(24, '0'), amount: 510_000, ...donation, created_at: now })
  await sevadesk.sql.all('update donations set deleted_at = ?', now)
  await page.goto('/trash')
  await expect(rows).toHaveCount(DELETED.length + 1)
  await check('trash: list')
  await main.getByRole('checkbox').first().check()
  await check('trash: all selected')
  await main.locator('button[data-variant=danger]').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('trash: question')
  await page.keyboard.press('Escape')
  await page.route('**/api/trash?*', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('alert').or(main.getByRole('button')).first()).toBeVisible()
  await check('trash: list failed')
  await page.unroute('**/api/trash?*')
  await sevadesk.sql.all('delete from trash')
  await sevadesk.sql.all('delete from donations')
  await page.reload()
  await expect(main.getByRole('status').or(main.locator('svg')).first()).toBeVisible()
  await expect(rows).toHaveCount(0)
  await check('trash: empty')
})
