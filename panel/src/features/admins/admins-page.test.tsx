import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { fillSilently } from '../../../testing/silent-fill.ts'
import { activateLanguage } from '../../locales/language.ts'
import { adminCountQuery } from '../dashboard/dashboard-queries.ts'

const ASHA = {
  _id: 'a1',
  username: 'asha',
  email: 'asha@trust.example',
  role: 'admin',
  sections: ['Donations', 'Gaushala'],
  createdAt: '2026-01-02T00:00:00.000Z',
}
const RAVI = { ...ASHA, _id: 'a2', username: 'ravi', sections: ['All'], createdAt: '2026-02-02T00:00:00.000Z' }
const HEAD = { ...ASHA, _id: 'a3', username: 'head', role: 'superadmin', sections: [] }
const list = (data: unknown, me = SUPERADMIN): Backend => ({ ...me, 'GET /admin': ok(data) })
const LIST = list([ASHA, RAVI, HEAD])
const DONE: Backend[string] = [200, { success: true }]

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}\\b`) })
const form = page.getByRole('form')
const field = (name: string) => page.getByLabelText(name, { exact: true })
const open = (backend: Backend = LIST) => openPanel('/admin', backend)

async function openNew() {
  await button('Add New Admin').first().click()
  await expect.element(form).toBeVisible()
}

function ticked(): string[] {
  return page
    .getByRole('checkbox')
    .elements()
    .filter((each) => each instanceof HTMLInputElement && each.checked)
    .map((each) => document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent ?? '')
}

test('lists only accounts of role admin, newest first, with their sections', async () => {
  await open()
  await expect.element(page.getByRole('row')).toHaveLength(3)
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('ravi')
  await expect.element(row('asha')).toMatchTextContent('Gaushala, Donations')
  await expect.element(row('ravi')).toMatchTextContent('All')
  await expect.element(page.getByText('head')).not.toBeInTheDocument()
})

test('sends a new admin as entered or filled in without events, with the three default sections', async () => {
  const { queryClient } = await open({ ...LIST, 'POST /admin/addadmin': [201, { success: true, data: ASHA }] })
  queryClient.setQueryData(adminCountQuery.queryKey, 2)
  const calls = watchCalls()
  await openNew()
  await expect.element(field('Username')).toHaveFocus()
  expect(ticked()).toEqual(['Profile', 'Update Password', 'Login Sessions'])
  fillSilently('password', 'Office#12')
  await field('Username').fill(' meera ')
  await box('Events').click()
  await button('Save').click()
  await expect.element(page.getByText('Admin added successfully')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(button('Add New Admin')).toHaveFocus()
  const sections = ['Events', 'Profile', 'UpdatePassword', 'LoginSessions']
  expect(calls).toEqual([
    ['POST /admin/addadmin', { username: ' meera ', email: '', password: 'Office#12', role: 'admin', sections }],
  ])
  expect(queryClient.getQueryState(adminCountQuery.queryKey)?.isInvalidated).toBe(true)
})

test('sends role and sections of an edit, and no password that is blank or was filled without an input event', async () => {
  await open({ ...LIST, 'PUT /admin/a1': DONE })
  const calls = watchCalls()
  await button('Edit asha').click()
  expect(ticked()).toEqual(['Gaushala', 'Donations'])
  fillSilently('password', 'Office#11')
  await field('Email').fill('a@trust.example')
  await button('Save').click()
  await expect.element(page.getByText('Admin updated successfully')).toBeVisible()
  await expect.element(row('asha')).toHaveFocus()
  const body = { username: 'asha', email: 'a@trust.example', role: 'admin', sections: ['Gaushala', 'Donations'] }
  expect(calls).toEqual([['PUT /admin/a1', body]])

  await button('Edit asha').click()
  await expect.element(page.getByRole('list', { name: 'The password must have' })).toBeVisible()
  const needs = page.getByRole('list', { name: 'The password must have' }).getByRole('listitem')
  await expect.element(needs.nth(0)).toHaveTextContent('at least 8 characters')
  await field('New password (optional)').fill('Office1')
  await expect.element(needs.nth(0)).toMatchTextContent('at least 8 characters: not met')
  await expect.element(needs.nth(1)).toMatchTextContent('an uppercase letter: met')
  await field('New password (optional)').fill('Office#12')
  await expect.element(needs.nth(0)).toMatchTextContent('at least 8 characters: met')
  await button('New password (optional): show').click()
  await expect.element(field('New password (optional)')).toHaveAttribute('type', 'text')
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(calls[1]?.[1]).toMatchObject({ password: 'Office#12' })
})

test('All covers every section, Gallery its six pages; only role admin has the sections picker', async () => {
  await open({ ...LIST, 'PUT /admin/a1': DONE })
  const calls = watchCalls()
  await button('Edit asha').click()
  await expect.element(page.getByRole('checkbox')).toHaveLength(18)
  await box('Gallery').click()
  for (const name of ['Gaushala', 'Vriddhashram', 'Eye Hospital', 'School', 'Physiotherapy', 'Nursing Hospital']) {
    await expect.element(box(name)).toBeChecked()
    await expect.element(box(name)).toBeDisabled()
  }
  await expect.element(box('Events')).not.toBeChecked()
  await box('All').click()
  expect(ticked()).toHaveLength(18)
  await expect.element(box('Gallery')).toBeDisabled()
  await box('All').click()
  await box('Gallery').click()
  expect(ticked()).toEqual(['Gaushala', 'Donations'])

  await page.getByRole('radio', { name: 'Superadmin' }).click()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  await page.getByRole('radio', { name: 'Admin', exact: true }).click()
  expect(ticked()).toEqual(['Gaushala', 'Donations'])
  await page.getByRole('radio', { name: 'Superadmin' }).click()
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(calls[0]?.[1]).toMatchObject({ role: 'superadmin', sections: [] })
})

test('lets an admin grant only their own sections, create no superadmin, and edit no account with more sections', async () => {
  await open(list([ASHA, RAVI, { ...ASHA, _id: '1', username: 'seva' }], signedIn(['Admin', 'Gallery', 'Donations'])))
  await expect.element(button('Edit asha')).toBeVisible()
  await expect.element(row('ravi').getByRole('button')).not.toBeInTheDocument()
  await expect.element(row('seva').getByRole('button')).not.toBeInTheDocument()
  await expect.element(row('seva')).toMatchTextContent('You')
  await openNew()
  await expect.element(page.getByRole('radio', { name: 'Superadmin' })).not.toBeInTheDocument()
  expect(ticked()).toEqual([])
  for (const name of ['Admin', 'Gallery', 'Gaushala', 'Donations']) await expect.element(box(name)).toBeEnabled()
  for (const name of ['All', 'Events', 'Profile']) {
    await expect.element(box(name)).toBeDisabled()
    await expect.element(box(name)).toHaveAccessibleDescription('You do not have this section yourself.')
  }
})

test('keeps the input after a refusal and shows the errors at their fields', async () => {
  const fields = { username: 'This name is taken.', password: 'It needs a number.', 'sections.0': 'No such section.' }
  const refusal = { success: false, message: 'Please look at the fields.', fields }
  await open({ ...LIST, 'POST /admin/addadmin': [409, refusal] })
  await openNew()
  await field('Username').fill('asha')
  await field('Password').fill('Office#')
  await button('Save').click()
  await expect.element(page.getByText('Failed to save admin')).toBeVisible()
  await expect.element(form.getByRole('alert')).toHaveTextContent('')
  await expect.element(form.getByText('This name is taken.')).toHaveLength(1)
  await expect.element(field('Username')).toHaveAccessibleDescription('This name is taken.')
  await expect.element(field('Password')).toHaveAccessibleDescription('It needs a number.')
  await expect.element(field('Username')).toHaveFocus()
  await expect.element(form.getByText('No such section.')).toBeVisible()
  await expect.element(field('Password')).toHaveValue('Office#')
  await field('Username').fill('asha.k')
  await expect.element(field('Username')).not.toHaveAccessibleDescription()
  await expect.element(button('Save')).toBeEnabled()
})

test('confirms and reports a deletion, and keeps the row if it fails', async () => {
  await open({ ...LIST, 'DELETE /admin/a2': DONE })
  await button('Delete asha').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toMatchTextContent('The account of asha will be permanently deleted.')
  await expect.element(button('Cancel')).toHaveFocus()
  await button('Yes').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toMatchTextContent('Failed to delete admin.')
  await button('OK').click()
  await button('Delete ravi').click()
  await respondWith({ ...list([ASHA]), 'DELETE /admin/a2': DONE })
  await button('Yes').click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Deleted!' }))
    .toMatchTextContent('Your admin has been deleted.')
  await button('OK').click()
  await expect.element(row('asha')).toHaveFocus()
})

test('shows malformed records as far as possible', async () => {
  const bent = [
    null,
    'asha',
    { username: 'stray' },
    { _id: 7, username: 8, email: ['x'], sections: 'All', role: 'ADMIN', createdAt: 'soon' },
    { _id: 'b', username: 'odd', sections: [null, { a: 1 }, 'Reports', 'Events'], role: null, extra: {} },
    { _id: 'c', username: 'nothing', sections: null },
    { _id: 'd', username: 'stranger', role: 'owner' },
  ]
  await open({ ...SUPERADMIN, 'GET /admin': [200, bent], 'PUT /admin/b': DONE })
  await expect.element(page.getByRole('row')).toHaveLength(5)
  await expect.element(row('stray').getByRole('button')).not.toBeInTheDocument()
  await expect.element(row('8')).toMatchTextContent('None')
  await expect.element(row('odd')).toMatchTextContent('Events, Reports')
  const calls = watchCalls()
  await button('Edit odd').click()
  await expect.element(box('Reports')).toBeChecked()
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(calls[0]?.[1]).toMatchObject({ sections: ['Events', 'Reports'] })
})

test('fits 320 px, in Hindi too', async () => {
  await open()
  await openNew()
  await field('Password').fill('1')
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await activateLanguage('hi')
  await expect.element(page.getByRole('form', { name: 'एडमिन जोड़ें' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
