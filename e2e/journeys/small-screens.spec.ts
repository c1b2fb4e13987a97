import { expect, type Locator, type Page } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'

test('the buttons of a form never cover the focused field @full', async ({ page, driver, sevadesk, pageErrors }) => {
  pageErrors.allow(/addPhoto$/)
  await page.setViewportSize({ width: 360, height: 600 })
  await signInByHttp(page, sevadesk)
  await page.goto('/school')
  const gallery = contentOf(page, driver, 'photo')
  await gallery.addButton.click()
  await page.route('**/addPhoto', (route) => route.abort())
  await gallery.pickFiles([await plainPhoto('one.jpg', '#557755'), await plainPhoto('two.jpg', '#775555')])
  await gallery.save.click()
  await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
  await expect(toastOf(page, 'Failed to save photo')).toBeHidden()

  for (const way of ['Tab', 'Shift+Tab']) {
    await (way === 'Tab' ? gallery.title : gallery.save).focus()
    const reached = await walk(page, way, gallery.form)
    expect(reached).toBeGreaterThanOrEqual(6)
  }
})

test('the footer of the sidebar never covers the focused entry @full', async ({ page, driver, sevadesk }) => {
  await signInByHttp(page, sevadesk)
  await page.goto('/school')
  const { sidebar } = panelOf(page, driver)
  await sidebar.getByRole('link', { name: 'Dashboard' }).focus()
  expect(await walk(page, 'Tab', sidebar)).toBeGreaterThanOrEqual(17)
  await sidebar.getByRole('button', { name: 'Logout' }).focus()
  expect(await walk(page, 'Shift+Tab', sidebar)).toBeGreaterThanOrEqual(17)
})

test('a total of ₹1,00,00,00,000 fits on one line at widths from 320 px @full', async ({ page, sevadesk }) => {
  await signInByHttp(page, sevadesk)
  await page.route(/successful|summary/i, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace(/"totalAmount":\d+/, '"totalAmount":100000000000') })
  })
  for (const [path, card] of [
    ['/dashboard', 'Donations'],
    ['/donations', 'Total Amount'],
  ] as const) {
    await page.goto(path)
    const total = page.getByRole('main').getByRole('group', { name: card, exact: true }).getByText('₹1,00,00,00,000.00')
    for (const width of [320, 360, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(total).toBeVisible()
      const lines = await total.evaluate((element) => element.getClientRects().length)
      expect(lines, `lines at ${width} px`).toBe(1)
      const room = await page.evaluate(
        () => document.documentElement.clientWidth - document.documentElement.scrollWidth,
      )
      expect(room, `${path} at ${width} px`).toBeGreaterThanOrEqual(0)
    }
  }
})

/**
 * Presses the key until focus leaves `within`. Each focused control must be fully visible, but of a
 * text area only the first line. Returns the number of focused controls.
 */
async function walk(page: Page, key: string, within: Locator): Promise<number> {
  for (let reached = 0; reached < 60; reached++) {
    const hidden = await within.evaluate((root) => {
      const control = document.activeElement
      if (!control || !root.contains(control)) return
      const { left, width, top, bottom } = control.getBoundingClientRect()
      const isHit = (y: number) => control.contains(document.elementFromPoint(left + width / 2, y))
      const end = control.matches('textarea') ? top + 32 : bottom - 6
      return isHit(top + 6) && isHit(end) ? '' : `${control.outerHTML} ${top} ${bottom}`
    })
    if (hidden === undefined) return reached
    expect(hidden, 'behind something').toBe('')
    await page.keyboard.press(key)
  }
  throw new Error('Focus does not come out')
}
