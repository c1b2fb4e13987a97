import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../testing/backend.ts'
import { expectSound, openBentPanel, press, SOON, watchFaults } from '../../testing/bent-panel.tsx'
import { holdAnswers } from '../../testing/held-answers.ts'
import { type Backend, NOBODY, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'

const ITEM = { _id: '7', title: 'Milk', username: 'Milk', name: 'Milk', donorName: 'Milk', device: 'Milk', amount: 1 }
const ADMIN = { 'GET /admin': [200, [{ ...ITEM, role: 'admin' }]] } satisfies Backend

let faults: string[]
beforeEach(() => {
  faults = watchFaults()
})
afterEach(() => vi.restoreAllMocks())

test.each([
  ['/home-video', 'GET /homevideo/getvideo', 'Loading videos...'],
  ['/school', 'GET /galleryphoto/School', 'Loading photos...'],
  ['/events', 'GET /event', 'Loading events...'],
  ['/users', 'GET /donate', 'Loading...'],
  ['/donations', 'GET /donate', 'Loading donations...'],
  ['/message', 'GET /message/getMessage', 'Loading messages...'],
  ['/admin', 'GET /admin', 'Loading admins...'],
  ['/login-sessions', 'GET /admin/sessions', 'Loading sessions...'],
  ['/dashboard', 'GET /donate/successful', 'Loading donations...'],
  ['/profile', 'GET /admin/me', 'Loading profile...'],
])('%s waits as long as it takes, and says so; the late answer is shown', async (path, call, words) => {
  const answers: Backend = call === 'GET /admin/me' ? {} : { 'GET /event': [200, []], ...ADMIN, [call]: [200, [ITEM]] }
  const { ask } = await openBentPanel(path, answers)
  const late = call === 'GET /admin/me' ? 'seva@trust.example' : 'Milk'
  await expect.element(page.getByRole('main')).toMatchTextContent(late)
  const { calls, release } = holdAnswers()
  const asked = ask(answers)
  await expect.element(page.getByText(words).first()).toBeInTheDocument()
  await vi.waitFor(() => expect(calls).toContain(call), SOON)
  expectSound(faults)
  expect(document.body.textContent).not.toMatch(/Failed to|Error!|found\./)
  release()
  await asked
  await expect.element(page.getByRole('main')).toMatchTextContent(late)
  await expect.element(page.getByText(words)).not.toBeInTheDocument()
  expect(calls.filter((one) => one === call)).toHaveLength(1)
  expectSound(faults)
})

test.each([
  ['/admin', 'POST /admin/addadmin', 'Add New Admin', 'Save', 'Saving...', 'Admin added successfully'],
  ['/profile', 'PUT /admin/1', 'Edit Profile', 'Save changes', 'Saving...', 'Profile updated successfully'],
])(
  '%s: a change that takes long is sent once, however often it is pressed',
  async (path, call, open, save, words, done) => {
    await openBentPanel(path, { ...ADMIN, [call]: [200, ''] })
    await press(open)
    const { calls, release } = holdAnswers()
    await press(save)
    await press(words)
    await press(words)
    expect(calls).toEqual([call])
    expectSound(faults)
    release()
    await expect.element(page.getByText(done)).toBeVisible()
    expect(calls.filter((one) => one === call)).toEqual([call])
    expectSound(faults)
  },
)

test('a login that takes long is sent once', async () => {
  const { path } = await openPanel('/', NOBODY)
  await page.getByLabelText('Username').fill('seva')
  await page.getByLabelText('Password', { exact: true }).fill('Cows#2026')
  await answerWith({ ...SUPERADMIN, 'POST /admin/login': [200, { token: 'x' }] })
  const { calls, release } = holdAnswers()
  await press('Login')
  await press('Logging in...')
  await press('Logging in...')
  expect(calls).toEqual(['POST /admin/login'])
  release()
  await expect.poll(path).toBe('/dashboard')
  expect(calls.filter((one) => one === 'POST /admin/login')).toHaveLength(1)
})

test('while it is not known who is there, that is said and nothing else is shown', async () => {
  const { calls, release } = holdAnswers()
  const { path } = await openPanel('/events', { ...SUPERADMIN, 'GET /event': [200, [ITEM]] })
  await expect.element(page.getByText('Checking authentication...')).toBeVisible()
  expect(document.querySelector('nav, header, h1')).toBeNull()
  await vi.waitFor(() => expect(calls).toEqual(['GET /admin/me']), SOON)
  release()
  await expect.element(page.getByRole('article', { name: 'Milk' })).toBeVisible()
  expect(path()).toBe('/events')
  expectSound(faults)
})
