import { expect } from '@playwright/test'
import { scanQrCode } from '../support/authenticator.ts'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'
import { seedAdmin } from '../support/seed.ts'

test('Admin Management and Profile Settings', async ({ page, sevadesk, check, pageErrors }) => {
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

test('System', async ({ page, sevadesk, check }) => {
  await signInByHttp(page, sevadesk)
  await page.goto('/system')
  await expect(page.getByRole('main').getByRole('region')).toBeVisible()
  await check('system')
})

test('Settings', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/status of 400.*\/settings/)
  await signInByHttp(page, sevadesk)
  await page.goto('/settings')
  const main = page.getByRole('main')
  await expect(main.locator('section img[src^=blob]')).toBeVisible()
  await check('settings')
  await main.locator('#change-trust').click()
  await main.locator('input[name=pan]').fill('x')
  await main.locator('form button[type=submit]').click()
  await expect(main.locator('[aria-invalid]')).toHaveCount(1)
  await holdToast(page)
  await check('settings: form refused')
})

test('two-step sign-in: set-up, recovery codes, code at the login and in a dialog @full', async ({
  page,
  sevadesk,
  check,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40[13]/)
  await seedAdmin(sevadesk.sql, 'newcomer', ['Profile', 'LoginSessions'], sevadesk.username)
  await signInByHttp(page, sevadesk, 'newcomer')
  await page.goto('/profile')
  const section = page.locator('section[aria-labelledby="second-step"]')
  await expect(section.getByRole('button')).toHaveCount(1)
  await check('profile: two-step sign-in off')
  await section.getByRole('button').click()
  const app = await scanQrCode(section.getByRole('img'))
  await check('profile: set-up')
  await section.locator('input[name=code]').fill(app.nextCode())
  await section.locator('button[type=submit]').click()
  await expect(section.getByRole('listitem')).toHaveCount(10)
  await holdToast(page)
  await check('profile: recovery codes')

  await sevadesk.sql.all('update sessions set code_at = null')
  await page.reload()
  await section.getByRole('button').nth(1).click()
  await expect(page.getByRole('dialog').locator('input[name=code]')).toBeFocused()
  await check('dialog that asks for a code')

  await context.clearCookies()
  await page.goto('/')
  await page.locator('input[name=username]').fill('newcomer')
  await page.locator('input[name=password]').fill(sevadesk.password)
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=code]').fill(app.wrongCode)
  await page.locator('button[type=submit]').click()
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  await check('login: wrong code')
  await page.locator('input[type=checkbox]').check()
  await page.locator('input[name=code]').fill(app.nextCode())
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL('/profile')
  await page.goto('/login-sessions')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await check('login sessions: trusted device')
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
