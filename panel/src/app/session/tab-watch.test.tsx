import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith, loseTheLine } from '../../../testing/backend.ts'
import { holdAnswers } from '../../../testing/held-answers.ts'
import { type Backend, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { markSessionAlive } from '../../session/session-end.ts'

const EMPTY: Backend = { 'GET /event': [200, { success: true, data: [] }], 'GET /admin': [200, { data: [] }] }
const SEVA: Backend = { ...signedIn(['Admin', 'Events']), ...EMPTY }
const MEERA: Backend = { ...signedIn(['Admin', 'Profile'], { _id: '2', username: 'meera' }), ...EMPTY }

afterEach(() => {
  vi.restoreAllMocks()
  markSessionAlive() // the page, and what it knows, outlives a test
})

let marks = 0
/** What another tab leaves behind on a login or logout. */
const markElsewhere = (change: 'in' | 'out') => localStorage.setItem(SESSION_MARK_KEY, `${change} ${++marks}`)
const tell = () => dispatchEvent(new StorageEvent('storage', { key: SESSION_MARK_KEY }))

/** Somebody looks at the tab again, after a while. */
async function comeBack({ queryClient }: Panel) {
  await queryClient.invalidateQueries({ queryKey: ['me'], refetchType: 'none' })
  document.dispatchEvent(new Event('visibilitychange'))
}

const cover = page.getByRole('alertdialog', { name: 'Somebody logged in in another tab' })
const form = page.getByRole('form')
const dialog = page.getByRole('dialog', { name: 'Please log in again' })

async function typeName({ getByRole }: Panel) {
  await getByRole('button', { name: 'Add New Admin' }).first().click()
  await form.getByLabelText('Username').fill('typed-by-seva')
}

describe('another tab', () => {
  test('a logout there is one here: the login screen, at once, and nothing of the last person', async () => {
    const screen = await openPanel('/admin', SEVA)
    screen.queryClient.setQueryData(['donations'], ['secret'])
    await typeName(screen)
    const calls = vi.spyOn(window, 'fetch')
    markElsewhere('out')
    tell()
    await expect.poll(screen.path).toBe('/')
    await expect.element(page.getByLabelText('Username')).toHaveValue('')
    expect(screen.queryClient.getQueryData(['donations'])).toBeUndefined()
    await screen.router.navigate({ to: '/admin' })
    await expect.poll(screen.path).toBe('/')
    expect(calls).not.toHaveBeenCalled()
  })

  test('somebody else logs in there: this tab becomes theirs, and says what became of the work', async () => {
    const screen = await openPanel('/admin', SEVA)
    screen.queryClient.setQueryData(['donations'], ['secret'])
    await typeName(screen)
    await answerWith(MEERA)
    markElsewhere('in')
    tell()
    await expect.element(page.getByRole('button', { name: 'Account of meera' })).toBeVisible()
    await expect.element(page.getByText('meera is logged in now. What was not saved before is gone.')).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    expect(screen.queryClient.getQueryData(['donations'])).toBeUndefined()
  })

  test("until it is known who logged in there, nothing is sent: neither this person's work nor a question", async () => {
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
    await answerWith(MEERA)
    const { calls, release } = holdAnswers()
    markElsewhere('in')
    await form.getByRole('button', { name: 'Save' }).click()
    await screen.queryClient.refetchQueries({ queryKey: ['admins'] })
    const [list] = screen.queryClient.getQueryCache().findAll({ queryKey: ['admins'] })
    expect(list?.state.error).toMatchObject({ status: 401 })
    expect(calls).toEqual(['GET /admin/me'])
    release()
    await expect.element(page.getByRole('button', { name: 'Account of meera' })).toBeVisible()
    expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([])
  })

  test('until then the screen, a dialog on it too, can neither be seen nor reached; who comes back finds all of it', async () => {
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
    await screen.getByRole('link', { name: 'Events' }).click()
    const question = page.getByText('Your changes have not been saved.')
    await expect.element(question).toBeVisible()
    await loseTheLine()
    markElsewhere('in')
    tell()
    await expect.element(cover.getByText('There is no answer yet about who it is.')).toBeVisible()
    await expect.element(question).not.toBeVisible()
    for (const field of document.querySelectorAll('input, button, a')) {
      if (cover.element().contains(field)) continue
      if (field instanceof HTMLElement) field.focus()
      expect(cover.element().contains(document.activeElement)).toBe(true)
    }
    await answerWith(SEVA)
    await cover.getByRole('button', { name: 'Try again' }).click()
    await expect.element(cover).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect.element(form.getByLabelText('Username')).toHaveValue('typed-by-seva')
    expect(screen.path()).toBe('/admin')
  })

  test('a question without an answer is put again by itself; what failed meanwhile is fetched', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await openPanel('/admin', SEVA)
    await expect.element(page.getByText('No admins found.')).toBeVisible()
    await loseTheLine()
    markElsewhere('in')
    tell()
    await expect.element(cover.getByRole('button', { name: 'Try again' })).toBeVisible()
    await answerWith({ ...SEVA, 'GET /admin': [200, { data: [{ _id: '9', username: 'kavita' }] }] })
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.element(cover).not.toBeInTheDocument()
    await expect.element(page.getByRole('rowheader', { name: 'kavita' })).toBeVisible()
  })

  test('a failure throws nobody out: neither a step to another page nor a link that is pointed at', async () => {
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
    await loseTheLine()
    markElsewhere('in')
    const preloads = vi.spyOn(screen.router, 'preloadRoute')
    await screen.getByRole('link', { name: 'Events' }).hover()
    await expect.poll(() => preloads.mock.calls.length).toBe(1)
    await preloads.mock.results[0]?.value
    await screen.router.navigate({ to: '.', search: { q: 'kavita' } })
    expect(screen.queryClient.getQueryData(['me'])).toMatchObject({ username: 'seva' })
    expect(screen.path()).toBe('/admin')
    await answerWith({ ...NOBODY, ...EMPTY })
    tell()
    await expect.element(dialog).toBeVisible()
    await answerWith({ ...SEVA, 'POST /admin/login': [200, { token: 't' }] })
    await dialog.getByLabelText('Password', { exact: true }).fill('right')
    await dialog.getByRole('button', { name: 'Login', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(form.getByLabelText('Username')).toHaveValue('typed-by-seva')
  })

  test('whose session had ended and who logs in again there goes on here too', async () => {
    const screen = await openPanel('/admin', SEVA)
    await typeName(screen)
    await answerWith({ ...NOBODY, ...EMPTY })
    await comeBack(screen)
    await expect.element(dialog).toBeVisible()
    await answerWith(SEVA)
    markElsewhere('in')
    tell()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(form.getByLabelText('Username')).toHaveValue('typed-by-seva')
  })
})

test('whoever comes back to a tab whose session was ended is told so before a click', async () => {
  const screen = await openPanel('/admin', SEVA)
  await expect.element(page.getByText('No admins found.')).toBeVisible()
  await answerWith(NOBODY)
  await comeBack(screen)
  await expect.element(dialog).toBeVisible()
})

test('a tab that comes back out of the memory of the browser after a logout shows nothing of before', async () => {
  const screen = await openPanel('/admin', SEVA)
  await typeName(screen)
  markElsewhere('out')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.poll(screen.path).toBe('/')
  await expect.element(form).not.toBeInTheDocument()
})

test('another name in the dialog: it says beforehand that the work will be lost, and it is', async () => {
  const screen = await openPanel('/admin', SEVA)
  await typeName(screen)
  await answerWith(NOBODY)
  await comeBack(screen)
  const username = dialog.getByLabelText('Username')
  await expect.element(username).toHaveValue('seva')
  await expect.element(username).not.toHaveAccessibleDescription()
  await username.fill('meera')
  await expect.element(username).toHaveAccessibleDescription(/what was typed here is lost/)
  await answerWith({ ...MEERA, 'POST /admin/login': [200, { token: 't' }] })
  await dialog.getByLabelText('Password', { exact: true }).fill('right')
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Account of meera' })).toBeVisible()
  await expect.element(page.getByText(/^meera is logged in now\. What was not saved/)).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Admin Management' })).toBeVisible()
})

test('leaving an ended session tells the other tabs nothing: their work stays', async () => {
  const screen = await openPanel('/admin', SEVA)
  await answerWith(NOBODY)
  await comeBack(screen)
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.poll(screen.path).toBe('/')
  expect(localStorage.getItem(SESSION_MARK_KEY)).toBeNull()
})
