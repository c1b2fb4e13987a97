import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import type { Driver } from '../support/driver.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'
import { addPhoto } from '../support/test-server.ts'

const undoBar = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })

async function pressUndo(page: Page, driver: Driver, inputMode: string) {
  if (inputMode === 'keyboard') await page.keyboard.press('Control+z')
  else await driver.press(undoBar(page).getByRole('button', { name: 'Undo' }))
}

test('delete and undo: the event is back at its place, with its picture', async ({
  page,
  driver,
  server,
  inputMode,
}) => {
  await signInByHttp(page, server)
  await page.goto('/events')
  const events = contentOf(page, driver, 'event')
  await expect(events.cards.first()).toBeVisible()
  const titles = await events.titles()
  const card = events.cards.first()
  await driver.press(card.getByRole('button', { name: /^delete/i }))
  await expect(page.getByRole('alertdialog')).toContainText('It can be restored for 30 days.')
  await driver.press(page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }))
  await driver.press(page.getByRole('alertdialog', { name: 'Deleted!' }).getByRole('button', { name: 'OK' }))
  await expect(undoBar(page)).toContainText('Your event has been deleted.')
  expect(await events.titles()).toEqual(titles.slice(1))
  await pressUndo(page, driver, inputMode)
  await expect(toastOf(page, 'Restored successfully')).toBeVisible()
  await expect(undoBar(page)).toHaveCount(0)
  expect(await events.titles()).toEqual(titles)
  await expect(card.getByRole('article')).toBeFocused()
})

test('delete, trash, restore: the photo is not served in between; another is deleted for good @gate @pg @phone @keys', async ({
  page,
  driver,
  sevadesk,
}) => {
  const bytes = new Uint8Array(await readFile(await plainPhoto('cow.jpg', '#446688')))
  for (const title of ['Stays', 'Comes back', 'Goes']) await addPhoto(sevadesk, 'School', title, bytes)
  await signInByHttp(page, sevadesk)
  const panel = panelOf(page, driver)
  const photos = contentOf(page, driver, 'photo')
  const trash = tableOf(page, 'Trash')
  const statuses = () => Promise.all(paths.map(async (path) => (await fetch(`${sevadesk.apiUrl}${path}`)).status))
  await page.goto('/school')
  await expect(photos.cards).toHaveCount(3)
  const titles = await photos.titles()
  const paths = await sevadesk.photoPaths('School')
  expect(await statuses()).toEqual([200, 200, 200])
  for (const title of ['Comes back', 'Goes']) await photos.remove(photos.card(title))
  expect((await statuses()).filter((status) => status === 404)).toHaveLength(2)

  await panel.open('Settings')
  await driver.press(page.getByRole('main').getByRole('link', { name: 'Trash' }))
  await driver.choose(page.getByLabel('Kind'), 'Photo')
  await expect(trash.rows).toHaveCount(2)
  const row = trash.rows.filter({ hasText: 'Comes back' })
  await expect(row).toContainText(/Photo, School.*savita.*30 days/)
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  await expect
    .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await driver.press(row.getByRole('button', { name: 'Restore Comes back' }))
  await expect(toastOf(page, 'Restored successfully')).toBeVisible()
  await expect(trash.rows).toHaveCount(1)

  await driver.press(page.getByLabel('Select all on this page'))
  await driver.press(page.getByRole('button', { name: 'Delete selected for good' }))
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question).toContainText('Goes will be deleted for good. Nobody can bring it back.')
  await driver.press(question.getByRole('button', { name: 'Yes', exact: true }))
  await expect(page.getByText('The trash has no deleted record of this kind.')).toBeVisible()

  await page.goto('/school')
  await expect(photos.cards).toHaveCount(2)
  expect(await photos.titles()).toEqual(titles.filter((title) => title !== 'Goes'))
  expect((await statuses()).filter((status) => status === 404)).toHaveLength(1)
})
