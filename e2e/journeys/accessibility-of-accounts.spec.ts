import { expect } from '@playwright/test'
import { COMBINATIONS, expectAccessible, holdToast, preferring } from '../support/axe.ts'
import { LABELS } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

for (const { language, width } of COMBINATIONS) {
  test.describe(`no axe finding in light and dark: ${language}, ${width} px`, () => {
    const words = LABELS[language]
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    test('accounts of others, with a form refused and a question, and one’s own', async ({
      page,
      server,
      pageErrors,
    }) => {
      pageErrors.allow(/status of 400.*\/addadmin$/)
      await preferring(page, language)
      await signInByHttp(page, server)
      await page.goto('/admin')
      const main = page.getByRole('main')
      await expect(main.getByRole('row').nth(1)).toBeVisible()
      await main.locator('button[aria-expanded]').click()
      await main.locator('input[name=password]').fill('Temple')
      await main.locator('form button[type=submit]').click()
      await holdToast(page)
      await expect(main.locator('[aria-invalid]')).not.toHaveCount(0)
      await expectAccessible(page, 'form refused, above the list')

      await main.locator('button[aria-expanded]').click()
      await page.getByRole('alertdialog').getByRole('button').last().click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await main.getByRole('button', { name: words.delete }).first().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page, 'question')

      await page.goto('/profile')
      await main.locator('button[aria-expanded]').click()
      await expect(main.getByRole('form')).toBeVisible()
      await expectAccessible(page, '/profile with its form')
    })
  })
}
