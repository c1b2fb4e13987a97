import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { COMBINATIONS, expectAccessible, holdToast, preferring } from '../support/axe.ts'
import { LABELS } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'
import { addPhoto } from '../support/test-server.ts'

for (const { language, width } of COMBINATIONS) {
  test.describe(`no axe finding when something fails: ${language}, ${width} px`, () => {
    const words = LABELS[language]
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    test.beforeEach(async ({ page, sevadesk, pageErrors }) => {
      pageErrors.allow(/\/api\/galleryphoto\//)
      await preferring(page, language)
      await signInByHttp(page, sevadesk)
    })

    test('an upload on its way, cut off, and at the end of the session', async ({ page, sevadesk }) => {
      let cut = () => {}
      const isCut = new Promise<void>((resolve) => {
        cut = resolve
      })
      await page.route('**/addPhoto', async (route) => {
        await isCut
        await route.abort()
      })
      await page.goto('/gaushala')
      const form = page.getByRole('main').getByRole('form')
      await page.getByRole('main').getByRole('button', { name: words.add }).first().click()
      await form.locator('input[type=file]').setInputFiles(await plainPhoto('blue.png', '#2244aa'))
      await form.getByRole('button', { name: words.save }).click()
      await expect(form.getByRole('progressbar')).toBeVisible()
      await expectAccessible(page, 'upload on its way')
      cut()
      await expect(form.getByRole('alert')).toHaveText(/./)
      await holdToast(page)
      await expectAccessible(page, 'upload failed, with its toast')

      await page.unroute('**/addPhoto')
      await sevadesk.sql.all('delete from sessions')
      await form.getByRole('button', { name: words.save }).click()
      await expect(page.getByRole('dialog').getByLabel(words.username)).toHaveValue(sevadesk.username)
      await expectAccessible(page, 'log in again')
    })

    test('a list that does not come, a photo that cannot be deleted', async ({ page, sevadesk }) => {
      const bytes = new Uint8Array(await readFile(await plainPhoto('earlier.jpg', '#777777')))
      await addPhoto(sevadesk, 'Physiotherapy', 'कक्षा 5', bytes)
      await page.route('**/galleryphoto/**', (route) => route.abort())
      await page.goto('/physio')
      const main = page.getByRole('main')
      await expect(main.getByRole('button')).toHaveCount(2)
      await expectAccessible(page, 'list failed')

      await page.unroute('**/galleryphoto/**')
      await main.getByRole('button').last().click()
      await page.route(/galleryphoto/, (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.continue(),
      )
      await main.getByRole('button', { name: words.delete }).first().click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: words.yesDelete }).click()
      await expect(dialog.getByRole('button')).toHaveCount(1)
      await expectAccessible(page, 'not deleted')
    })
  })
}
