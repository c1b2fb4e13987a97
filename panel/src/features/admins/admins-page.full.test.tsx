import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refusal, refuseConnections, respondWith } from '../../../testing/backend.ts'
import {
  type Backend,
  button,
  EXTENDED_SUPERADMIN,
  openPanel,
  SUPERADMIN,
  signedIn,
} from '../../../testing/open-panel.tsx'
import { watchCallHeader, watchCallKeys, watchCalls } from '../../../testing/sent-calls.ts'

const ASHA = {
  ...{ _id: 'a1', username: 'asha', email: 'asha@trust.example', role: 'admin', sections: ['Events', 'Message'] },
  ...{ createdAt: '2026-01-02T00:00:00.000Z', version: 2 },
}
const HEAD = { ...ASHA, _id: 'a3', username: 'head', email: 'head@trust.example', role: 'superadmin', sections: [] }
const DONE = ok({})
const IN_DOUBT = 'It may have been saved. Check the list below before you try again.'
const NO_RESPONSE = 'The server did not answer. Check your internet connection and try again.'

/** A backend with Asha and the superadmin Head. */
const backend = (more: Backend = {}, me = EXTENDED_SUPERADMIN): Backend => ({
  ...me,
  'GET /admin': ok([ASHA]),
  'GET /admin/superadmins': ok([HEAD]),
  ...more,
})
const openPlain = (more: Backend = {}) => openPanel('/admin', backend(more, SUPERADMIN))

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const role = (name: string) => page.getByRole('radio', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const form = page.getByRole('form')
const alert = form.getByRole('alert')
const superadmins = page.getByRole('table', { name: 'Other superadmins' })
const admins = page.getByRole('table', { name: 'Admins' })

test.each([
  ['a lost connection', [-1, ''], `${NO_RESPONSE} ${IN_DOUBT}`],
  ['a gateway timeout', [504, '<html>'], IN_DOUBT],
] as const)('warns after %s that a new admin may have been saved', async (_how, response, words) => {
  await openPlain({ 'POST /admin/addadmin': [...response] })
  await button('Add New Admin').click()
  await field('Username').fill('meera')
  await button('Save').click()
  await expect.element(alert.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Failed to save admin')).toBeVisible()
  await expect.element(field('Username')).toHaveValue('meera')
})

test('warns without referring to the list if the new account is a superadmin', async () => {
  await openPlain({ 'POST /admin/addadmin': [504, ''] })
  await button('Add New Admin').click()
  await role('Superadmin').click()
  await button('Save').click()
  await expect.element(alert).toMatchTextContent('if the username is already taken, it was saved')
  await role('Admin').click()
  await expect.element(alert).not.toMatchTextContent(IN_DOUBT)
})

test('sends an idempotency key with a new admin until a response arrives, if the backend knows it', async () => {
  await openPanel('/admin', backend())
  await button('Add New Admin').click()
  await field('Username').fill('meera')
  const save = form.getByRole('button', { name: /^(Save|Try again)$/ })
  const keys = watchCallKeys()
  await respondWith(backend({ 'POST /admin/addadmin': [-1, ''] }))
  await save.click()
  await expect.element(alert).toMatchTextContent('If you save it again unchanged, it is not added twice.')
  await save.click()
  await expect.poll(() => keys.length).toBe(2)
  await respondWith(backend({ 'POST /admin/addadmin': refusal(409, 'Taken.') }))
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
  await openPlain({ 'POST /admin/addadmin': DONE, 'PUT /admin/a1': DONE })
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
  await openPlain()
  await button('Edit asha').click()
  await refuseConnections()
  await button('Save').click()
  await expect.element(alert).toMatchTextContent('The server did not answer.')
})

test('keeps focus and ignores checkboxes and radio buttons while saving', async () => {
  await openPlain()
  await button('Edit asha').click()
  const calls = watchCalls()
  await respondWith(backend({ 'PUT /admin/a1': [0, ''] }, SUPERADMIN))
  box('Donations').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Save')).toHaveAttribute('aria-disabled')
  await expect.element(box('Donations')).toHaveFocus()
  await userEvent.keyboard(' ')
  const superadmin = role('Superadmin').element() as HTMLInputElement
  superadmin.click()
  await expect.element(box('Donations')).not.toBeChecked()
  await expect.element(role('Admin')).toBeChecked()
  expect(calls).toHaveLength(1)
})

test('removes the row of an account that becomes a superadmin, and focuses the add button', async () => {
  await openPlain()
  await button('Edit asha').click()
  await role('Superadmin').click()
  await respondWith(backend({ 'GET /admin': ok([]), 'PUT /admin/a1': DONE }, SUPERADMIN))
  await button('Save').click()
  await expect.element(page.getByText('No admins found.')).toBeVisible()
  await expect.element(button('Add New Admin').first()).toHaveFocus()
})

test('focuses a refused field, and announces the error of a field that already has focus', async () => {
  const fields = { 'sections.0': 'No such section.' }
  await openPlain({ 'PUT /admin/a1': refusal(400, 'Please look at the fields.', { fields }) })
  await button('Edit asha').click()
  await page.viewport(320, 480)
  await button('Save').click()
  await expect.element(box('All')).toHaveFocus()
  await expect.element(box('All')).toBeInViewport()
  const taken = refusal(409, 'Not saved.', { fields: { username: 'This name is taken.' } })
  await respondWith(backend({ 'PUT /admin/a1': taken }, SUPERADMIN))
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
  await openPlain({ 'GET /admin': ok([bare]), 'PUT /admin/a1': DONE })
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

test('offers presets and tasks on our server, and the single sections behind one click', async () => {
  await openPanel('/admin', backend({ 'POST /admin/addadmin': DONE }))
  const calls = watchCalls()
  await button('Add New Admin').first().click()
  await expect.element(box('Events')).not.toBeInTheDocument()
  await field('Begin with the rights of').selectOptions('Accountant')
  await expect.element(box('Keep donations and donors')).toBeChecked()
  await expect.element(box('Keep the website')).not.toBeChecked()
  await box('Keep the website').click()
  await box('See the totals').click()
  await page.getByText('Single sections').click()
  await box('Events').click()
  await expect.element(box('Keep the website')).toHaveAccessibleDescription('In part: Home Video, Gallery')
  await expect.element(field('Begin with the rights of')).toHaveValue('-1')
  await button('Save').click()
  await expect.poll(() => calls).toHaveLength(1)
  const own = ['Profile', 'UpdatePassword', 'LoginSessions']
  expect(calls[0]).toMatchObject([
    'POST /admin/addadmin',
    { sections: ['HomeVideo', 'Gallery', 'UserInformation', 'Donations', ...own] },
  ])
})

test('gives by a preset only what the user has', async () => {
  await openPanel('/admin', backend({}, signedIn(['Admin', 'Donations', 'Profile'], { level: 1 })))
  await button('Add New Admin').first().click()
  await field('Begin with the rights of').selectOptions('Accountant')
  await expect.element(box('Keep donations and donors')).toHaveAccessibleDescription('In part: Donations')
  await expect.element(box('Manage accounts')).toBeEnabled()
  await expect.element(box('Answer visitors')).toBeDisabled()
})

test('narrows Donations by rights of their own, and sends null for all of them', async () => {
  await openPanel('/admin', backend({ 'POST /admin/addadmin': DONE }))
  const calls = watchCalls()
  await button('Add New Admin').first().click()
  await expect.element(box('Export')).not.toBeInTheDocument()
  await field('Begin with the rights of').selectOptions('Accountant')
  await expect.element(box('View')).toBeDisabled()
  await button('Save').click()
  await button('Add New Admin').first().click()
  await field('Begin with the rights of').selectOptions('Accountant')
  await box('Cancel and delete').click()
  await box('Close days').click()
  await button('Save').click()
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls).toMatchObject([
    ['POST /admin/addadmin', { donationRights: null }],
    ['POST /admin/addadmin', { donationRights: ['view', 'enter', 'export'] }],
  ])
})

test('offers no right in donations that the user lacks', async () => {
  const desk = signedIn(['Admin', 'Donations'], { level: 1, donationRights: ['view', 'enter'] })
  await openPanel('/admin', backend({}, desk))
  await button('Add New Admin').first().click()
  await box('Keep donations and donors').click()
  await expect.element(box('Enter and correct')).toBeChecked()
  await expect.element(box('Close days')).toHaveAccessibleDescription('You do not have this right yourself.')
})

test('has no rights inside Donations on a plain backend', async () => {
  await openPlain()
  await button('Add New Admin').first().click()
  await box('Donations').click()
  await expect.element(box('Enter and correct')).not.toBeInTheDocument()
})

const SEVA = signedIn([], { role: 'superadmin', level: 1, version: 5 })
const conflict = (current: object) => refusal(412, 'Saved meanwhile.', { code: 'version_conflict', current })
const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })

test('compares the sections of an account as one, and keeps the typed password', async () => {
  const theirs = { ...ASHA, email: 'new@trust.example', sections: ['Events'], version: 3 }
  await openPanel('/admin', backend({ 'PUT /admin/a1': conflict(theirs) }))
  const calls = watchCalls()
  await button('Edit asha').click()
  await page.getByLabelText('New password (optional)').fill('Fine#2026')
  await page.getByText('Single sections').click()
  await box('Donations').click()
  await button('Save').click()
  const group = part.getByRole('group', { name: 'Sections' })
  await expect
    .element(group.getByRole('radio', { name: 'Yours' }))
    .toHaveAccessibleDescription('Events, Donations, User Messages')
  await group.getByRole('radio', { name: 'Theirs' }).click()
  await expect.element(box('Donations')).not.toBeChecked()
  await expect.element(part.getByRole('definition')).toMatchTextContent('new@trust.example')
  await respondWith(backend({ 'PUT /admin/a1': ok({ ...theirs, version: 4 }) }))
  await button('Save').click()
  await expect.element(page.getByText('Admin updated successfully')).toBeVisible()
  expect(calls.at(-1)).toEqual([
    'PUT /admin/a1',
    { username: 'asha', email: 'new@trust.example', role: 'admin', sections: ['Events'], password: 'Fine#2026' },
  ])
})

test('compares the own profile', async () => {
  const theirs = {
    role: 'superadmin',
    _id: '1',
    username: 'seva',
    email: 'theirs@trust.example',
    sections: [],
    version: 6,
  }
  await openPanel('/profile', backend({ 'PUT /admin/1': conflict(theirs) }, SEVA))
  const versions = watchCallHeader('If-Match')
  await button('Edit Profile').click()
  await page.getByLabelText('Email').fill('mine@trust.example')
  await button('Save').click()
  await expect.element(page.getByText('Failed to update profile')).toBeVisible()
  await part.getByRole('radio', { name: 'Yours' }).click()
  await button('Save').click()
  await expect.poll(() => versions).toEqual(['"5"', '"6"'])
})

test('sends the rights that others saved, also before the account is loaded again', async () => {
  const rights = { role: 'admin', sections: ['Profile', 'Events'] }
  const theirs = { _id: '1', username: 'seva', email: 'seva@trust.example', ...rights, version: 6 }
  const failing: Backend = { 'GET /admin/me': [503, ''] }
  await openPanel('/profile', backend({}, SEVA))
  await button('Edit Profile').click()
  await page.getByLabelText('Email').fill('mine@trust.example')
  const calls = watchCalls()
  await respondWith(backend({ ...failing, 'PUT /admin/1': conflict(theirs) }))
  await button('Save').click()
  await expect.element(part).toBeVisible()
  await respondWith(backend({ ...failing, 'PUT /admin/1': DONE }))
  await button('Save').click()
  await expect.element(page.getByText('Profile updated successfully')).toBeVisible()
  expect(calls.at(-1)?.[1]).toMatchObject(rights)
})

test('lists the other superadmins below the admins, to edit and delete', async () => {
  await openPanel('/admin', backend({ 'PUT /admin/a3': DONE, 'DELETE /admin/a3': DONE }))
  await expect.element(superadmins.getByRole('row')).toHaveLength(2)
  await expect.element(admins.getByText('head')).not.toBeInTheDocument()
  const calls = watchCalls()

  await button('Edit head').click()
  await expect.element(role('Superadmin')).toBeChecked()
  await field('Email').fill('chief@trust.example')
  await button('Save').click()
  await expect.element(page.getByText('Admin updated successfully')).toBeVisible()
  await expect.element(superadmins.getByRole('row').nth(1)).toHaveFocus()
  const body = { username: 'head', email: 'chief@trust.example', role: 'superadmin', sections: [] }
  expect(calls).toEqual([['PUT /admin/a3', body]])

  await button('Delete head').click()
  await respondWith(backend({ 'GET /admin/superadmins': ok([]), 'DELETE /admin/a3': DONE }))
  await button('Yes').click()
  await button('OK').click()
  await expect.element(page.getByText('You are the only superadmin.')).toBeVisible()
  await expect.element(admins.getByText('asha', { exact: true })).toBeVisible()
})

test('moves an account that becomes an admin to the other list', async () => {
  await openPanel('/admin', backend())
  await button('Edit head').click()
  await role('Admin').click()
  const moved = { 'GET /admin': ok([ASHA, { ...HEAD, role: 'admin' }]), 'GET /admin/superadmins': ok([]) }
  await respondWith(backend({ ...moved, 'PUT /admin/a3': DONE }))
  await button('Save').click()
  await expect.element(admins.getByText('head', { exact: true })).toBeVisible()
  await expect.element(superadmins).not.toBeInTheDocument()
  await expect.element(button('Add New Admin')).toHaveFocus()
})

test.each([
  ['a superadmin of a plain backend', SUPERADMIN],
  ['a holder of Admin', signedIn(['Admin'], { level: 1 })],
])('shows %s the specified list alone', async (_who, me) => {
  await openPanel('/admin', backend({}, me))
  await expect.element(page.getByText('asha', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Other superadmins')).not.toBeInTheDocument()
})

test('keeps the list of admins when the superadmins cannot be fetched', async () => {
  await openPanel('/admin', backend({ 'GET /admin/superadmins': [400, ''] }))
  await expect.element(page.getByText('asha', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Other superadmins' })).toBeVisible()
  await expect.element(page.getByText('Failed to fetch superadmins').first()).toBeVisible()
})
