import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'
import { seedAdmin } from '../support/seed.ts'

test('Admin Management and Profile Settings', async ({ page, sevadesk, labels, check, pageErrors }) => {
  pageErrors.allow(/status of 400.*\/addadmin$/)
  await signInByHttp(page, sevadesk)
  await page.goto('/admin')
  const main = page.getByRole('main')
  const dialog = page.getByRole('alertdialog')
  await expect(main.getByRole('row').nth(1)).toBeVisible()
  await main.locator('button[aria-expanded]').click()
  await main.locator('input[name=password]').fill('Temple')
  await main.locator('form button[type=submit]').click()
  await holdToast(page)
  await expect(main.locator('[aria-invalid]')).not.toHaveCount(0)
  await check('admins: form refused')

  await main.locator('button[aria-expanded]').click()
  await dialog.getByRole('button').last().click()
  await expect(dialog).toHaveCount(0)
  await main.getByRole('button', { name: labels.delete }).first().click()
  await expect(dialog).toBeVisible()
  await check('admins: question')

  await page.goto('/profile')
  await main.locator('button[aria-expanded]').click()
  await expect(main.getByRole('form')).toBeVisible()
  await check('profile: form')
})

test('Update Password while a new password is required', async ({ page, sevadesk, check }) => {
  await seedAdmin(sevadesk.sql, 'newcomer', ['Events'], sevadesk.username)
  await sevadesk.sql.all("update admins set must_change_password = 1 where username = 'newcomer'")
  await signInByHttp(page, sevadesk, 'newcomer')
  await page.goto('/')
  await expect(page).toHaveURL('/update-password')
  await page.locator('input[name=oldPassword]').fill('x')
  await page.locator('input[name=newPassword]').fill('Abc')
  await page.locator('form button[type=submit]').click()
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  await check('password form with an error')
})

test('Login Sessions, and the hint for a lost password', async ({ page, sevadesk, check, context }) => {
  for (let login = 0; login < 3; login++) await signInByHttp(page, sevadesk)
  await page.goto('/login-sessions')
  await expect(page.getByRole('row')).toHaveCount(4)
  await check('login sessions')
  await context.clearCookies()
  await page.goto('/')
  await page.locator('summary').click()
  await check('hint for a lost password')
})
