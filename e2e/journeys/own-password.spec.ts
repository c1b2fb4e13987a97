import { expect, type Page } from '@playwright/test'
import { panelOf } from '../support/panel.ts'
import { seedAdmin } from '../support/seed.ts'
import { test } from '../support/test.ts'

const NEW_PASSWORD = 'Lotus-pond-7!'

const formOf = (page: Page) => ({
  current: page.getByLabel('Current password', { exact: true }),
  next: page.getByLabel('New password', { exact: true }),
  confirm: page.getByLabel('Confirm new password', { exact: true }),
  send: page.getByRole('button', { name: 'Update password', exact: true }),
})

test('asks for a new password after the first login, then opens the landing page', async ({
  page,
  driver,
  sevadesk,
}) => {
  await seedAdmin(sevadesk.sql, 'newcomer', ['Events'], sevadesk.username)
  await sevadesk.sql.all("update admins set must_change_password = 1 where username = 'newcomer'")
  await page.goto('/')
  const panel = panelOf(page, driver)
  await panel.signIn('newcomer', sevadesk.password)
  await expect(page).toHaveURL('/update-password')
  await page.goto('/events')
  await expect(page).toHaveURL('/update-password')
  await expect(panel.sidebar.getByRole('link')).toHaveCount(1)

  const form = formOf(page)
  await driver.type(form.current, sevadesk.password)
  await driver.type(form.next, NEW_PASSWORD)
  await driver.type(form.confirm, NEW_PASSWORD)
  await driver.press(form.send)
  await expect(page).toHaveURL('/events')
  await expect(page.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
})
