import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../../testing/backend.ts'
import { holdAnswers } from '../../../testing/held-answers.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { changeElsewhere, SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { markSessionAlive } from '../../session/session-end.ts'

const SESSION = { _id: 's1', sessionId: 's1', device: 'Chrome on Windows', isActive: true, isCurrent: true }
const OTHERS: Backend = {
  'PUT /admin/1': [200, { success: true }],
  'GET /admin/sessions': [200, { data: [SESSION] }],
  'POST /admin/sessions/s1/revoke': [200, { success: true }],
}
const SECTIONS = ['Profile', 'LoginSessions']
const SEVA: Backend = { ...signedIn(SECTIONS), ...OTHERS }
const MEERA: Backend = { ...signedIn(SECTIONS, { _id: '2', username: 'meera' }), ...OTHERS }
const REVOCATION = 'POST /admin/sessions/s1/revoke'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const accountOf = (name: string) => page.getByRole('button', { name: `Account of ${name}` })

afterEach(() => {
  vi.restoreAllMocks()
  markSessionAlive()
})

const logInElsewhere = () => localStorage.setItem(SESSION_MARK_KEY, `in ${Math.random()}`)
const tell = () => dispatchEvent(new StorageEvent('storage', { key: SESSION_MARK_KEY }))

test('a profile that is saved when somebody else is here already leaves that one alone', async () => {
  const screen = await openPanel('/profile', SEVA)
  await button('Edit Profile').click()
  await page.getByLabelText('Username', { exact: true }).fill('seva.k')
  const { calls, release } = holdAnswers('PUT /admin/1')
  await button('Save changes').click()
  await expect.poll(() => calls).toHaveLength(1)
  const [change] = screen.queryClient.getMutationCache().getAll()
  await answerWith(MEERA)
  logInElsewhere()
  tell()
  await expect.element(accountOf('meera')).toBeVisible()
  release()
  await vi.waitFor(() => expect(change?.state.status).toBe('error'))
  await expect.element(accountOf('meera')).toBeVisible()
  await expect.element(page.getByText('Profile updated successfully')).not.toBeInTheDocument()
  await expect.element(page.getByText('Failed to update profile')).not.toBeInTheDocument()
  await expect.element(page.getByText('seva.k')).not.toBeInTheDocument()
})

test.each([
  ['is here already', true],
  ['is not yet known', false],
])('the end of a session does not end that of who %s', async (_when, isKnown) => {
  const screen = await openPanel('/login-sessions', SEVA)
  await button('Logout Chrome on Windows').click()
  const { calls, release } = holdAnswers(REVOCATION)
  await button('Yes, logout').click()
  await expect.poll(() => calls).toEqual([REVOCATION])
  const [change] = screen.queryClient.getMutationCache().getAll()
  await answerWith(MEERA)
  logInElsewhere()
  if (isKnown) {
    tell()
    await expect.element(accountOf('meera')).toBeVisible()
  }
  release()
  await vi.waitFor(() => expect(change?.state.status).toBe(isKnown ? 'error' : 'success'))
  await expect.element(accountOf('meera')).toBeVisible()
  expect(localStorage.getItem(SESSION_MARK_KEY)).toMatch(/^in /)
  expect(changeElsewhere()).toBeUndefined()
  if (isKnown) await expect.element(page.getByText('Logged out successfully')).not.toBeInTheDocument()
})
