import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../testing/backend.ts'
import { holdResponses } from '../../testing/held-responses.ts'
import {
  expectNoRawValues,
  openMalformedPanel,
  press,
  WAIT_OPTIONS,
  watchConsole,
} from '../../testing/malformed-panel.tsx'
import { type Backend, NOBODY, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'

const ITEM = { _id: '7', title: 'Milk', username: 'Milk', name: 'Milk', donorName: 'Milk', device: 'Milk', amount: 1 }
const ADMIN = { 'GET /admin': [200, [{ ...ITEM, role: 'admin' }]] } satisfies Backend

let consoleErrors: string[]
beforeEach(() => {
  consoleErrors = watchConsole()
})

test.each([
  ['/school', 'GET /galleryphoto/School', 'Loading photos...'],
  ['/users', 'GET /donate', 'Loading...'],
  ['/dashboard', 'GET /donate/successful', 'Loading donations...'],
  ['/profile', 'GET /admin/me', 'Loading profile...'],
])('%s shows that it is loading, and then a late response', async (path, call, words) => {
  const responses: Backend =
    call === 'GET /admin/me' ? {} : { 'GET /event': [200, []], ...ADMIN, [call]: [200, [ITEM]] }
  const { refetch } = await openMalformedPanel(path, responses)
  const late = call === 'GET /admin/me' ? 'seva@trust.example' : 'Milk'
  await expect.element(page.getByRole('main')).toMatchTextContent(late)
  const { calls, release } = holdResponses()
  const refetched = refetch(responses)
  await expect.element(page.getByText(words).first()).toBeInTheDocument()
  await vi.waitFor(() => expect(calls).toContain(call), WAIT_OPTIONS)
  expectNoRawValues(consoleErrors)
  expect(document.body.textContent).not.toMatch(/Failed to|Error!|found\./)
  release()
  await refetched
  await expect.element(page.getByRole('main')).toMatchTextContent(late)
  await expect.element(page.getByText(words)).not.toBeInTheDocument()
  expect(calls.filter((one) => one === call)).toHaveLength(1)
  expectNoRawValues(consoleErrors)
})

test.each([
  ['/admin', 'POST /admin/addadmin', 'Add New Admin', 'Admin added successfully'],
  ['/profile', 'PUT /admin/1', 'Edit Profile', 'Profile updated successfully'],
])('%s sends a slow change once, however often the button is pressed', async (path, call, open, done) => {
  await openMalformedPanel(path, { ...ADMIN, [call]: [200, ''] })
  await press(open)
  const { calls, release } = holdResponses()
  await press('Save')
  await press('Save')
  await press('Save')
  expect(calls).toEqual([call])
  expectNoRawValues(consoleErrors)
  release()
  await expect.element(page.getByText(done)).toBeVisible()
  expect(calls.filter((one) => one === call)).toEqual([call])
  expectNoRawValues(consoleErrors)
})

test('sends a slow login once', async () => {
  const { path } = await openPanel('/', NOBODY)
  await page.getByLabelText('Username').fill('seva')
  await page.getByLabelText('Password', { exact: true }).fill('Cows#2026')
  await respondWith({ ...SUPERADMIN, 'POST /admin/login': [200, { token: 'x' }] })
  const { calls, release } = holdResponses()
  await press('Login')
  await press('Logging in...')
  await press('Logging in...')
  expect(calls).toEqual(['POST /admin/login'])
  release()
  await expect.poll(path).toBe('/dashboard')
  expect(calls.filter((one) => one === 'POST /admin/login')).toHaveLength(1)
})

test('shows only "Checking authentication..." until the admin is known', async () => {
  const { calls, release } = holdResponses()
  const opened = openPanel('/events', { ...SUPERADMIN, 'GET /event': [200, [ITEM]] })
  await expect.element(page.getByText('Checking authentication...')).toBeVisible()
  expect(document.querySelector('nav, header, h1')).toBeNull()
  await vi.waitFor(() => expect(calls).toEqual(['GET /admin/me']), WAIT_OPTIONS)
  release()
  const { path } = await opened
  await expect.element(page.getByRole('article', { name: 'Milk' })).toBeVisible()
  expect(path()).toBe('/events')
  expectNoRawValues(consoleErrors)
})
