import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { COMBINATIONS, expectAccessible, holdToast, preferring } from '../support/axe.ts'
import { LABELS } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { seedAdmin } from '../support/seed.ts'
import { test } from '../support/test.ts'
import { addPhoto } from '../support/test-server.ts'

const EMPTY_GALLERIES = ['/gaushala', '/vriddhashram', '/eye-hospital', '/physio', '/Nursing']

for (const { language, width } of COMBINATIONS) {
  test.describe(`no axe finding in light and dark: ${language}, ${width} px`, () => {
    const words = LABELS[language]
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    test.beforeEach(({ page }) => preferring(page, language))

    test('login', async ({ page, pageErrors }) => {
      pageErrors.allow(/status of 401.*\/api\/admin\/login$/)
      await page.goto('/')
      await expect(page.getByLabel(words.username)).toBeVisible()
      await expectAccessible(page, 'login')
      await page.getByLabel(words.username).fill('nobody')
      await page.getByLabel(words.password, { exact: true }).fill('wrong')
      await page.getByRole('button', { name: words.login, exact: true }).click()
      await holdToast(page)
      await expectAccessible(page, 'login refused, with its toast')
    })

    test('screens', async ({ page, sevadesk }) => {
      await signInByHttp(page, sevadesk)
      for (const path of ['/dashboard', ...EMPTY_GALLERIES, '/events', '/no-such-page']) {
        await page.goto(path)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        if (path === '/dashboard') await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
        await expectAccessible(page, path)
      }
    })

    test('no access', async ({ page, sevadesk }) => {
      await page.goto('/403')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, '/403 signed out')
      const username = `sectionless-${language}-${width}`
      await seedAdmin(sevadesk.sql, username, [], sevadesk.username)
      await signInByHttp(page, sevadesk, username)
      await page.goto('/')
      await expect(page).toHaveURL('/403')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, '/403 signed in')
      await seedAdmin(sevadesk.sql, `${username}-school`, ['School'], sevadesk.username)
      await signInByHttp(page, sevadesk, `${username}-school`)
      await page.goto('/dashboard')
      await expect(page).toHaveURL('/403')
      await expect(page.getByRole('main').getByRole('link')).toHaveCount(2)
      await expectAccessible(page, '/403 with another page to go to')
    })

    test('a gallery with its form, dialogs and toasts', async ({ page, sevadesk, pageErrors }) => {
      pageErrors.allow(/status of 4\d\d.*\/addPhoto$/)
      const bytes = new Uint8Array(await readFile(await plainPhoto('earlier.jpg', '#777777')))
      await addPhoto(sevadesk, 'School', 'कक्षा 5', bytes)
      await signInByHttp(page, sevadesk)
      await page.goto('/school')
      const main = page.getByRole('main')
      const form = main.getByRole('form')
      await expect(main.getByRole('listitem').getByRole('img').first()).toBeVisible()
      await expectAccessible(page, 'cards')

      await main.getByRole('button', { name: words.add }).first().click()
      await expectAccessible(page, 'form to add')
      await form.getByRole('button', { name: words.save }).click()
      await holdToast(page)
      await expectAccessible(page, 'form refused, with its toast')
      await form.locator('input[type=file]').setInputFiles(await plainPhoto('blue.png', '#2244aa'))
      await form.getByRole('button', { name: words.save }).click()
      await expect(form).toBeHidden()
      await holdToast(page)
      await expectAccessible(page, 'saved, with its toast')

      await main.getByRole('button', { name: words.edit }).first().click()
      await expect(form).toBeVisible()
      await expectAccessible(page, 'form to edit')

      await main.getByRole('button', { name: words.delete }).first().click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toBeVisible()
      await expectAccessible(page, 'question')
      await dialog.getByRole('button', { name: words.yesDelete }).click()
      await expect(dialog.getByRole('button')).toHaveCount(1)
      await expectAccessible(page, 'notice')
    })

    test('menu, logout dialog and drawer', async ({ page, sevadesk }) => {
      await signInByHttp(page, sevadesk)
      await page.goto('/gaushala')
      if (width === 360) {
        await page.getByRole('button', { name: words.openMenu }).click()
        await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
        await expectAccessible(page, 'drawer')
        await page.keyboard.press('Escape')
      }
      await page.getByRole('banner').getByRole('button', { name: words.account }).click()
      const item = page.getByRole('menuitem', { name: words.logout })
      await expect(item).toBeVisible()
      await expectAccessible(page, 'user menu')
      await item.click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page, 'logout dialog')
    })
  })
}
