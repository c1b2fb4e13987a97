import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, refuseConnections, respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { recheckSession } from '../../session/session-check.ts'

const EMPTY: Backend = { 'GET /event': ok([]), 'GET /admin': [200, { data: [] }] }
const SEVA: Backend = { ...signedIn(['Admin', 'Events']), ...EMPTY }

let marks = 0
/** Stores the mark of a login or logout in another tab; `storage` raises the event for it. */
const changeInOtherTab = (change: 'login' | 'logout') => localStorage.setItem(SESSION_MARK_KEY, `${change} ${++marks}`)
const storage = () => dispatchEvent(new StorageEvent('storage', { key: SESSION_MARK_KEY }))

/** Shows the tab again, after the cached admin has become stale. */
async function comeBack({ queryClient }: Panel) {
  await queryClient.invalidateQueries({ queryKey: ['me'], refetchType: 'none' })
  document.dispatchEvent(new Event('visibilitychange'))
}

const cover = page.getByRole('alertdialog', { name: 'New login in another tab' })
const form = page.getByRole('form')
const dialog = page.getByRole('dialog', { name: 'Please log in again' })

async function typeName({ getByRole }: Panel) {
  await getByRole('button', { name: 'Add New Admin' }).first().click()
  await form.getByLabelText('Username').fill('typed-by-seva')
}

describe('when another tab logs in or out', () => {
  test('reloads the page after a logout and shows the login screen', async () => {
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
    await respondWith(NOBODY)
    changeInOtherTab('logout')
    storage()
    await expect.poll(screen.path).toBe('/')
    expect(screen.loads).toEqual(['/login'])
    await expect.element(page.getByLabelText('Username')).toHaveValue('')
  })

  test('covers the page and its dialogs until the user is known, then shows both unchanged', async () => {
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
    await screen.getByRole('link', { name: 'Events' }).click()
    const question = page.getByText('Your changes have not been saved.')
    await expect.element(question).toBeVisible()
    await refuseConnections()
    changeInOtherTab('login')
    storage()
    await expect.element(cover.getByText('Could not check who is logged in.')).toBeVisible()
    await expect.element(question).not.toBeVisible()
    for (const field of document.querySelectorAll('input, button, a')) {
      if (cover.element().contains(field)) continue
      if (field instanceof HTMLElement) field.focus()
      expect(cover.element().contains(document.activeElement)).toBe(true)
    }
    await respondWith(SEVA)
    await cover.getByRole('button', { name: 'Try again' }).click()
    await expect.element(cover).not.toBeInTheDocument()
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
    await expect.element(cover.getByRole('button', { name: 'Try again' })).toBeVisible()
    await respondWith({ ...SEVA, 'GET /admin': [200, { data: [{ _id: '9', username: 'kavita' }] }] })
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.element(cover).not.toBeInTheDocument()
    await expect.element(page.getByRole('rowheader', { name: 'kavita' })).toBeVisible()
  })

  test('keeps the user signed in while requests fail, also during a navigation or preload', async () => {
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
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
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
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
  const screen = await openPanel('/admin', SEVA)
  await typeName(screen)
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
  await expect.element(cover).toBeVisible()
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(cover.getByRole('button', { name: 'Try again' })).toBeVisible()
  vi.restoreAllMocks()
  await cover.getByRole('button', { name: 'Try again' }).click()
  await expect.element(cover).not.toBeInTheDocument()
})
