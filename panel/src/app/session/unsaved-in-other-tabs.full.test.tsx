import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'

const DONE: Backend[string] = [200, { success: true }]
const HERE = { _id: 's1', sessionId: 's1', device: 'Chrome on Windows', isActive: true, isCurrent: true }
const BACKEND: Backend = {
  ...signedIn(['LoginSessions']),
  'GET /admin/sessions': ok([HERE, { ...HERE, _id: 's2', sessionId: 's2', isCurrent: false }]),
  'POST /admin/sessions/s1/revoke': DONE,
  'POST /admin/sessions/s2/revoke': DONE,
  'DELETE /admin/sessions/s1': DONE,
}

const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
const stay = question.getByRole('button', { name: 'Stay' })
const loginForm = page.getByLabelText('Username')

/** Simulates another tab with unsaved work. */
let other: HTMLIFrameElement

beforeEach(async () => {
  other = document.body.appendChild(document.createElement('iframe'))
  const { locks } = (other.contentWindow as Window).navigator
  await new Promise<void>((isHeld) => {
    void locks.request('sevadesk_unsaved', { mode: 'shared' }, () => {
      isHeld()
      return new Promise(() => {})
    })
  })
})

afterEach(() => other.remove())

test.each([
  [/^Logout Chrome on Windows/, 'Yes, logout'],
  [/^Delete Chrome on Windows/, 'Yes'],
])('the button %s of the current session asks first if another tab has unsaved work', async (name, yes) => {
  await openPanel('/login-sessions', BACKEND)
  const calls = watchCalls()
  const press = async () => {
    await page.getByRole('row').nth(1).getByRole('button', { name }).click()
    await page.getByRole('button', { name: yes, exact: true }).click()
  }
  await press()
  await expect.element(question).toMatchTextContent('You have unsaved changes in another tab of this browser.')
  await stay.click()
  await expect.element(page.getByRole('heading', { name: 'Login Sessions' })).toHaveFocus()
  expect(calls).toEqual([])
  await press()
  await respondWith({ ...BACKEND, ...NOBODY })
  await question.getByRole('button', { name: 'Yes, logout' }).click()
  await expect.element(loginForm).toBeVisible()
})

test('does not ask when another device is logged out', async () => {
  await openPanel('/login-sessions', BACKEND)
  await page
    .getByRole('row')
    .nth(2)
    .getByRole('button', { name: /^Logout/ })
    .click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.element(page.getByText('The session was logged out')).toBeVisible()
})

test('asks before leaving to log in with another account', async () => {
  const screen = await openPanel('/403', BACKEND)
  const link = page.getByRole('link', { name: 'Log in with another account' })
  await link.click()
  await stay.click()
  expect(screen.path()).toBe('/403')
  await expect.element(link).toHaveFocus()
  await link.click()
  await question.getByRole('button', { name: 'Log in with another account' }).click()
  await expect.element(loginForm).toBeVisible()
})
