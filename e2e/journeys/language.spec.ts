import { expect } from '@playwright/test'
import { LABELS } from '../support/labels.ts'
import { panelOf } from '../support/panel.ts'
import { test } from '../support/test.ts'

const hindi = LABELS.hi

test('a language chosen on the login screen stays after a reload', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.getByRole('radio', { name: 'हिन्दी' }).click()
  await expect(page.getByLabel(hindi.username)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(hindi.username)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
})

test('a language chosen in the user menu stays after a reload @full', async ({ page, driver, server }) => {
  const panel = panelOf(page, driver)
  await page.goto('/')
  await panel.signIn(server.username, server.password)
  await driver.press(panel.userMenu)
  await driver.press(page.getByRole('menuitemradio', { name: 'हिन्दी' }))
  await expect(page.getByRole('menuitem', { name: hindi.logout })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: hindi.account })).toBeVisible()
})
