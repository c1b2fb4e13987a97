import { listAdmins } from '@sevadesk/contract/accounts/admin.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { call } from '../../api/call.ts'
import { recheckSession } from '../../session/session-check.ts'

const MUST = { mustChangePassword: true }
const REFUSED: Backend['any'] = [403, { success: false, code: 'must_change_password', message: 'Change it first.' }]
const heading = page.getByRole('heading', { name: 'Update Password', level: 1 })

describe('an admin with a temporary password', () => {
  test.each([
    '/',
    '/post-login',
    '/dashboard',
    '/events',
    '/403',
    '/no-such-page',
    '/update-password',
    '/UPDATE-password/',
  ])('is redirected from %s to Update Password', async (path) => {
    const screen = await openPanel(path, signedIn(['Events'], MUST))
    await expect.element(heading).toBeVisible()
    expect(screen.path().toLowerCase()).toMatch(/^\/update-password\/?$/)
  })

  test.each([
    ['a superadmin', signedIn([], { role: 'superadmin', ...MUST })],
    ['an admin without sections', signedIn([], MUST)],
  ])('is redirected to Update Password, also as %s', async (_who, backend) => {
    const screen = await openPanel('/dashboard', backend)
    await expect.element(heading).toBeVisible()
    expect(screen.path()).toBe('/update-password')
  })

  test('sees only Update Password and Logout in the sidebar', async () => {
    await openPanel('/', signedIn([], { role: 'superadmin', ...MUST }))
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect.element(menu.getByRole('link')).toHaveLength(1)
    await expect.element(menu.getByRole('link', { name: 'Update Password' })).toHaveAttribute('aria-current', 'page')
    await expect.element(menu.getByRole('button')).toHaveLength(1)
    await menu.getByRole('button', { name: 'Logout' }).click()
    await respondWith({ ...NOBODY, 'POST /admin/logout': [200, { success: true }] })
    await page.getByRole('button', { name: 'Yes, logout' }).click()
    await expect.element(page.getByLabelText('Username')).toBeVisible()
  })

  test('is redirected to Update Password after the login', async () => {
    const screen = await openPanel('/donations', NOBODY)
    await page.getByLabelText('Username').fill('seva')
    await page.getByLabelText('Password', { exact: true }).fill('made-up')
    await respondWith({ ...signedIn(['Donations'], MUST), 'POST /admin/login': [200, { token: 't' }] })
    await userEvent.keyboard('{Enter}')
    await expect.poll(screen.path).toBe('/update-password')
    await expect.element(heading).toBeVisible()
  })
})

test('redirects to Update Password after a rejected request and on every later navigation', async () => {
  const screen = await openPanel('/donations', SUPERADMIN)
  await screen.router.navigate({ to: '/users' })
  await expect.element(page.getByRole('heading', { name: 'User Information' })).toBeVisible()
  await respondWith({ ...signedIn([], { role: 'superadmin', ...MUST }), 'GET /admin': REFUSED })
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

describe('with unsaved changes', () => {
  const SCHOOL: Backend = { 'GET /galleryphoto/School': ok([]) }
  const CHANGED: Backend = { 'PUT /admin/update-password': [200, { success: true }] }
  const title = page.getByLabelText('Title')
  const dialog = page.getByRole('dialog', { name: 'Choose your own password first.' })
  const boss = (more: object = {}) => signedIn([], { role: 'superadmin', ...more })

  async function logInAgain() {
    const screen = await openPanel('/school', { ...SCHOOL, ...boss() })
    await page.getByRole('button', { name: 'Add New Photo' }).first().click()
    await title.fill('At the sea')
    await respondWith(NOBODY)
    await recheckSession(screen.queryClient)
    await respondWith({ ...SCHOOL, ...boss(MUST), 'POST /admin/login': [200, { token: 't' }], ...CHANGED })
    await page.getByLabelText('Password', { exact: true }).fill('made-up')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect.element(dialog).toBeVisible()
    return screen
  }

  test('keeps the form when the password is changed in the dialog', async () => {
    const screen = await logInAgain()
    expect(screen.path()).toBe('/school')
    await expect.element(page.getByLabelText('Current password', { exact: true })).toHaveFocus()
    await page.viewport(320, 640)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await userEvent.keyboard('Made-up1!')
    await page.getByLabelText('New password', { exact: true }).fill('My-own-1!')
    await page.getByLabelText('Confirm new password', { exact: true }).fill('My-own-1!')
    await respondWith({ ...SCHOOL, ...boss(), ...CHANGED })
    await page.getByRole('button', { name: 'Update password' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(title).toHaveValue('At the sea')
    expect(screen.path()).toBe('/school')
  })

  test('discards the form when the user chooses to leave', async () => {
    const screen = await logInAgain()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.element(heading).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(screen.path()).toBe('/update-password')
  })
})

test('rechecks the session once after each 403, even if the recheck is rejected too', async () => {
  const screen = await openPanel('/users', SUPERADMIN)
  const requests: string[] = []
  const real = window.fetch
  window.fetch = (url, init) => {
    if (String(url).endsWith('/admin/me')) requests.push(String(url))
    return real(url, init)
  }
  const requestAdmins = () =>
    screen.queryClient
      .fetchQuery({ queryKey: ['work'], queryFn: () => call(listAdmins, {}), retry: false })
      .catch(() => undefined)
  await respondWith({ ...SUPERADMIN, 'GET /admin': [403, { success: false, code: 'forbidden' }] })
  await requestAdmins()
  await expect.poll(() => screen.queryClient.isFetching()).toBe(0)
  expect(requests).toHaveLength(1)
  await respondWith({ 'GET /admin/me': REFUSED, 'GET /admin': REFUSED })
  await requestAdmins()
  await expect.poll(() => screen.queryClient.isFetching()).toBe(0)
  expect(requests).toHaveLength(2)
  window.fetch = real
  expect(screen.path()).toBe('/users')
})

test('"Forgot password?" shows whom to contact, without a request', async () => {
  await openPanel('/', NOBODY)
  const hint = page.getByText(/Ask a superadmin of your trust/)
  await expect.element(hint).not.toBeVisible()
  const calls = vi.spyOn(window, 'fetch')
  await page.getByText('Forgot password?').click()
  await expect.element(hint).toBeVisible()
  await expect.element(page.getByText(/If you are a superadmin, ask the person who runs/)).toBeVisible()
  expect(calls).not.toHaveBeenCalled()
})
