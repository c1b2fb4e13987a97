import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, button, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { recheckSession } from '../../session/session-check.ts'

const SESSION = { _id: 's1', sessionId: 's1', device: 'Chrome on Windows', isActive: true, isCurrent: true }
const CALLS: Backend = {
  'GET /admin': [200, { data: [] }],
  'GET /admin/sessions': [200, { data: [SESSION] }],
  'POST /admin/login': [200, { success: true, token: 'token' }],
  'POST /admin/sessions/s1/revoke': [200, { success: true }],
  'PUT /admin/1': [200, { success: true }],
}
const SECTIONS = ['Admin', 'Profile', 'UpdatePassword', 'LoginSessions']
const SEVA: Backend = { ...signedIn(SECTIONS), ...CALLS }
const MEERA: Backend = { ...signedIn(['Profile'], { _id: '2', username: 'meera' }), ...CALLS }

const accountOf = (name: string) => button(`Account of ${name}`)
const cover = page.getByRole('alertdialog', { name: 'meera is logged in now' })
const dialog = page.getByRole('dialog', { name: 'Please log in again' })
const form = page.getByRole('main').getByRole('form')

let marks = 0
/** Stores the mark of a login or logout in another tab; `storage` raises the event for it. */
function changeInOtherTab(change: 'login' | 'logout') {
  localStorage.setItem(SESSION_MARK_KEY, `${change} ${++marks}`)
}
const storage = () => dispatchEvent(new StorageEvent('storage', { key: SESSION_MARK_KEY }))

async function openForm(backend = SEVA): Promise<Panel> {
  const screen = await openPanel('/admin', backend)
  await button('Add New Admin').first().click()
  await form.getByLabelText('Username').fill('typed-by-seva')
  return screen
}

async function signInAs(username: string, place: typeof dialog | typeof cover) {
  await place.getByLabelText('Username').fill(username)
  await place.getByLabelText('Password', { exact: true }).fill('Right#1234')
  await place.getByRole('button', { name: 'Login', exact: true }).click()
}

test('covers the page when another user logs in in another tab, and keeps the form when the first user signs in again', async () => {
  const screen = await openForm()
  await respondWith(MEERA)
  changeInOtherTab('login')
  storage()
  await expect.element(cover).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()

  await respondWith(SEVA)
  await cover.getByRole('button', { name: 'Sign in as seva again' }).click()
  await expect.element(cover.getByLabelText('Password', { exact: true })).toHaveFocus()
  await expect.element(cover.getByLabelText('Username')).toHaveValue('seva')
  await signInAs('seva', cover)
  await expect.element(cover).not.toBeInTheDocument()
  await expect.element(form.getByLabelText('Username')).toHaveValue('typed-by-seva')
  expect(screen.loads).toEqual([])
})

test('reloads the page for the new user, without data of the first user', async () => {
  const screen = await openForm()
  screen.queryClient.setQueryData(['donations'], ['secret'])
  await respondWith(MEERA)
  changeInOtherTab('login')
  storage()
  await cover.getByRole('button', { name: 'Continue as meera' }).click()
  await expect.element(accountOf('meera')).toBeVisible()
  await expect.poll(screen.path).toBe('/profile')
  expect(screen.loads).toEqual(['/post-login'])
  expect(screen.queryClient.getQueryData(['donations'])).toBeUndefined()
  await expect.element(cover).not.toBeInTheDocument()
})

test('sends only GET /admin/me once another tab has logged in', async () => {
  const screen = await openForm()
  await respondWith(MEERA)
  const { calls, release } = holdResponses()
  changeInOtherTab('login')
  await form.getByRole('button', { name: 'Save' }).click()
  await screen.queryClient.refetchQueries({ queryKey: ['admins'] })
  const [list] = screen.queryClient.getQueryCache().findAll({ queryKey: ['admins'] })
  expect(list?.state.error).toMatchObject({ status: 401 })
  release()
  await expect.element(cover).toBeVisible()
  await screen.queryClient.refetchQueries({ queryKey: ['admins'] })
  expect(new Set(calls)).toEqual(new Set(['GET /admin/me']))
})

