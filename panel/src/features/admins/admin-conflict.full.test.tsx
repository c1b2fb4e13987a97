import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCallHeader, watchCalls } from '../../../testing/sent-calls.ts'

const MEERA = {
  _id: '7',
  username: 'meera',
  email: 'meera@trust.example',
  role: 'admin',
  sections: ['Events', 'Message'],
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 2,
}
const ME = { role: 'superadmin', level: 1, version: 5 }
const refusal = (current: object): [number, object] => [
  412,
  { success: false, code: 'version_conflict', message: 'Saved meanwhile.', current },
]
const backend = (more: Backend): Backend => ({
  ...signedIn([], ME),
  'GET /admin': [200, { success: true, data: [MEERA] }],
  ...more,
})

const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })

test('compares the sections of an account as one, and keeps the typed password', async () => {
  const theirs = { ...MEERA, email: 'new@trust.example', sections: ['Events'], version: 3 }
  await openPanel('/admin', backend({ 'PUT /admin/7': refusal(theirs) }))
  const calls = watchCalls()
  await button('Edit meera').click()
  await page.getByLabelText('New password (optional)').fill('Fine#2026')
  await page.getByRole('checkbox', { name: 'Donations' }).click()
  await button('Save').click()
  const group = part.getByRole('group', { name: 'Sections' })
  await expect
    .element(group.getByRole('radio', { name: 'Yours' }))
    .toHaveAccessibleDescription('Events, Donations, User Messages')
  await group.getByRole('radio', { name: 'Theirs' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Donations' })).not.toBeChecked()
  await expect.element(part.getByRole('definition')).toMatchTextContent('new@trust.example')
  await respondWith(backend({ 'PUT /admin/7': [200, { success: true, data: { ...theirs, version: 4 } }] }))
  await button('Save').click()
  await expect.element(page.getByText('Admin updated successfully')).toBeVisible()
  expect(calls.findLast(([call]) => call.startsWith('PUT'))).toEqual([
    'PUT /admin/7',
    { username: 'meera', email: 'new@trust.example', role: 'admin', sections: ['Events'], password: 'Fine#2026' },
  ])
})

test.each([
  ['an account', '/admin', 'Edit meera', 'PUT /admin/7'],
  ['the profile', '/profile', 'Edit Profile', 'PUT /admin/1'],
])('shows a refusal for %s that has no record to compare with', async (_what, path, opener, save) => {
  await openPanel(path, backend({ [save]: [412, ''] }))
  await button(opener).click()
  await page.getByLabelText('Username').fill('other')
  await button('Save').click()
  await expect
    .element(page.getByRole('alert').getByText('The server could not save this. Please try again.'))
    .toBeVisible()
  await expect.element(part).not.toBeInTheDocument()
})

test('compares the own profile', async () => {
  const theirs = { ...ME, _id: '1', username: 'seva', email: 'theirs@trust.example', sections: [], version: 6 }
  await openPanel('/profile', backend({ 'PUT /admin/1': refusal(theirs) }))
  const versions = watchCallHeader('If-Match')
  await button('Edit Profile').click()
  await page.getByLabelText('Email').fill('mine@trust.example')
  await button('Save').click()
  await expect.element(page.getByText('Failed to update profile')).toBeVisible()
  await part.getByRole('radio', { name: 'Yours' }).click()
  await button('Save').click()
  // Without a version, the form reports that it edits.
  await expect.poll(() => versions.filter((version) => version !== null)).toEqual(['"5"', '"6"'])
})

test('sends the rights that others saved, also before the account is loaded again', async () => {
  const rights = { role: 'admin', sections: ['Profile', 'Events'] }
  const theirs = { _id: '1', username: 'seva', email: 'seva@trust.example', ...rights, version: 6 }
  const failing: Backend = { 'GET /admin/me': [503, ''] }
  await openPanel('/profile', backend({}))
  await button('Edit Profile').click()
  await page.getByLabelText('Email').fill('mine@trust.example')
  const calls = watchCalls()
  await respondWith(backend({ ...failing, 'PUT /admin/1': refusal(theirs) }))
  await button('Save').click()
  await expect.element(part).toBeVisible()
  await respondWith(backend({ ...failing, 'PUT /admin/1': [200, { success: true }] }))
  await button('Save').click()
  await expect.element(page.getByText('Profile updated successfully')).toBeVisible()
  expect(calls.findLast(([call]) => call.startsWith('PUT'))?.[1]).toMatchObject(rights)
})
