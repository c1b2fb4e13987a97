import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refuseConnections, respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, button, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { recheckSession } from '../../session/session-check.ts'

const SESSION = { _id: 's1', sessionId: 's1', device: 'Chrome on Windows', isActive: true, isCurrent: true }
const EMPTY: Backend = { 'GET /event': ok([]), 'GET /admin': [200, { data: [] }] }
const CALLS: Backend = {
  ...EMPTY,
  'GET /admin/sessions': [200, { data: [SESSION] }],
  'POST /admin/login': [200, { success: true, token: 'token' }],
  'POST /admin/sessions/s1/revoke': [200, { success: true }],
  'PUT /admin/1': [200, { success: true }],
}
const SECTIONS = ['Admin', 'Events', 'Profile', 'UpdatePassword', 'LoginSessions']
const SEVA: Backend = { ...signedIn(SECTIONS), ...CALLS }
const MEERA: Backend = { ...signedIn(['Profile'], { _id: '2', username: 'meera' }), ...CALLS }

const accountOf = (name: string) => button(`Account of ${name}`)
const cover = page.getByRole('alertdialog', { name: 'meera is logged in now' })
/** While it is not known who is logged in. */
const check = page.getByRole('alertdialog', { name: 'New login in another tab' })
const dialog = page.getByRole('dialog', { name: 'Please log in again' })
const form = page.getByRole('main').getByRole('form')

let marks = 0
/** Stores the mark of a login or logout in another tab; `storage` raises the event for it. */
function changeInOtherTab(change: 'login' | 'logout') {
  localStorage.setItem(SESSION_MARK_KEY, `${change} ${++marks}`)
}
const storage = () => dispatchEvent(new StorageEvent('storage', { key: SESSION_MARK_KEY }))

/** Shows the tab again, after the cached admin has become stale. */
async function comeBack({ queryClient }: Panel) {
  await queryClient.invalidateQueries({ queryKey: ['me'], refetchType: 'none' })
  document.dispatchEvent(new Event('visibilitychange'))
}

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
    await expect.element(check).toBeVisible()
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

describe('when another tab logs in or out', () => {
  test('reloads the page after a logout and shows the login screen', async () => {
    const screen = await openForm()
    await respondWith(NOBODY)
    changeInOtherTab('logout')
    storage()
    await expect.poll(screen.path).toBe('/')
    expect(screen.loads).toEqual(['/login'])
    await expect.element(page.getByLabelText('Username')).toHaveValue('')
  })

  test('covers the page and its dialogs until the user is known, then shows both unchanged', async () => {
    const screen = await openForm()
    await screen.getByRole('link', { name: 'Events' }).click()
    const question = page.getByText('Your changes have not been saved.')
    await expect.element(question).toBeVisible()
    await refuseConnections()
    changeInOtherTab('login')
    storage()
    await expect.element(check.getByText('Could not check who is logged in.')).toBeVisible()
    await expect.element(question).not.toBeVisible()
    for (const field of document.querySelectorAll('input, button, a')) {
      if (check.element().contains(field)) continue
      if (field instanceof HTMLElement) field.focus()
      expect(check.element().contains(document.activeElement)).toBe(true)
    }
    await respondWith(SEVA)
    await check.getByRole('button', { name: 'Try again' }).click()
    await expect.element(check).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect.element(form.getByLabelText('Username')).toHaveValue('typed-by-seva')
    expect(screen.path()).toBe('/admin')
  })

  test('retries a failed session check after 5 seconds, and refetches the list', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await openPanel('/admin', SEVA)
    await expect.element(page.getByText('No admins found.')).toBeVisible()
    await refuseConnections()
    changeInOtherTab('login')
    storage()
    await expect.element(check.getByRole('button', { name: 'Try again' })).toBeVisible()
    await respondWith({ ...SEVA, 'GET /admin': [200, { data: [{ _id: '9', username: 'kavita' }] }] })
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.element(check).not.toBeInTheDocument()
    await expect.element(page.getByRole('rowheader', { name: 'kavita' })).toBeVisible()
  })

  test('keeps the user signed in while requests fail, also during a navigation or preload', async () => {
    const screen = await openForm()
    await refuseConnections()
    changeInOtherTab('login')
    const preloads = vi.spyOn(screen.router, 'preloadRoute')
    await screen.getByRole('link', { name: 'Events' }).hover()
    await expect.poll(() => preloads.mock.calls.length).toBe(1)
    await preloads.mock.results[0]?.value
    await screen.router.navigate({ to: '.', search: { q: 'kavita' } })
    expect(screen.queryClient.getQueryData(['me'])).toMatchObject({ username: 'seva' })
    expect(screen.path()).toBe('/admin')
    await respondWith({ ...NOBODY, ...EMPTY })
    storage()
    await expect.element(dialog).toBeVisible()
    await respondWith({ ...SEVA, 'POST /admin/login': [200, { token: 't' }] })
    await dialog.getByLabelText('Password', { exact: true }).fill('right')
    await dialog.getByRole('button', { name: 'Login', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(form.getByLabelText('Username')).toHaveValue('typed-by-seva')
  })

  test('resumes an ended session when the same user logs in', async () => {
    const screen = await openForm()
    await respondWith({ ...NOBODY, ...EMPTY })
    await comeBack(screen)
    await expect.element(dialog).toBeVisible()
    await respondWith(SEVA)
    changeInOtherTab('login')
    storage()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(form.getByLabelText('Username')).toHaveValue('typed-by-seva')
  })
})

test('opens the sign-in dialog when a tab with an ended session is shown again', async () => {
  const screen = await openPanel('/admin', SEVA)
  await expect.element(page.getByText('No admins found.')).toBeVisible()
  await respondWith(NOBODY)
  await comeBack(screen)
  await expect.element(dialog).toBeVisible()
})

test("shows the login screen when the browser's cache restores a page after a logout in another tab", async () => {
  const screen = await openForm()
  await respondWith(NOBODY)
  changeInOtherTab('logout')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.poll(screen.path).toBe('/')
  await expect.element(form).not.toBeInTheDocument()
})

test('does not notify other tabs when the user leaves an ended session', async () => {
  const screen = await openPanel('/admin', SEVA)
  await respondWith(NOBODY)
  await comeBack(screen)
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.poll(screen.path).toBe('/')
  expect(localStorage.getItem(SESSION_MARK_KEY)).toBeNull()
})

test('cancels a session check without a response after 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { queryClient } = await openPanel('/admin', SEVA)
  await expect.element(page.getByText('No admins found.')).toBeVisible()
  const { calls } = holdResponses('GET /admin/me')
  void recheckSession(queryClient)
  await expect.poll(() => calls.length).toBe(1)
  changeInOtherTab('login')
  storage()
  await expect.element(check).toBeVisible()
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(check.getByRole('button', { name: 'Try again' })).toBeVisible()
  vi.restoreAllMocks()
  await check.getByRole('button', { name: 'Try again' }).click()
  await expect.element(check).not.toBeInTheDocument()
})
