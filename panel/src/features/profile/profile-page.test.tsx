import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'

const CREATED = { createdAt: '2026-01-02T00:00:00.000Z' }
const ME = signedIn(['Profile', 'Gaushala', 'Reports'], CREATED)

const field = (name: string) => page.getByLabelText(name, { exact: true })
const form = page.getByRole('form')
const details = page.getByRole('region', { name: 'Profile' })
const open = (backend: Backend = ME) => openPanel('/profile', backend)

function values(): string[] {
  return [...details.element().querySelectorAll('dd')].map(({ textContent }) => textContent)
}

test('shows role, sections and joined date', async () => {
  await open()
  await expect.element(details).toMatchTextContent('seva@trust.example')
  expect(values()).toEqual(['Admin', 'ProfileGaushalaReports', '02 Jan 2026'])
})

test('sends the whole profile, and shows the new name in the menu', async () => {
  await open()
  await button('Edit Profile').click()
  await expect.element(field('Username')).toHaveFocus()
  const calls = watchCalls()
  await field('Username').fill('seva.k')
  await respondWith({ ...signedIn(['Profile'], { ...CREATED, username: 'seva.k' }), 'PUT /admin/1': [200, ''] })
  await button('Save').click()
  await expect.element(page.getByText('Profile updated successfully')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(button('Edit Profile')).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Account of seva.k' })).toBeVisible()
  await expect.element(details).toMatchTextContent('seva.k')
  const sections = ['Profile', 'Gaushala', 'Reports']
  const body = { username: 'seva.k', email: 'seva@trust.example', role: 'admin', sections }
  expect(calls).toEqual([['PUT /admin/1', body]])
})

test('sends role and sections back unchanged', async () => {
  const odd = { ...CREATED, role: 'superadmin', sections: 'everything' }
  await open({ ...signedIn([], odd), 'PUT /admin/1': [200, ''] })
  await expect.element(details).toMatchTextContent('Superadmin')
  const calls = watchCalls()
  await button('Edit Profile').click()
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(calls[0]?.[1]).toMatchObject({ role: 'superadmin', sections: 'everything' })
})

test('does not restore a right that was removed while the form was open', async () => {
  const { queryClient } = await open({ ...ME, 'PUT /admin/1': [200, ''] })
  await button('Edit Profile').click()
  await field('Username').fill('seva.k')
  await respondWith({ ...signedIn(['Profile'], CREATED), 'PUT /admin/1': [200, ''] })
  await queryClient.invalidateQueries({ queryKey: ['me'] })
  const calls = watchCalls()
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(calls[0]?.[1]).toMatchObject({ username: 'seva.k', sections: ['Profile'] })
})

test('keeps the input after a refusal, shows the error at its field, and asks before leaving', async () => {
  const refusal = { success: false, message: 'Not saved.', fields: { email: 'This is no address.' } }
  await open({ ...ME, 'PUT /admin/1': [400, refusal] })
  await button('Edit Profile').click()
  await field('Email').fill('nobody')
  await button('Save').click()
  await expect.element(page.getByText('Failed to update profile')).toBeVisible()
  await expect.element(field('Email')).toHaveAccessibleDescription('This is no address.')
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('Email')).toHaveValue('nobody')
  await button('Close Form').click()
  await button('Leave').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(details).toMatchTextContent('seva@trust.example')
})

test('reports a profile that failed to load, and loads it again', async () => {
  const { queryClient } = await open()
  await expect.element(details).toBeVisible()
  await respondWith({ 'GET /admin/me': [404, { success: false }] })
  await queryClient.resetQueries({ queryKey: ['me', 'profile'] }).catch(() => undefined)
  await expect.element(button('Try again')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('Failed to load profile')).toBeVisible()
  await respondWith(ME)
  await button('Try again').click()
  await expect.element(details).toBeVisible()
})

test.each([
  ['without an id', { _id: null, email: null, createdAt: null }],
  ['with numbers', { _id: 7, username: 7, createdAt: 'soon' }],
])('shows an account %s as far as possible', async (_how, bent) => {
  await open(signedIn(['Profile'], { ...CREATED, ...bent }))
  await expect.element(details).toBeVisible()
  expect(values()[2]).toBe('—')
  if (bent._id === null) await expect.element(button('Edit Profile')).toBeDisabled()
  else await expect.element(button('Edit Profile')).toBeEnabled()
})

test('fits 320 px in Hindi', async () => {
  await open(signedIn(['Profile', 'Gaushala'], CREATED))
  await button('Edit Profile').click()
  await page.viewport(320, 640)
  await activateLanguage('hi')
  await expect.element(page.getByRole('form', { name: 'प्रोफ़ाइल एडिट करें' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
