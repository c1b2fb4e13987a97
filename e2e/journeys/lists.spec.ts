import { expect, type Page } from '@playwright/test'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { insertDonation } from '../support/seed-donations.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

const SCHOOL = '5c4001'.padStart(24, '0')

test('a purpose is added, gets the donations of an old text, and is retired @pg @keys', async ({
  page,
  driver,
  sevadesk,
  pageErrors,
}) => {
  pageErrors.allow(/\/api\/lists\/purposes$/)
  const { sql, apiUrl } = sevadesk
  await sql.all('update donations set purpose = null')
  await sql.all(
    'insert into institutions (id, name_en, name_hi, position, created_at) values (?, ?, ?, 1, ?)',
    ...[SCHOOL, 'School', 'विद्यालय', '2026-01-01T00:00:00.000Z'],
  )
  const texts = ['Fees of a child', 'fees of a  CHILD', 'Fees of a child', 'Diwali']
  for (const [index, purpose] of texts.entries()) {
    const created_at = new Date(Date.now() - index * 60_000).toISOString()
    const donor = { donor_name: 'Asha', donor_email: null, donor_phone: null, status: 'captured' }
    await insertDonation(sql, { id: `${index}`.padStart(24, 'd'), amount: 5_100, purpose, created_at, ...donor })
  }
  const offered = async () => (await (await fetch(`${apiUrl}/api/donate/choices`)).json()).data.purposes
  await signInByHttp(page, sevadesk)
  await page.goto('/dashboard')
  await panelOf(page, driver).open('Settings')
  await driver.press(page.getByRole('main').getByRole('link', { name: 'Lists' }))
  await expect(page.getByRole('listitem').filter({ hasText: 'विद्यालय' })).toBeVisible()

  await driver.press(page.getByRole('button', { name: 'Add purpose' }))
  const form = page.getByRole('form', { name: 'Add purpose' })
  await driver.type(form.getByLabel('Name in English'), 'School fees')
  await driver.press(form.getByRole('button', { name: 'Save' }))
  await expect(form.getByText('Name in Hindi is required.').first()).toBeVisible()
  await driver.type(form.getByLabel('Name in Hindi'), 'स्कूल की फ़ीस')
  await driver.choose(form.getByLabel('Institution'), 'School')
  await driver.press(form.getByRole('button', { name: 'Save' }))
  await expect(toastOf(page, 'Added to the list')).toBeVisible()
  const purpose = { _id: expect.any(String), nameEn: 'School fees', nameHi: 'स्कूल की फ़ीस' }
  expect(await offered()).toEqual([purpose])

  await driver.press(page.getByRole('link', { name: 'Old purposes' }))
  const rows = tableOf(page, 'Old purposes').rows
  await expect(rows).toHaveCount(2)
  const row = rows.filter({ hasText: 'Fees of a child' })
  await expect(row).toContainText('3')
  await driver.choose(row.getByLabel('Purpose of Fees of a child'), 'School fees')
  await driver.press(page.getByRole('region', { name: 'Selected texts' }).getByRole('button', { name: 'Save' }))
  await expect(toastOf(page, '3 donations mapped')).toBeVisible()
  await expect(rows).toHaveCount(1)
  const stored = 'select purpose, institution_id from donations where purpose_id is not null order by id'
  expect(await sql.all(stored)).toMatchObject(
    ['Fees of a child', 'fees of a  CHILD', 'Fees of a child'].map((text) => ({
      purpose: text,
      institution_id: SCHOOL,
    })),
  )
  await driver.choose(page.getByLabel('Show'), 'Mapped')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/\/lists\/mapping\?state=mapped$/)

  await driver.press(page.getByRole('main').getByRole('link', { name: 'Lists' }))
  await expect(entryOf(page, 'School fees')).toContainText('School · 3 donations')
  await driver.press(page.getByRole('button', { name: 'Retire School fees' }))
  const question = page.getByRole('alertdialog', { name: 'Retire “School fees”?' })
  await driver.press(question.getByRole('button', { name: 'Yes, retire it' }))
  await expect(page.getByRole('list', { name: 'Purposes: retired' })).toContainText('School fees')
  expect(await offered()).toEqual([])

  await driver.press(entryOf(page, 'School fees').getByRole('link', { name: 'History of School fees' }))
  await expect(page.getByRole('listitem').filter({ hasText: 'retired the purpose “School fees”' })).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'mapped old purposes to the purpose “School fees” (donations: 3)' }),
  ).toBeVisible()
})

function entryOf(page: Page, name: string) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: name })
}
