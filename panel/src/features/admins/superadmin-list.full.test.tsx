import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'

const ASHA = {
  _id: 'a1',
  username: 'asha',
  email: 'asha@trust.example',
  role: 'admin',
  sections: ['Donations'],
  createdAt: '2026-01-02T00:00:00.000Z',
}
const HEAD = { ...ASHA, _id: 'a3', username: 'head', email: 'head@trust.example', role: 'superadmin', sections: [] }
const EXTENDED = { level: 1 }
const OURS = signedIn([], { role: 'superadmin', ...EXTENDED })
const DONE: Backend[string] = [200, { success: true }]
const backend = (me: Backend, superadmins: unknown[] = [HEAD]): Backend => ({
  ...me,
  'GET /admin': [200, { success: true, data: [ASHA] }],
  'GET /admin/superadmins': [200, { success: true, data: superadmins }],
})

const list = page.getByRole('table', { name: 'Other superadmins' })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const save = page.getByRole('button', { name: /^Save/ })

test('lists the other superadmins below the admins, to edit and delete', async () => {
  await openPanel('/admin', { ...backend(OURS), 'PUT /admin/a3': DONE, 'DELETE /admin/a3': DONE })
  await expect.element(list.getByRole('row')).toHaveLength(2)
  await expect.element(page.getByRole('table', { name: 'Admins' }).getByText('head')).not.toBeInTheDocument()
  const calls = watchCalls()

  await button('Edit head').click()
  await expect.element(page.getByRole('radio', { name: 'Superadmin' })).toBeChecked()
  await field('Email').fill('chief@trust.example')
  await save.click()
  await expect.element(page.getByText('Admin updated successfully')).toBeVisible()
  await expect.element(list.getByRole('row').nth(1)).toHaveFocus()
  const body = { username: 'head', email: 'chief@trust.example', role: 'superadmin', sections: [] }
  expect(calls).toEqual([['PUT /admin/a3', body]])

  await button('Delete head').click()
  await respondWith({ ...backend(OURS, []), 'DELETE /admin/a3': DONE })
  await button('Yes').click()
  await button('OK').click()
  await expect.element(page.getByText('You are the only superadmin.')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Admins' }).getByText('asha', { exact: true })).toBeVisible()
})

test('moves an account that becomes an admin to the other list', async () => {
  await openPanel('/admin', backend(OURS))
  await button('Edit head').click()
  await page.getByRole('radio', { name: 'Admin', exact: true }).click()
  const admins = [200, { success: true, data: [ASHA, { ...HEAD, role: 'admin' }] }] as const
  await respondWith({ ...backend(OURS, []), 'GET /admin': [...admins], 'PUT /admin/a3': DONE })
  await save.click()
  await expect.element(page.getByRole('table', { name: 'Admins' }).getByText('head', { exact: true })).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(button('Add New Admin')).toHaveFocus()
})

test.each([
  ['a superadmin of a plain backend', SUPERADMIN],
  ['a holder of Admin', signedIn(['Admin'], EXTENDED)],
])('shows %s the specified list alone', async (_who, me) => {
  await openPanel('/admin', backend(me))
  await expect.element(page.getByText('asha', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Other superadmins')).not.toBeInTheDocument()
})

test('keeps the list of admins when the superadmins cannot be fetched', async () => {
  await openPanel('/admin', { ...backend(OURS), 'GET /admin/superadmins': [500, ''] })
  await expect.element(page.getByText('asha', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Other superadmins' })).toBeVisible()
  await expect.element(page.getByText('Failed to fetch superadmins').first()).toBeVisible()
})
