import { expect } from '@playwright/test'
import { LABELS } from '../support/labels.ts'
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
