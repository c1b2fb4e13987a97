import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

test("an editor opens an event's history from its card; a superadmin opens details and exports all @full", async ({
  page,
  driver,
  sevadesk,
}) => {
  await sevadesk.addAdmin('asha', ['Events'])
  await signInByHttp(page, sevadesk, 'asha')
  await page.goto('/events')
  await driver.press(page.getByRole('button', { name: /^Edit / }).first())
  const events = contentOf(page, driver, 'event')
  await events.title.fill('Annakut at the gaushala')
  await driver.press(events.save)
  const link = page.getByRole('link', { name: 'History of Annakut at the gaushala' })
  await driver.press(link)
  await expect(page).toHaveURL(/\/history\?kind=event&record=/)
  await expect(page.getByText(/^asha changed the event “Annakut at the gaushala”: Title from/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'History', exact: true })).toHaveCount(0)

  await signInByHttp(page, sevadesk)
  await page.goto('/history')
  const sentence = page.getByText(/^asha changed the event/).first()
  await driver.press(sentence)
  await expect(page.locator('details[open]').getByText('Internet address')).toBeVisible()
  const download = page.waitForEvent('download')
  await driver.press(page.getByRole('button', { name: 'Export CSV' }))
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('"event.changed"')
})

test('on a phone in Hindi the history fits and opens @full', async ({ page, sevadesk }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await sevadesk.addAdmin('asha', ['Events'])
  await signInByHttp(page, sevadesk, 'asha')
  await signInByHttp(page, sevadesk)
  await page.goto('/history')
  await page.evaluate(() =>
    fetch('/api/admin/me/language', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"language":"hi"}',
    }),
  )
  await page.reload()
  await expect(page.getByText('asha ने लॉगिन किया।').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
