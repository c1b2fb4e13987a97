import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith, stallUploads } from '../../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, SUPERADMIN } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { chooseFile, dropFiles, largeFile, watchForms } from '../../../testing/sent-forms.ts'
import { recheckSession } from '../../session/session-check.ts'

const LISTS: Backend = Object.fromEntries(
  ['/event', '/homevideo/getvideo', '/galleryphoto/School', '/admin'].map((path) => [`GET ${path}`, ok([])]),
)
const BACKEND: Backend = { ...SUPERADMIN, ...LISTS, 'POST /admin/login': [200, { token: 't' }] }

const form = page.getByRole('main').getByRole('form')
const dialog = page.getByRole('dialog', { name: 'Please log in again' })
const field = (name: string) => form.getByLabelText(name, { exact: true })
const submit = () => form.element().querySelector<HTMLButtonElement>('button[type=submit]')?.click()

async function logInAgain(backend: Backend) {
  await expect.element(dialog.getByLabelText('Username')).toHaveValue('seva')
  await respondWith(backend)
  await dialog.getByLabelText('Password', { exact: true }).fill('right')
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}

const photo = new File(['picture'], 'bell.png', { type: 'image/png' })
const film = new File(['film'], 'evening.mp4', { type: 'video/mp4' })
const PASSWORDS = {
  'Current password': 'Old-pass1!',
  'New password': 'New-pass2!',
  'Confirm new password': 'New-pass2!',
}

test.each([
  ['/school', 'Add New Photo', { Title: 'Bell', Description: 'A gift' }, photo, 'POST /galleryphoto/addPhoto'],
  ['/events', 'Add New Event', { Title: 'Feast', Description: 'All day' }, photo, 'POST /event/addevent'],
  ['/home-video', 'Add New Video', { Title: 'Aarti', Description: 'At six' }, film, 'POST /homevideo/addvideo'],
  ['/admin', 'Add New Admin', { Username: 'kavita', Password: 'Temple#2026' }, undefined, 'POST /admin/addadmin'],
  ['/profile', 'Edit Profile', { Email: 'seva@new.example' }, undefined, 'PUT /admin/1'],
  ['/update-password', undefined, PASSWORDS, undefined, 'PUT /admin/update-password'],
] as const)('%s keeps its input when the session ends, and saves it after the next login', async (...row) => {
  const [path, opener, texts, file, change] = row
  await openPanel(path, BACKEND)
  if (opener) await page.getByRole('button', { name: opener, exact: true }).first().click()
  for (const [name, text] of Object.entries(texts)) await field(name).fill(text)
  if (file) await chooseFile(file)
  await respondWith({ ...LISTS, ...NOBODY, [change]: [401, { success: false, message: 'Please log in' }] })
  submit()
  await logInAgain({ ...BACKEND, [change]: [200, { success: true, message: 'Done' }] })

  for (const [name, text] of Object.entries(texts)) await expect.element(field(name)).toHaveValue(text)
  const [calls, forms] = [watchCalls(), watchForms()]
  submit()
  if (opener) await expect.element(form).not.toBeInTheDocument()
  else await expect.element(page.getByText('Done')).toBeVisible()
  const sent = file ? forms.map((fields) => Object.fromEntries(fields)) : calls.map(([, body]) => body)
  expect(sent).toHaveLength(1)
  expect(Object.values(sent[0] ?? {})).toEqual(expect.arrayContaining(Object.values(texts)))
  if (file)
    expect(JSON.stringify(forms.flat().map(([, value]) => value instanceof File && value.name))).toContain(file.name)
})

test('an upload continues when the session ends', async () => {
  const { queryClient } = await openPanel('/home-video', BACKEND)
  await page.getByRole('button', { name: 'Add New Video' }).first().click()
  await field('Title').fill('Evening')
  dropFiles(largeFile('evening.mp4', 'video/mp4'))
  await stallUploads()
  submit()
  await expect.element(form.getByRole('progressbar')).toBeVisible()
  await respondWith(NOBODY)
  void recheckSession(queryClient)
  await logInAgain(BACKEND)
  await expect.element(form.getByRole('progressbar')).toBeVisible()
  await expect.element(field('Title')).toHaveValue('Evening')
})
