import { expect } from '@playwright/test'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'
import { insertDonation } from '../support/seed-donations.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LONG = 'पिताजी की पुण्यतिथि पर गौशाला में चारा और अन्नदान'

test('every state of the lists and of the mapping of old purposes', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/lists\b/)
  const { sql } = sevadesk
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')
  const form = main.getByRole('form')
  await page.goto('/lists')
  await expect(main.getByRole('button').first()).toBeVisible()
  await check('lists: empty')
  for (const [index, name] of ['गौशाला', 'विद्यालय'].entries()) {
    const row = [`${index}`.padStart(24, 'e'), name, name, index, AT]
    await sql.all(
      'insert into institutions (id, name_en, name_hi, position, created_at) values (?, ?, ?, ?, ?)',
      ...row,
    )
  }
  for (const [index, name] of ['गौ सेवा', LONG, 'मेला'].entries()) {
    const row = [`${index}`.padStart(24, 'f'), name, name, index, AT, index === 2 ? AT : null, '0'.padStart(24, 'e')]
    await sql.all(
      'insert into purposes (id, name_en, name_hi, position, created_at, retired_at, institution_id) values (?, ?, ?, ?, ?, ?, ?)',
      ...row,
    )
  }
  await page.reload()
  await expect(main.getByRole('listitem')).toHaveCount(5)
  await check('lists')
  const [opener] = await main.locator('button[aria-expanded=false]').all()
  await opener?.click()
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form.locator('[aria-invalid]').first()).toBeVisible()
  await check('lists: form refused')
  await page.reload()
  await main.getByRole('listitem').first().getByRole('button').nth(3).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('lists: question')
  await page.keyboard.press('Escape')
  await page.route('**/api/lists', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await check('lists: failed')
  await page.unroute('**/api/lists')

  await sql.all('update donations set purpose = null')
  await page.goto('/lists/mapping')
  await expect(main.getByRole('table')).toHaveCount(0)
  await check('mapping: empty')
  for (const [index, purpose] of ['गौ सेवा', LONG.repeat(3), 'भंडारा'].entries()) {
    const donor = { donor_name: 'सुनीता', donor_email: null, donor_phone: null, status: 'captured' }
    await insertDonation(sql, { id: `${index}`.padStart(24, 'd'), amount: 5_100, purpose, created_at: AT, ...donor })
  }
  await page.reload()
  await expect(main.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(3)
  await check('mapping: list')
  await main.getByRole('checkbox').first().check()
  await main.getByRole('button', { name: labels.save }).click()
  await expect(main.locator('select[aria-invalid]').first()).toBeVisible()
  await check('mapping: a purpose is missing')
  await page.route('**/api/lists/purposes/texts?*', (route) => route.abort())
  await page.goto('/lists/mapping')
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await check('mapping: failed')
})
