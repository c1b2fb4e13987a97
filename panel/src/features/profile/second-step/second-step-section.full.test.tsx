import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { watchCalls } from '../../../../testing/sent-calls.ts'
import { fillSilently } from '../../../../testing/silent-fill.ts'
import { recheckSession } from '../../../session/session-check.ts'

const EXTENDED = { level: 1, createdAt: '2026-01-02T00:00:00.000Z' }
const ME = signedIn(['Profile'], EXTENDED)
const STEP = 'GET /admin/me/second-step'
const state = (data: object): Backend => ({ [STEP]: ok(data) })
const OFF = { ...ME, ...state({ isOn: false, recoveryCodesLeft: 0, isRequired: false }) }
const ON = {
  ...ME,
  ...state({ isOn: true, turnedOnAt: '2026-11-23T00:00:00.000Z', recoveryCodesLeft: 7, isRequired: false }),
}
const CODES = Array.from({ length: 10 }, (_, n) => `aaaa${n}-bbbbb`)
const SECRET: Backend = {
  'POST /admin/me/second-step/set-up': ok({
    key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    address: 'otpauth://totp/x?secret=JBSWY3DP',
  }),
}
const CONFIRMED: Backend = {
  'POST /admin/me/second-step/confirm': ok({ recoveryCodes: CODES }),
}
const NEEDS_CODE = { success: false, code: 'code_required', message: 'This change needs a code.' }

const section = page.getByRole('region', { name: 'Two-step sign-in' })
const code = page.getByLabelText('Code', { exact: true })

test('shows nothing of it on a plain backend', async () => {
  await openPanel('/profile', { ...signedIn(['Profile']), ...state({ isOn: true }) })
  await expect.element(page.getByRole('region', { name: 'Profile' })).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
})

test('sets up an app by picture or key, and shows the recovery codes once', async () => {
  await openPanel('/profile', { ...OFF, ...SECRET })
  await button('Set up').click()
  await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await expect.element(code).toHaveFocus()
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  const refusal = { success: false, code: 'bad_request', message: 'Not correct.', fields: { code: 'Not correct.' } }
  await respondWith({ ...OFF, 'POST /admin/me/second-step/confirm': [400, refusal] })
  await userEvent.keyboard('111111{Enter}')
  await expect.element(code).toHaveAccessibleDescription('Not correct.')
  await respondWith({ ...ON, ...CONFIRMED })
  const calls = watchCalls()
  fillSilently('code', '123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(section.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  expect(calls[0]).toEqual(['POST /admin/me/second-step/confirm', { code: '123456' }])
  for (const recovery of CODES) await expect.element(section.getByText(recovery)).toBeVisible()
  await button('I have saved the codes').click()
  await expect.element(section.getByText('7 recovery codes are left.')).toBeVisible()
  await expect.element(section.getByText('aaaa0-bbbbb')).not.toBeInTheDocument()
})

test('turns it off after a question and a code, which it asks for only when the server does', async () => {
  await openPanel('/profile', { ...ON, 'DELETE /admin/me/second-step': [403, NEEDS_CODE] })
  await button('Turn off').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter a code to continue' })
  await expect.element(dialog.getByLabelText('Code', { exact: true })).toHaveFocus()
  await respondWith({
    ...OFF,
    'POST /admin/me/second-step/code': [200, { success: true }],
    'DELETE /admin/me/second-step': [200, { success: true }],
  })
  const calls = watchCalls()
  await userEvent.keyboard('123456{Enter}')
  await expect.element(section.getByText('Off', { exact: true })).toBeVisible()
  expect(calls).toEqual([
    ['POST /admin/me/second-step/code', { code: '123456' }],
    ['DELETE /admin/me/second-step', null],
  ])
})

test('sets it up after a new login with the password, which it asks for only when the server does', async () => {
  const needsPassword = { success: false, code: 'password_required', message: 'This change needs your password.' }
  await openPanel('/profile', { ...OFF, 'POST /admin/me/second-step/set-up': [403, needsPassword] })
  await button('Set up').click()
  const dialog = page.getByRole('dialog', { name: 'Enter your password to continue' })
  await expect.element(dialog.getByLabelText('Username')).toHaveValue('seva')
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
  await respondWith({ ...OFF, 'POST /admin/login': [401, { success: false, message: 'Not correct.' }] })
  await userEvent.keyboard('Wrong#1234{Enter}')
  await expect.element(dialog.getByText('Not correct.')).toBeVisible()
  await respondWith({ ...OFF, ...SECRET, 'POST /admin/login': [200, { success: true, token: 't' }] })
  const calls = watchCalls()
  await dialog.getByLabelText('Password', { exact: true }).fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveFocus()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls).toEqual([
    ['POST /admin/login', { username: 'seva', password: 'Right#1234' }],
    ['POST /admin/me/second-step/set-up', null],
  ])
})

describe('a change of the e-mail that needs a code', () => {
  const email = page.getByLabelText('Email')
  const dialog = page.getByRole('dialog', { name: 'Enter a code to continue' })
  async function change() {
    await openPanel('/profile', { ...ON, 'PUT /admin/1': [403, NEEDS_CODE] })
    await button('Edit Profile').click()
    await email.fill('new@trust.example')
    await button('Save').click()
    await expect.element(dialog).toBeVisible()
  }

  test('is sent again after the code', async () => {
    await change()
    await respondWith({
      ...ON,
      'POST /admin/me/second-step/code': [200, { success: true }],
      'PUT /admin/1': [200, { success: true }],
    })
    await userEvent.keyboard('123456{Enter}')
    await expect.element(page.getByText('Profile updated successfully')).toBeVisible()
    await expect.element(email).not.toBeInTheDocument()
  })

  test('keeps what was typed when the user cancels', async () => {
    await change()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('Failed to update profile')).toBeVisible()
    await expect.element(email).toHaveValue('new@trust.example')
    await expect.element(page.getByRole('alert').getByText('This change needs a code.')).toBeVisible()
  })
})

describe('an account that must set it up', () => {
  const MUST = signedIn(['Events'], { ...EXTENDED, mustSetUpSecondStep: true })

  test('gets Profile alone, also without that section, and its pages after the set-up', async () => {
    const required = state({ isOn: false, recoveryCodesLeft: 0, isRequired: true })
    const panel = await openPanel('/events', { ...MUST, ...required, ...SECRET, ...CONFIRMED })
    await expect.element(page.getByText('Set up two-step sign-in first.')).toBeVisible()
    expect(panel.path()).toBe('/profile')
    await expect.element(page.getByRole('navigation').getByRole('link')).toHaveLength(1)
    await button('Set up').click()
    await code.fill('123456')
    await userEvent.keyboard('{Enter}')
    const recovery = section.getByText(CODES[0] ?? '')
    await expect.element(recovery).toBeVisible()
    await respondWith({ ...signedIn(['Events'], EXTENDED), 'GET /event': ok([]) })
    // As after a look at a password manager.
    await recheckSession(panel.queryClient)
    void panel.router.navigate({ to: '/events' })
    await button('Stay').click()
    await expect.element(recovery).toBeVisible()
    await button('I have saved the codes').click()
    await expect.poll(panel.path).toBe('/events')
  })
})
