import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { panelOf, signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

/** Waits until the browser is at entry `index` of the router's history. */
async function waitForEntry(page: Page, index: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.history.state?.__TSR_index)).toBe(index)
}

/** Presses Back while something is open: the router cancels it and returns to entry `index`. */
async function pressBackToClose(page: Page, index: number): Promise<void> {
  await waitForEntry(page, index)
  await page.goBack()
  await waitForEntry(page, index)
}

test('on a phone the browser’s Back closes drawer, menu, dialog and form @full', async ({ page, driver, sevadesk }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInByHttp(page, sevadesk)
  await page.goto('/dashboard')
  const panel = panelOf(page, driver)
  const drawer = page.getByRole('dialog', { name: 'Menu' })

  await driver.press(page.getByRole('button', { name: 'Open menu' }))
  await expect(drawer).toBeVisible()
  await pressBackToClose(page, 1) // the entry that the drawer added above the tab's first one
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/dashboard')

  await panel.open('School', { under: 'Gallery' })
  await expect(page).toHaveURL('/school') // entry 2
  await driver.press(panel.userMenu)
  await expect(page.getByRole('menu')).toBeVisible()
  await pressBackToClose(page, 2)
  await expect(page.getByRole('menu')).toBeHidden()

  const gallery = contentOf(page, driver, 'photo')
  await driver.press(gallery.addButton)
  await driver.type(gallery.title, 'At the sea')
  await pressBackToClose(page, 2)
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await pressBackToClose(page, 2)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(gallery.title).toHaveValue('At the sea')
  await pressBackToClose(page, 2)
  await driver.press(page.getByRole('button', { name: 'Leave', exact: true }))
  await expect(gallery.form).toBeHidden()
  await expect(page).toHaveURL('/school')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})
