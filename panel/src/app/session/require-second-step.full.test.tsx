import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { recheckSession } from '../../session/session-check.ts'

const EXTENDED = { role: 'superadmin', level: 1 }
const SCHOOL: Backend = { 'GET /galleryphoto/School': ok([]) }
const FREE: Backend = { ...SCHOOL, ...signedIn([], EXTENDED) }
const MUST: Backend = { ...SCHOOL, ...signedIn([], { ...EXTENDED, mustSetUpSecondStep: true }) }
const SET_UP: Backend = {
  'POST /admin/me/second-step/set-up': ok({
    key: 'JBSWY3DPEHPK3PXP',
    address: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
  }),
  'POST /admin/me/second-step/confirm': ok({ recoveryCodes: ['aaaa0-bbbbb'] }),
}

const title = page.getByLabelText('Title')
const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in first.' })

/** The trust requires the second step while a form has unsaved changes. */
async function requireWhileTyping() {
  const panel = await openPanel('/school', FREE)
  await button('Add New Photo').first().click()
  await title.fill('At the sea')
  await respondWith({ ...MUST, ...SET_UP })
  await recheckSession(panel.queryClient)
  await expect.element(dialog.getByText(/What you typed is still here\./)).toBeVisible()
  expect(panel.path()).toBe('/school')
  return panel
}

async function setUp() {
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByLabelText('Code', { exact: true }).fill('123456')
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('aaaa0-bbbbb')).toBeVisible()
}

test('sets up the second step over a form, which keeps what was typed', async () => {
  const panel = await requireWhileTyping()
  await setUp()
  await expect.element(button('Leave without saving')).not.toBeInTheDocument()
  await respondWith(FREE)
  await recheckSession(panel.queryClient)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByText('aaaa0-bbbbb')).toBeVisible()
  await button('I have saved the codes').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('At the sea')
  expect(panel.path()).toBe('/school')
})

test('ends the set-up also if the account cannot be loaded again', async () => {
  await requireWhileTyping()
  await setUp()
  await respondWith({ ...SCHOOL, 'GET /admin/me': [502, ''] })
  await button('I have saved the codes').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('At the sea')
})

test('discards the form when the user chooses to leave', async () => {
  const panel = await requireWhileTyping()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(panel.path()).toBe('/profile')
})
