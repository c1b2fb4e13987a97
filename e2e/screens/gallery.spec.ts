import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { test } from '../support/screen-test.ts'
import { addPhoto } from '../support/test-server.ts'

test.beforeEach(async ({ page, sevadesk, pageErrors }) => {
  pageErrors.allow(/\/api\/galleryphoto\//)
  await signInByHttp(page, sevadesk)
  const bytes = new Uint8Array(await readFile(await plainPhoto('earlier.jpg', '#777777')))
  await addPhoto(sevadesk, 'School', 'कक्षा 5', bytes)
})

test('gallery forms, dialogs and toasts', async ({ page, check }) => {
  await page.goto('/school')
  const main = page.getByRole('main')
  const form = main.getByRole('form')
  await expect(main.getByRole('listitem').getByRole('img').first()).toBeVisible()
  await check('gallery: cards')
  await main.getByRole('listitem').getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await check('gallery: lightbox')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await main.getByRole('button', { name: labels.add }).first().click()
  await check('gallery: form to add')
  await form.getByRole('button', { name: labels.save }).click()
  await holdToast(page)
  await check('gallery: form refused')
  await form.locator('input[type=file]').setInputFiles(await plainPhoto('blue.png', '#2244aa'))
  await check('gallery: form with a file')
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form).toBeHidden()
  await holdToast(page)
  await check('gallery: saved')

  await main.getByRole('button', { name: labels.edit }).first().click()
  await expect(form).toBeVisible()
  await check('gallery: form to edit')

  await main.getByRole('button', { name: labels.delete }).first().click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await check('gallery: question')
  await dialog.getByRole('button', { name: labels.yesDelete }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await check('gallery: deleted')
})

test('a photo upload in progress, after a failure, and after the session ended @full', async ({
  page,
  sevadesk,
  check,
}) => {
  const hold = await holdRequests(page, '**/addPhoto')
  await page.goto('/gaushala')
  const main = page.getByRole('main')
  const form = main.getByRole('form')
  await main.getByRole('button', { name: labels.add }).first().click()
  await form.locator('input[type=file]').setInputFiles(await plainPhoto('blue.png', '#2244aa'))
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form.getByRole('progressbar')).toBeVisible()
  await check('gallery: upload in progress')
  await hold.abort()
  await expect(form.getByRole('alert')).toHaveText(/./)
  await holdToast(page)
  await check('gallery: upload failed')

  await sevadesk.sql.all('delete from sessions')
  await form.getByRole('button', { name: labels.save }).click()
  await expect(page.getByRole('dialog').getByLabel(labels.username)).toHaveValue(sevadesk.username)
  await check('log in again')
})

test('a gallery that fails to load, and a photo that cannot be deleted @full', async ({ page, check }) => {
  await page.route('**/galleryphoto/**', (route) => route.abort())
  await page.goto('/school')
  const main = page.getByRole('main')
  await expect(main.getByRole('button')).toHaveCount(2)
  await check('gallery: list failed')

  await page.unroute('**/galleryphoto/**')
  await main.getByRole('button').last().click()
  await page.route(/galleryphoto/, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await main.getByRole('button', { name: labels.delete }).first().click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: labels.yesDelete }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await check('gallery: not deleted')
})
