import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { openBrowserHistory } from '../../../testing/browser-history.ts'
import { type Backend, NOBODY, openPanel, type Panel, SUPERADMIN } from '../../../testing/open-panel.tsx'

const PAGES: Backend = {
  ...SUPERADMIN,
  'GET /event': ok([]),
  'GET /galleryphoto/School': ok([{ _id: 'p1', title: 'Bell' }]),
}

/** Opens the panel with the browser's own history. Its first entry is `path`. */
async function open(path: string): Promise<Panel> {
  return openPanel(path, PAGES, openBrowserHistory(path))
}

beforeEach(() => page.viewport(1280, 800))

/** Waits until the browser is at entry `index` of the router's history, also after a Back that was cancelled. */
const waitForEntry = (index: number) => expect.poll(() => window.history.state?.__TSR_index).toBe(index)

const form = (screen: Panel) => screen.getByRole('form')
const question = (screen: Panel) => screen.getByRole('alertdialog', { name: 'Leave without saving?' })

test('Back closes a drawer, a menu and a dialog, also above the first page of the tab', async () => {
  const screen = await open('/school')
  await screen.getByRole('button', { name: 'Account of seva' }).click()
  await expect.element(screen.getByRole('menu')).toBeVisible()
  await waitForEntry(1) // the entry that the menu added above the tab's first one
  window.history.back()
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  await waitForEntry(1)

  const remove = screen.getByRole('button', { name: 'Delete Bell' })
  await remove.click()
  await expect.element(screen.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
  window.history.back()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(remove).toHaveFocus()
  await waitForEntry(1)

  await page.viewport(360, 700)
  await screen.getByRole('button', { name: 'Open menu' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  window.history.back()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await waitForEntry(1)
  expect(location.pathname).toBe('/school')
})

test('Back closes the form, but asks first if the input would be lost', async () => {
  const screen = await open('/events')
  await screen.getByRole('button', { name: 'Gallery' }).click()
  await screen.getByRole('link', { name: 'School' }).click()
  await screen.getByRole('button', { name: 'Add New Photo' }).first().click()
  window.history.back()
  await expect.element(form(screen)).not.toBeInTheDocument()
  await waitForEntry(1)

  await screen.getByRole('button', { name: 'Add New Photo' }).first().click()
  await screen.getByLabelText('Title').fill('At the sea')
  window.history.back()
  await expect.element(question(screen)).toBeVisible()
  await waitForEntry(1)
  window.history.back() // closes the question: stays
  await expect.element(question(screen)).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Title')).toHaveValue('At the sea')
  await waitForEntry(1)
  window.history.back()
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(form(screen)).not.toBeInTheDocument()
  await waitForEntry(1)
  expect(location.pathname).toBe('/school')
  window.history.back()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
})

test('two quick Backs close the dialog and leave the page', async () => {
  const screen = await open('/dashboard')
  await screen.getByRole('link', { name: 'Events' }).click()
  await screen.getByRole('button', { name: 'Gallery' }).click()
  await screen.getByRole('link', { name: 'School' }).click()
  await screen.getByRole('button', { name: 'Delete Bell' }).click()
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  addEventListener('popstate', () => setTimeout(() => window.history.back()), { once: true })
  window.history.back()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(location.pathname).toBe('/events')
  expect(screen.path()).toBe('/events')
})

test('keeps the sort order in the address, and Forward, when Back closes a dialog', async () => {
  const screen = await open('/events')
  await screen.getByRole('button', { name: 'Gallery' }).click()
  await screen.getByRole('link', { name: 'School' }).click()
  await screen.getByLabelText('Sort').selectOptions('Oldest')
  await screen.getByRole('link', { name: 'Events' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
  window.history.back()
  await screen.getByRole('button', { name: 'Delete Bell' }).click()
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  window.history.back()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await waitForEntry(1)
  expect(location.pathname + location.search).toBe('/school?sort=oldest')
  window.history.forward()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
})

test('Back does not close what lies below the sign-in dialog', async () => {
  const screen = await open('/school')
  await screen.getByRole('button', { name: 'Add New Photo' }).first().click()
  await screen.getByLabelText('Title').fill('At the sea')
  await respondWith({ ...NOBODY, 'POST /galleryphoto/addPhoto': [401, { success: false }] })
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Please log in again' })).toBeVisible()
  await waitForEntry(1)
  window.history.back()
  await expect.poll(() => window.history.state?.__TSR_index).toBe(0)
  await expect.element(screen.getByLabelText('Title')).toHaveValue('At the sea')
})
