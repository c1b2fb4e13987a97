import { expect, type Page } from '@playwright/test'
import { COMBINATIONS, expectAccessible, preferring } from '../support/axe.ts'
import { panelOf, signInByHttp } from '../support/panel.ts'
import { seedAdmin } from '../support/seed.ts'
import { test } from '../support/test.ts'

const NEW_PASSWORD = 'Lotus-pond-7!'

const formOf = (page: Page) => ({
  current: page.getByLabel('Current password', { exact: true }),
  next: page.getByLabel('New password', { exact: true }),
  confirm: page.getByLabel('Confirm new password', { exact: true }),
  send: page.getByRole('button', { name: 'Update password', exact: true }),
})

test('whoever has a made-up password changes it first, and then lands where they work', async ({
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

for (const { language, width } of COMBINATIONS) {
  test.describe(`no axe finding in light and dark: ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    test('change of password, with a fault, and because it must be', async ({ page, sevadesk }) => {
      await preferring(page, language)
      const username = `must-${language}-${width}`
      await seedAdmin(sevadesk.sql, username, ['Events'], sevadesk.username)
      await sevadesk.sql.all('update admins set must_change_password = 1 where username = ?', username)
      await signInByHttp(page, sevadesk, username)
      await page.goto('/')
      await expect(page).toHaveURL('/update-password')
      await page.locator('input[name=oldPassword]').fill('x')
      await page.locator('input[name=newPassword]').fill('Abc')
      await page.locator('form button[type=submit]').click()
      await expect(page.locator('[aria-invalid]')).toHaveCount(1)
      await expectAccessible(page, 'a made-up password')
    })

    test('login sessions, and whom to ask for a password', async ({ page, sevadesk, context }) => {
      await preferring(page, language)
      const username = `sessions-${language}-${width}`
      await seedAdmin(sevadesk.sql, username, ['LoginSessions'], sevadesk.username)
      for (let login = 0; login < 3; login++) await signInByHttp(page, sevadesk, username)
      await page.goto('/login-sessions')
      await expect(page.getByRole('row')).toHaveCount(4)
      await expectAccessible(page, '/login-sessions')
      await context.clearCookies()
      await page.goto('/')
      await page.locator('summary').click()
      await expectAccessible(page, 'whom to ask')
    })
  })
}
