import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith } from '../../../testing/backend.ts'
import { holdAnswers } from '../../../testing/held-answers.ts'
import { type Backend, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { lookAgain, markSessionAlive } from '../../session/session-end.ts'

const SEVA: Backend = signedIn([])
const LOGIN: Backend = { 'POST /admin/login': [200, { success: true, token: 'token' }] }

afterEach(() => {
  vi.restoreAllMocks()
  markSessionAlive()
})

let marks = 0
const markElsewhere = (change: 'in' | 'out') => localStorage.setItem(SESSION_MARK_KEY, `${change} of a test ${++marks}`)
const ofSeva = page.getByRole('button', { name: 'Account of seva' })
const cover = page.getByRole('alertdialog', { name: 'Somebody logged in in another tab' })
const username = page.getByLabelText('Username')

async function goToLogin({ getByRole }: Panel): Promise<void> {
  await expect.element(ofSeva).toBeVisible()
  await getByRole('main').getByRole('link', { name: 'Go to login' }).click()
  await expect.element(username).toBeVisible()
}

test('back from the login screen, after a logout in another tab, there is nobody', async () => {
  const screen = await openPanel('/403', SEVA)
  await goToLogin(screen)
  markElsewhere('out')
  screen.router.history.back()
  await expect.poll(screen.path).toBe('/403')
  await expect.element(page.getByText('403 — No Access')).toBeVisible()
  await expect.element(ofSeva).not.toBeInTheDocument()
})

test('back from the login screen, after a login in another tab, all is hidden until it is known whose', async () => {
  const screen = await openPanel('/403', SEVA)
  await goToLogin(screen)
  const { release } = holdAnswers('GET /admin/me')
  markElsewhere('in')
  screen.router.history.back()
  await expect.element(cover).toBeVisible()
  await expect.element(ofSeva).not.toBeInTheDocument()
  release()
  await expect.element(cover).not.toBeInTheDocument()
  await expect.element(ofSeva).toBeVisible()
})

test('back after a login that is followed by no answer, there is not whoever was there before', async () => {
  const screen = await openPanel('/403', SEVA)
  await goToLogin(screen)
  await answerWith({ ...LOGIN, 'GET /admin/me': [502, 'Bad gateway'] })
  await username.fill('meera')
  await page.getByLabelText('Password', { exact: true }).fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/did not save your login/).first()).toBeVisible()
  screen.router.history.back()
  await expect.poll(screen.path).toBe('/403')
  await expect.element(page.getByText('403 — No Access')).toBeVisible()
  await expect.element(ofSeva).not.toBeInTheDocument()
})

test('a login over a screen lets nobody see it before it is known who came', async () => {
  const screen = await openPanel('/403', SEVA)
  await expect.element(ofSeva).toBeVisible()
  await answerWith({ ...NOBODY, ...LOGIN })
  await lookAgain(screen.queryClient)
  const dialog = page.getByRole('dialog', { name: 'Please log in again' })
  await expect.element(dialog).toBeVisible()

  const held = holdAnswers('GET /admin/me')
  void lookAgain(screen.queryClient)
  await expect.poll(() => held.calls.length).toBe(1)
  await answerWith({ ...SEVA, ...LOGIN })
  await dialog.getByLabelText('Password', { exact: true }).fill('Right#1234')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => held.calls.length).toBe(2)
  await expect.element(dialog).toBeVisible()
  held.release()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a question that hangs is called off, and can be put again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const screen = await openPanel('/403', SEVA)
  await expect.element(ofSeva).toBeVisible()
  const { calls } = holdAnswers('GET /admin/me')
  void lookAgain(screen.queryClient)
  await expect.poll(() => calls.length).toBe(1)
  markElsewhere('in')
  void lookAgain(screen.queryClient)
  await expect.element(cover).toBeVisible()
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(cover.getByRole('button', { name: 'Try again' })).toBeVisible()
  vi.restoreAllMocks()
  await cover.getByRole('button', { name: 'Try again' }).click()
  await expect.element(cover).not.toBeInTheDocument()
})
