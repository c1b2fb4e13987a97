import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'

const ITEMS = [
  { _id: 'm1', title: 'Aarti', imageUrl: '/m/1.jpg', videoUrl: '/m/1.mp4', createdAt: '2026-01-01T00:00:00.000Z' },
  { _id: 'm2', title: 'Parade', createdAt: '2026-02-01T00:00:00.000Z' },
]

interface MediaPage {
  path: string
  list: string
  /** Followed by an id. */
  remove: string
  name: string
  confirm: string
}

const PAGES: MediaPage[] = [
  {
    path: '/school',
    list: 'GET /galleryphoto/School',
    remove: 'DELETE /galleryphoto/School',
    name: 'photo',
    confirm: 'Yes, delete it!',
  },
  { path: '/events', list: 'GET /event', remove: 'DELETE /event', name: 'event', confirm: 'Yes' },
  {
    path: '/home-video',
    list: 'GET /homevideo/getvideo',
    remove: 'DELETE /homevideo/deletevideo',
    name: 'video',
    confirm: 'Yes, delete it!',
  },
]

test.each(PAGES)('$path shows the loading, error and empty states', async ({ path, list, name }) => {
  const { unmount } = await openPanel(path, { ...SUPERADMIN, [list]: [0, ''] })
  await expect.element(page.getByText(`Loading ${name}s...`)).toBeVisible()
  await unmount()
  await openPanel(path, { ...SUPERADMIN, [list]: [500, { success: false, message: 'The disk is full.' }] })
  await expect.element(page.getByRole('main').getByText(`Failed to fetch ${name}s`)).toBeVisible()
  await expect.element(page.getByText('The disk is full.')).toBeVisible()
  await respondWith({ ...SUPERADMIN, [list]: ok([]) })
  await button('Try again').click()
  await expect.element(page.getByText(`No ${name}s found.`)).toBeVisible()
  await page
    .getByRole('button', { name: /^Add New/ })
    .nth(1)
    .click()
  await expect.element(page.getByRole('form', { name: new RegExp(`^Add ${name}`) })).toBeVisible()
})

test.each(PAGES)('$path asks before a deletion, reports it, and keeps the card if it fails', async (row) => {
  const { path, list, remove, name, confirm } = row
  const backend: Backend = { ...SUPERADMIN, [list]: ok(ITEMS) }
  await openPanel(path, { ...backend, [`${remove}/m2`]: [200, { success: true, message: 'Gone' }] })
  await button('Delete Aarti').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toMatchTextContent(`This ${name} will be permanently deleted.`)
  await expect.element(question.getByText('Aarti', { exact: true })).toBeVisible()
  expect(question.element().querySelector('[inert] :is(img, video, [role="img"])')).not.toBeNull()
  await expect.element(button('Cancel')).toHaveFocus()
  await button(confirm).click()
  const failure = page.getByRole('alertdialog', { name: 'Error!' })
  await expect.element(failure).toMatchTextContent(`Failed to delete ${name}.`)
  await button('OK').click()
  await button('Delete Parade').click()
  await button(confirm).click()
  const success = page.getByRole('alertdialog', { name: 'Deleted!' })
  await expect.element(success).toMatchTextContent(`Your ${name} has been deleted.`)
  await button('OK').click()
  await expect.element(page.getByRole('article', { name: 'Aarti' })).toHaveFocus()
})
