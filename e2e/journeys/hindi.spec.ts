import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { preferring } from '../support/axe.ts'
import { PROVOKED, tourOfEvents, tourOfVideos } from '../support/content-tour.ts'
import { expectHindi, usernamesOf, writeSeedInHindi } from '../support/hindi.ts'
import { LABELS } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { GUARDED_PATHS } from '../support/paths.ts'
import { plainPhoto } from '../support/photos.ts'
import { seedAdmin } from '../support/seed.ts'
import { test } from '../support/test.ts'
import { addPhoto, CREDENTIALS } from '../support/test-server.ts'

const words = LABELS.hi

test('Hindi is chosen on the login screen, stays after a reload, and leaves no English behind', async ({
  page,
  sevadesk,
}) => {
  test.setTimeout(120_000)
  await writeSeedInHindi(sevadesk)
  const bytes = new Uint8Array(await readFile(await plainPhoto('earlier.jpg', '#777777')))
  await addPhoto(sevadesk, 'EyeHospital', 'नेत्र शिविर', bytes)

  await test.step('the login screen', async () => {
    await page.goto('/')
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.getByRole('radio', { name: 'हिन्दी' }).click()
    await expect(page.getByLabel(words.username)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(words.username)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expectHindi(page, 'login')
  })

  await test.step('sign in', async () => {
    await page.getByLabel(words.username).fill(sevadesk.username)
    await page.getByLabel(words.password, { exact: true }).fill(sevadesk.password)
    await page.getByRole('button', { name: words.login, exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
  })

  const usernames = await usernamesOf(sevadesk)
  for (const path of GUARDED_PATHS) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectHindi(page, path, usernames)
    })
  }

  await test.step('a photo: form, saving, both dialogs', async () => {
    await page.goto('/eye-hospital')
    const main = page.getByRole('main')
    const form = main.getByRole('form')
    await main.getByRole('button', { name: words.add }).first().click()
    await expectHindi(page, 'form to add')
    await form.locator('input[type=file]').setInputFiles(await plainPhoto('नीला.png', '#2244aa'))
    await expectHindi(page, 'form with a file')
    await form.getByRole('button', { name: words.save }).click()
    await expect(form).toBeHidden()
    await expectHindi(page, 'saved, with its toast')
    await main.getByRole('button', { name: words.edit }).first().click()
    await expectHindi(page, 'form to edit')
    await main.getByRole('button', { name: words.delete }).first().click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await expectHindi(page, 'question')
    await dialog.getByRole('button', { name: words.yesDelete }).click()
    await expect(dialog.getByRole('button')).toHaveCount(1)
    await expectHindi(page, 'notice')
    await dialog.getByRole('button').click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the user menu and the way out', async () => {
    await page.getByRole('banner').getByRole('button', { name: words.account }).click()
    await expect(page.getByRole('menuitem', { name: words.logout })).toBeVisible()
    await expectHindi(page, 'user menu')
    await page.getByRole('menuitem', { name: words.logout }).click()
    await expectHindi(page, 'logout dialog')
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await expect(page.getByLabel(words.username)).toBeVisible()
    await expectHindi(page, 'login, with the toast')
  })
})

test('an admin without sections reads it in Hindi', async ({ page, sevadesk }) => {
  await page.addInitScript(() => localStorage.setItem('sevadesk_language', 'hi'))
  await page.goto('/403')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectHindi(page, '/403 signed out')
  await seedAdmin(sevadesk.sql, 'hindi-nothing', [], sevadesk.username)
  await page.goto('/')
  await page.getByLabel(words.username).fill('hindi-nothing')
  await page.getByLabel(words.password, { exact: true }).fill(CREDENTIALS.password)
  await page.getByRole('button', { name: words.login, exact: true }).click()
  await expect(page).toHaveURL('/403')
  await expectHindi(page, '/403 signed in')
})

test('the language is changed in the user menu and remembered', async ({ page, sevadesk }) => {
  await page.goto('/')
  await page.getByLabel('Username').fill(sevadesk.username)
  await page.getByLabel('Password', { exact: true }).fill(sevadesk.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('banner').getByRole('button', { name: LABELS.en.account }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('menuitem', { name: words.logout })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: words.account })).toBeVisible()
})

test('videos and events, whatever happens to them, are told of in Hindi', async ({ page, sevadesk, pageErrors }) => {
  test.setTimeout(120_000)
  pageErrors.allow(PROVOKED)
  await writeSeedInHindi(sevadesk)
  await preferring(page, 'hi')
  await signInByHttp(page, sevadesk)
  const look = (state: string) => expectHindi(page, state)
  await tourOfVideos(page, sevadesk, 'hi', look)
  await tourOfEvents(page, sevadesk, 'hi', look)
})
