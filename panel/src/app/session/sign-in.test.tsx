import { ADMIN_TOKEN_KEY } from '@sevadesk/contract/accounts/session.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { recheckSession } from '../../session/session-check.ts'

const TOKEN_OF_NEXT = 'token-of-the-next'
const LOGIN: Backend = { 'POST /admin/login': [200, { success: true, token: TOKEN_OF_NEXT }] }

async function logIn({ getByLabelText, getByRole }: Panel): Promise<void> {
  await getByRole('main').getByRole('link', { name: 'Go to login' }).click()
  await getByLabelText('Username').fill('meera')
  await getByLabelText('Password', { exact: true }).fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => localStorage.getItem(ADMIN_TOKEN_KEY)).toBe(TOKEN_OF_NEXT)
}

test.each([
  ['replaces an active session', 'sends its token', signedIn([]), 'Bearer token-of-the-last'],
  ['replaces no session', 'sends no token', NOBODY, null],
] as const)('on an iPhone, a login that %s %s', async (_what, _how, before, authorization) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  )
  const screen = await openPanel('/403', { ...before, ...LOGIN })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'token-of-the-last')
  const calls = vi.spyOn(window, 'fetch')
  await logIn(screen)
  const [, init] = calls.mock.calls.find(([url]) => String(url).endsWith('/admin/login')) ?? []
  expect(new Headers(init?.headers).get('Authorization')).toBe(authorization)
  await respondWith(NOBODY)
})

test('repeats a session check that began before the login', async () => {
  const { queryClient } = await openPanel('/events', signedIn(['Events']))
  const dialog = page.getByRole('dialog', { name: 'Please log in again' })
  await respondWith(NOBODY)
  await recheckSession(queryClient)
  await dialog.getByLabelText('Password', { exact: true }).fill('right')
  const { calls, release } = holdResponses('GET /admin/me')
  // Repeated, since a request that is already under way is not held.
  const recheck = () => {
    void recheckSession(queryClient)
    return calls
  }
  await expect.poll(recheck).toHaveLength(1)
  await respondWith({ ...signedIn(['Events']), ...LOGIN })
  const mark = localStorage.getItem(SESSION_MARK_KEY)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.poll(() => localStorage.getItem(SESSION_MARK_KEY)).not.toBe(mark)
  await expect.element(dialog).toBeVisible()
  release()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls).toHaveLength(2)
})
