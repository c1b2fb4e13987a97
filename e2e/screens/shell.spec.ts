import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'
import { seedAdmin } from '../support/seed.ts'

/** The guarded paths of the specification, and an unknown path. */
const GUARDED_PATHS = [
  ...['/dashboard', '/home-video', '/gaushala', '/vriddhashram', '/eye-hospital', '/school', '/physio', '/Nursing'],
  ...['/events', '/users', '/donations', '/message', '/admin', '/profile', '/update-password', '/login-sessions'],
  '/no-such-page',
]

test('the login screen', async ({ page, check, pageErrors }) => {
  pageErrors.allow(/status of 401.*\/api\/admin\/login$/)
  await page.goto('/')
  await expect(page.getByLabel(labels.username)).toBeVisible()
  await check('login')
  await page.getByLabel(labels.username).fill('nobody')
  await page.getByLabel(labels.password, { exact: true }).fill('wrong')
  await page.getByRole('button', { name: labels.login, exact: true }).click()
  await holdToast(page)
  await check('login refused')
})

test('every guarded page after loading', async ({ page, sevadesk, check }) => {
  await signInByHttp(page, sevadesk)
  for (const path of GUARDED_PATHS) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    if (path === '/dashboard') await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
    else await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await check(path)
  }
})

test('the 403 page, signed out and signed in', async ({ page, sevadesk, check }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/403')
  await expect(heading).toBeVisible()
  await check('/403 signed out')
  await seedAdmin(sevadesk.sql, 'sectionless', [], sevadesk.username)
  await signInByHttp(page, sevadesk, 'sectionless')
  await page.goto('/')
  await expect(page).toHaveURL('/403')
  await expect(heading).toBeVisible()
  await check('/403 signed in')
  await seedAdmin(sevadesk.sql, 'teacher', ['School'], sevadesk.username)
  await signInByHttp(page, sevadesk, 'teacher')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/403')
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(2)
  await check('/403 with a link to another page')
})

test('user menu, navigation drawer and logout', async ({ page, sevadesk, check }) => {
  await signInByHttp(page, sevadesk)
  await page.goto('/gaushala')
  const account = page.getByRole('banner').getByRole('button', { name: labels.account })
  await expect(account).toBeVisible()
  const openMenu = page.getByRole('button', { name: labels.openMenu })
  if (await openMenu.isVisible()) {
    await openMenu.click()
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    await check('drawer')
    await page.keyboard.press('Escape')
  }
  await account.click()
  const item = page.getByRole('menuitem', { name: labels.logout })
  await expect(item).toBeVisible()
  await check('user menu')
  await item.click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('logout dialog')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(page.getByLabel(labels.username)).toBeVisible()
  await check('login after logout')
})
