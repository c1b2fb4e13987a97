import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, NOBODY, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { fillSilently } from '../../../testing/silent-fill.ts'
import { activateLanguage } from '../../locales/language.ts'
import { recheckSession } from '../../session/session-check.ts'

const refusal = (code: string, message: string, more: object = {}) => ({ success: false, code, message, ...more })
const ASKS: Backend = {
  ...NOBODY,
  'POST /admin/login': [401, refusal('second_step', 'Enter the code.', { ticket: 'ticket-1' })],
}
const WRONG = refusal('wrong_code', 'This code is not correct.')
const SECOND = 'POST /admin/login/second-step'
const ACCEPTED: Backend = { ...signedIn(['Events']), 'GET /event': ok([]) }

const code = page.getByLabelText('Code', { exact: true })
const recovery = page.getByLabelText('Recovery code', { exact: true })
const password = page.getByLabelText('Password', { exact: true })

async function enterPassword(backend: Backend) {
  const panel = await openPanel('/', backend)
  await page.getByLabelText('Username').fill('seva')
  await password.fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveFocus()
  return panel
}

test('asks for a code when the answer does, without knowing the level, and signs in with it', async () => {
  const panel = await enterPassword(ASKS)
  await expect.element(code).toHaveAttribute('inputmode', 'numeric')
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(page.getByText('Enter the code.')).not.toBeInTheDocument()
  await respondWith({ ...ACCEPTED, [SECOND]: [200, { success: true, token: 't' }] })
  const calls = watchCalls()
  await page.getByLabelText('Trust this device for 30 days').click()
  await code.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.poll(panel.path).toBe('/events')
  expect(calls[0]).toEqual([SECOND, { ticket: 'ticket-1', code: '123456', trustDevice: true }])
})

test('keeps a wrong code selected, and goes back to the password when the ticket has ended', async () => {
  await enterPassword({ ...ASKS, [SECOND]: [401, WRONG] })
  await code.fill('111111')
  await button('Login').click()
  await expect.element(code).toHaveAccessibleDescription(/This code is not correct\./)
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('222222')
  await expect.element(code).toHaveValue('222222')
  await respondWith({ ...NOBODY, [SECOND]: [401, refusal('ticket_ended', 'Five codes were wrong.')] })
  await button('Login').click()
  await expect.element(password).toHaveValue('Right#1234')
  await expect.element(page.getByRole('main').getByText('Five codes were wrong.')).toBeVisible()
})

test('takes a recovery code, and says how many are left', async () => {
  const panel = await enterPassword(ASKS)
  await button('Use a recovery code').click()
  await expect.element(recovery).toHaveFocus()
  await respondWith({ ...ACCEPTED, [SECOND]: [200, { success: true, token: 't', recoveryCodesLeft: 9 }] })
  await userEvent.keyboard('k7f2q-9mxw3{Enter}')
  // Checked first, because the toast closes after a few seconds.
  await expect.element(page.getByText(/^You have 9 recovery codes left\./)).toBeVisible()
  await expect.poll(panel.path).toBe('/events')
})

test('sends a code that was filled in without events, also after a change beside it', async () => {
  await enterPassword({ ...ASKS, [SECOND]: [401, WRONG] })
  const calls = watchCalls()
  fillSilently('code', '123456')
  await page.getByLabelText('Trust this device for 30 days').click()
  await button('Login').click()
  await expect.poll(() => calls[0]).toEqual([SECOND, { ticket: 'ticket-1', code: '123456', trustDevice: true }])
})

test('sends what a password manager filled in without events, also after a change of the other field', async () => {
  await openPanel('/', { ...NOBODY, 'POST /admin/login': [401, refusal('wrong_credentials', 'Not correct.')] })
  await expect.element(password).toBeVisible()
  const calls = watchCalls()
  fillSilently('username', 'seva')
  fillSilently('password', 'Right#1234')
  await button('Login').click()
  await expect.poll(() => calls[0]).toEqual(['POST /admin/login', { username: 'seva', password: 'Right#1234' }])
  await expect.element(page.getByRole('main').getByText('Not correct.')).toBeVisible()
  fillSilently('password', 'Other#1234')
  await page.getByLabelText('Username').fill('meera')
  await button('Password: show').click()
  await button('Login').click()
  await expect.poll(() => calls[1]).toEqual(['POST /admin/login', { username: 'meera', password: 'Other#1234' }])
})

test('treats a refusal without a ticket as a failed login', async () => {
  await openPanel('/', { ...NOBODY, 'POST /admin/login': [401, refusal('second_step', 'Not today.')] })
  await page.getByLabelText('Username').fill('seva')
  await password.fill('x')
  await button('Login').click()
  await expect.element(page.getByRole('main').getByText('Not today.')).toBeVisible()
  await expect.element(code).not.toBeInTheDocument()
})

test('asks for a code in the dialog of an ended session, which keeps the page', async () => {
  const { queryClient } = await openPanel('/events', ACCEPTED)
  await page.getByRole('button', { name: 'Add New Event' }).first().click()
  await page.getByLabelText('Title').fill('Feast')
  await respondWith(ASKS)
  await recheckSession(queryClient)
  await password.fill('Right#1234')
  await button('Login').click()
  await expect.element(code).toHaveFocus()
  await respondWith({ ...ACCEPTED, [SECOND]: [200, { success: true, token: 't' }] })
  await userEvent.keyboard('123456{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Feast')
})

test('fits 320 px in Hindi', async () => {
  await enterPassword(ASKS)
  await page.viewport(320, 640)
  await activateLanguage('hi')
  await expect.element(page.getByLabelText('कोड', { exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
