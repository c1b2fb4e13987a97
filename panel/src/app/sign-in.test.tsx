import { ADMIN_TOKEN_KEY } from '@sevadesk/contract/session.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answerWith } from '../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, type Panel, signedIn } from '../../testing/open-panel.tsx'

const TOKEN_OF_NEXT = 'token-of-the-next'
const LOGIN: Backend = { 'POST /admin/login': [200, { success: true, token: TOKEN_OF_NEXT }] }

afterEach(() => vi.restoreAllMocks())

async function logIn({ getByLabelText, getByRole }: Panel): Promise<void> {
  await getByRole('main').getByRole('link', { name: 'Go to login' }).click()
  await getByLabelText('Username').fill('meera')
  await getByLabelText('Password', { exact: true }).fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => localStorage.getItem(ADMIN_TOKEN_KEY)).toBe(TOKEN_OF_NEXT)
}

test.each([
  ['a session that is live', 'shows its token', signedIn([]), 'Bearer token-of-the-last'],
  ['none that is known', 'shows none', NOBODY, null],
] as const)('on an iPhone a login in the place of %s %s', async (_what, _how, before, shown) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  )
  const screen = await openPanel('/403', { ...before, ...LOGIN })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'token-of-the-last')
  const calls = vi.spyOn(window, 'fetch')
  await logIn(screen)
  const [, init] = calls.mock.calls.find(([url]) => String(url).endsWith('/admin/login')) ?? []
  expect(new Headers(init?.headers).get('Authorization')).toBe(shown)
  await answerWith(NOBODY)
})
