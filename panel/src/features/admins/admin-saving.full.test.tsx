import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refuseConnections, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { watchCallKeys, watchCalls } from '../../../testing/sent-calls.ts'

const ASHA = { _id: 'a1', username: 'asha', email: 'asha@trust.example', role: 'admin', sections: ['Donations'] }
const LIST: Backend = { ...SUPERADMIN, 'GET /admin': [200, { success: true, data: [ASHA] }] }
const DONE: Backend[string] = [200, { success: true }]
const IN_DOUBT = 'It may have been saved. Check the list below before you try again.'

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const form = page.getByRole('form')
const alert = form.getByRole('alert')
const open = (more: Backend = {}) => openPanel('/admin', { ...LIST, ...more })

const NO_RESPONSE = 'The server did not answer. Check your internet connection and try again.'

test.each([
  ['a lost connection', [-1, ''], `${NO_RESPONSE} ${IN_DOUBT}`],
  ['a gateway timeout', [504, '<html>'], IN_DOUBT],
] as const)('warns after %s that a new admin may have been saved', async (_how, response, words) => {
  await open({ 'POST /admin/addadmin': [...response] })
  await button('Add New Admin').click()
  await field('Username').fill('meera')
  await button('Save').click()
  await expect.element(alert.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Failed to save admin')).toBeVisible()
  await expect.element(field('Username')).toHaveValue('meera')
})

test('warns without referring to the list if the new account is a superadmin', async () => {
  await open({ 'POST /admin/addadmin': [504, ''] })
  await button('Add New Admin').click()
  await page.getByRole('radio', { name: 'Superadmin' }).click()
  await button('Save').click()
  await expect.element(alert).toMatchTextContent('if the username is already taken, it was saved')
  await page.getByRole('radio', { name: 'Admin', exact: true }).click()
  await expect.element(alert).not.toMatchTextContent(IN_DOUBT)
})

test('sends an idempotency key with a new admin until a response arrives, if the backend knows it', async () => {
  const ours = { ...LIST, ...signedIn([], { role: 'superadmin', level: 1 }) }
  await open(ours)
  await button('Add New Admin').click()
  await field('Username').fill('meera')
  const save = page.getByRole('button', { name: /^(Save|Try again)$/ })
  const keys = watchCallKeys()
  await respondWith({ ...ours, 'POST /admin/addadmin': [-1, ''] })
  await save.click()
  await expect.element(alert).toMatchTextContent('If you save it again unchanged, it is not added twice.')
  await save.click()
  await expect.poll(() => keys.length).toBe(2)
  await respondWith({ ...ours, 'POST /admin/addadmin': [409, { success: false, message: 'Taken.' }] })
  await field('Username').fill('meera2')
  await save.click()
  await expect.element(alert).toMatchTextContent('Taken.')
  await save.click()
  await expect.poll(() => keys.length).toBe(4)
  const [first, again, changed, afterResponse] = keys
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(again).toBe(first)
  expect(new Set([first, changed, afterResponse]).size).toBe(3)
})

test('sends no idempotency key to a plain backend, nor with an edit', async () => {
  await open({ 'POST /admin/addadmin': DONE, 'PUT /admin/a1': DONE })
  const keys = watchCallKeys()
  await button('Add New Admin').click()
  await button('Save').click()
  await expect.element(page.getByText('Admin added successfully')).toBeVisible()
  await button('Edit asha').click()
  await button('Save').click()
  await expect.element(page.getByText('Admin updated successfully')).toBeVisible()
  expect(keys).toEqual([null, null])
})

test('does not warn after an edit without a response, since a retry is harmless', async () => {
  await open()
  await button('Edit asha').click()
  await refuseConnections()
  await button('Save').click()
  await expect.element(alert).toMatchTextContent('The server did not answer.')
})

test('keeps focus and ignores checkboxes and radio buttons while saving', async () => {
  await open()
  await button('Edit asha').click()
  const calls = watchCalls()
  await respondWith({ ...LIST, 'PUT /admin/a1': [0, ''] })
  box('Events').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Save')).toHaveAttribute('aria-disabled')
  await expect.element(box('Events')).toHaveFocus()
  await userEvent.keyboard(' ')
  const superadmin = page.getByRole('radio', { name: 'Superadmin' }).element() as HTMLInputElement
  superadmin.click()
  await expect.element(box('Events')).not.toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Admin', exact: true })).toBeChecked()
  expect(calls).toHaveLength(1)
})

test('sends once for two submits in the same tick', async () => {
  await open({ 'PUT /admin/a1': DONE })
  await button('Edit asha').click()
  const calls = watchCalls()
  const element = form.element() as HTMLFormElement
  element.requestSubmit()
  element.requestSubmit()
  await expect.element(page.getByText('Admin updated successfully')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('removes the row of an account that becomes a superadmin, and focuses the add button', async () => {
  await open()
  await button('Edit asha').click()
  await page.getByRole('radio', { name: 'Superadmin' }).click()
  await respondWith({ ...LIST, 'GET /admin': [200, { success: true, data: [] }], 'PUT /admin/a1': DONE })
  await button('Save').click()
  await expect.element(page.getByText('No admins found.')).toBeVisible()
  await expect.element(button('Add New Admin').first()).toHaveFocus()
})

test('focuses a refused field, and announces the error of a field that already has focus', async () => {
  const fields = { 'sections.0': 'No such section.' }
  await open({ 'PUT /admin/a1': [400, { success: false, message: 'Please look at the fields.', fields }] })
  await button('Edit asha').click()
  await page.viewport(320, 480)
  await button('Save').click()
  await expect.element(box('All')).toHaveFocus()
  await expect.element(box('All')).toBeInViewport()
  await respondWith({
    ...LIST,
    'PUT /admin/a1': [409, { success: false, message: 'Not saved.', fields: { username: 'This name is taken.' } }],
  })
  await field('Username').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(alert).toHaveTextContent('This name is taken.')
  // At its field, and for screen readers: nowhere else.
  await expect.element(form.getByText('This name is taken.')).toHaveLength(2)
  await expect.element(field('Username')).toHaveFocus()
  await userEvent.keyboard('2')
  await expect.element(page.getByText('This name is taken.')).not.toBeInTheDocument()
})

test.each([
  ['a field that the list left out', null],
  ['a field that could not be read', [{ _id: 's1', name: 'Events' }]],
])('does not send %s as empty unless the user changed it', async (_what, sections) => {
  const bare = { _id: 'a1', username: 'asha', sections }
  await open({ 'GET /admin': [200, { success: true, data: [bare] }], 'PUT /admin/a1': DONE })
  await button('Edit asha').click()
  const calls = watchCalls()
  await field('Username').fill('asha2')
  await button('Save').click()
  await expect.element(page.getByText('Admin updated successfully').first()).toBeVisible()
  await button('Edit asha').click()
  await box('Events').click()
  await field('Email').fill('a@trust.example')
  await button('Save').click()
  await expect
    .poll(() => calls)
    .toEqual([
      ['PUT /admin/a1', { username: 'asha2' }],
      ['PUT /admin/a1', { username: 'asha', email: 'a@trust.example', sections: ['Events'] }],
    ])
})