test('covers the page when a different user signs in after the session has ended', async () => {
  const screen = await openPanel('/update-password', SEVA)
  await page.getByLabelText('Current password', { exact: true }).fill('Secret-1!')
  await respondWith(NOBODY)
  await recheckSession(screen.queryClient)
  await respondWith(MEERA)
  await signInAs('meera', dialog)
  await expect.element(cover).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await cover.getByRole('button', { name: 'Continue as meera' }).click()
  await expect.element(accountOf('meera')).toBeVisible()
  await screen.router.navigate({ to: '/update-password' })
  await expect.poll(screen.path).toBe('/403')
})

test('reloads the page when a different user signs in at the login screen', async () => {
  const screen = await openPanel('/403', signedIn([]))
  await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click()
  await respondWith(MEERA)
  await page.getByLabelText('Username').fill('meera')
  await page.getByLabelText('Password', { exact: true }).fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.element(accountOf('meera')).toBeVisible()
  expect(screen.loads).toEqual(['/post-login'])
})

test('does not show a late response for the first user to the new user', async () => {
  const screen = await openPanel('/profile', SEVA)
  await button('Edit Profile').click()
  await page.getByLabelText('Username', { exact: true }).fill('seva.k')
  const held = holdResponses('PUT /admin/1')
  await button('Save').click()
  await expect.poll(() => held.calls).toHaveLength(1)
  const [change] = screen.queryClient.getMutationCache().getAll()
  await respondWith(MEERA)
  changeInOtherTab('login')
  storage()
  await cover.getByRole('button', { name: 'Continue as meera' }).click()
  await expect.element(accountOf('meera')).toBeVisible()
  held.release()
  await expect.poll(() => change?.state.status).not.toBe('pending')
  await expect.element(page.getByText('seva.k')).not.toBeInTheDocument()
  await expect.element(accountOf('meera')).toBeVisible()
})

test('announces no logout that completes after a login in another tab', async () => {
  const screen = await openPanel('/login-sessions', SEVA)
  await button('Logout Chrome on Windows').click()
  const { calls, release } = holdResponses('POST /admin/sessions/s1/revoke')
  await button('Yes, logout').click()
  await expect.poll(() => calls).toHaveLength(1)
  await respondWith(MEERA)
  changeInOtherTab('login')
  release()
  await expect.element(cover).toBeVisible()
  expect(localStorage.getItem(SESSION_MARK_KEY)).toMatch(/^login /)
  expect(screen.loads).toEqual([])
})

test.each([
  ['logout', 'shows the login screen'],
  ['login', 'covers the page until the user is known'],
] as const)('after a %s in another tab, Back from the login screen %s', async (change, _expected) => {
  const screen = await openPanel('/403', signedIn([]))
  await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
  const { release } = holdResponses('GET /admin/me')
  if (change === 'logout') await respondWith(NOBODY)
  changeInOtherTab(change)
  screen.router.history.back()
  if (change === 'logout') {
    release()
    await expect.poll(() => screen.loads).toEqual(['/login'])
    await expect.element(page.getByLabelText('Username')).toBeVisible()
  } else {
    await expect.element(page.getByRole('alertdialog', { name: 'New login in another tab' })).toBeVisible()
    await expect.element(accountOf('seva')).not.toBeInTheDocument()
    release()
    await expect.element(accountOf('seva')).toBeVisible()
  }
})

test('covers the page after a login whose user could not be verified', async () => {
  const screen = await openPanel('/403', signedIn([]))
  await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click()
  await respondWith({ ...CALLS, 'GET /admin/me': [502, 'Bad gateway'] })
  await page.getByLabelText('Username').fill('meera')
  await page.getByLabelText('Password', { exact: true }).fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/the server then had an error/).first()).toBeVisible()
  screen.router.history.back()
  await expect.poll(screen.path).toBe('/403')
  await expect.element(page.getByText('Could not check who is logged in.')).toBeVisible()
  await expect.element(accountOf('seva')).not.toBeInTheDocument()
  // Ends the check. Otherwise it is repeated after 5 seconds, in another test.
  await respondWith(signedIn([]))
  await button('Try again').click()
  await expect.element(accountOf('seva')).toBeVisible()
})
