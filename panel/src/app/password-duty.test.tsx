import { listAdmins } from '@sevadesk/contract/admin.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith } from '../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, SUPERADMIN, signedIn } from '../../testing/open-panel.tsx'
import { call } from '../api/call.ts'

const MUST = { mustChangePassword: true }
const REFUSED: Backend['any'] = [403, { success: false, code: 'must_change_password', message: 'Change it first.' }]
const heading = page.getByRole('heading', { name: 'Update Password', level: 1 })

afterEach(() => vi.restoreAllMocks())

describe('whoever has a made-up password', () => {
  test.each([
    '/',
    '/post-login',
    '/dashboard',
    '/events',
    '/403',
    '/no-such-page',
    '/update-password',
    '/UPDATE-password/',
  ])('is led from %s to the change of it, whatever their sections are', async (path) => {
    const screen = await openPanel(path, signedIn(['Events'], MUST))
    await expect.element(heading).toBeVisible()
    expect(screen.path().toLowerCase()).toMatch(/^\/update-password\/?$/)
  })

  test.each([
    ['a superadmin', signedIn([], { role: 'superadmin', ...MUST })],
    ['somebody without sections', signedIn([], MUST)],
  ])('%s too', async (_who, backend) => {
    const screen = await openPanel('/dashboard', backend)
    await expect.element(heading).toBeVisible()
    expect(screen.path()).toBe('/update-password')
  })

  test('finds in the sidebar the way there and the way out, and no other', async () => {
    await openPanel('/', signedIn([], { role: 'superadmin', ...MUST }))
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect.element(menu.getByRole('link')).toHaveLength(1)
    await expect.element(menu.getByRole('link', { name: 'Update Password' })).toHaveAttribute('aria-current', 'page')
    await expect.element(menu.getByRole('button')).toHaveLength(1)
    await menu.getByRole('button', { name: 'Logout' }).click()
    await answerWith({ ...NOBODY, 'POST /admin/logout': [200, { success: true }] })
    await page.getByRole('button', { name: 'Yes, logout' }).click()
    await expect.element(page.getByLabelText('Username')).toBeVisible()
  })

  test('gets there by the login', async () => {
    const screen = await openPanel('/donations', NOBODY)
    await page.getByLabelText('Username').fill('seva')
    await page.getByLabelText('Password', { exact: true }).fill('made-up')
    await answerWith({ ...signedIn(['Donations'], MUST), 'POST /admin/login': [200, { token: 't' }] })
    await userEvent.keyboard('{Enter}')
    await expect.poll(screen.path).toBe('/update-password')
    await expect.element(heading).toBeVisible()
  })
})

test('a refusal in the middle of work leads there, and the back button does not lead away', async () => {
  const screen = await openPanel('/donations', SUPERADMIN)
  await screen.router.navigate({ to: '/users' })
  await expect.element(page.getByRole('heading', { name: 'User Information' })).toBeVisible()
  await answerWith({ ...signedIn([], { role: 'superadmin', ...MUST }), 'GET /admin': REFUSED })
  await screen.queryClient
    .fetchQuery({ queryKey: ['work'], queryFn: () => call(listAdmins, {}), retry: false })
    .catch(() => undefined)
  await expect.poll(screen.path).toBe('/update-password')
  for (const leave of [() => screen.router.history.back(), () => screen.router.navigate({ to: '/users' })]) {
    const left = new Promise((resolve) => screen.router.subscribe('onBeforeNavigate', resolve))
    void leave()
    await left
    await expect.poll(screen.path).toBe('/update-password')
    await expect.element(heading).toBeVisible()
  }
})

test('another refusal asks once who one is and leads nowhere, and a backend that refuses even to say who one is is not asked for ever', async () => {
  const screen = await openPanel('/users', SUPERADMIN)
  const asks: string[] = []
  const real = window.fetch
  window.fetch = (url, init) => {
    if (String(url).endsWith('/admin/me')) asks.push(String(url))
    return real(url, init)
  }
  const ask = () =>
    screen.queryClient
      .fetchQuery({ queryKey: ['work'], queryFn: () => call(listAdmins, {}), retry: false })
      .catch(() => undefined)
  await answerWith({ ...SUPERADMIN, 'GET /admin': [403, { success: false, code: 'forbidden' }] })
  await ask()
  await expect.poll(() => screen.queryClient.isFetching()).toBe(0)
  expect(asks).toHaveLength(1)
  await answerWith({ 'GET /admin/me': REFUSED, 'GET /admin': REFUSED })
  await ask()
  await expect.poll(() => screen.queryClient.isFetching()).toBe(0)
  expect(asks).toHaveLength(2)
  window.fetch = real
  expect(screen.path()).toBe('/users')
})

test('"Forgot password?" says whom to ask, a superadmin too, without a call', async () => {
  await openPanel('/', NOBODY)
  const answer = page.getByText(/Ask a superadmin of your trust/)
  await expect.element(answer).not.toBeVisible()
  const calls = vi.spyOn(window, 'fetch')
  await page.getByText('Forgot password?').click()
  await expect.element(answer).toBeVisible()
  await expect.element(page.getByText(/If you are a superadmin yourself, ask whoever runs/)).toBeVisible()
  expect(calls).not.toHaveBeenCalled()
})
