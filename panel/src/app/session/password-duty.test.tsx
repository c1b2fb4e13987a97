import { listAdmins } from '@sevadesk/contract/admin.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith } from '../../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { call } from '../../api/call.ts'
import { recheckSession } from '../../session/session-check.ts'

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

describe('where something has not been saved', () => {
  const SCHOOL: Backend = { 'GET /galleryphoto/School': [200, { success: true, data: [] }] }
  const CHANGED: Backend = { 'PUT /admin/update-password': [200, { success: true }] }
  const title = page.getByLabelText('Title')
  const dialog = page.getByRole('dialog', { name: 'Choose your own password first.' })
  const boss = (more: object = {}) => signedIn([], { role: 'superadmin', ...more })

  async function logInAgain() {
    const screen = await openPanel('/school', { ...SCHOOL, ...boss() })
    await page.getByRole('button', { name: 'Add New Photo' }).first().click()
    await title.fill('At the sea')
    await answerWith(NOBODY)
    await recheckSession(screen.queryClient)
    await answerWith({ ...SCHOOL, ...boss(MUST), 'POST /admin/login': [200, { token: 't' }], ...CHANGED })
    await page.getByLabelText('Password', { exact: true }).fill('made-up')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect.element(dialog).toBeVisible()
    return screen
  }

  test('the password is changed over it, and the form carries on', async () => {
    const screen = await logInAgain()
    expect(screen.path()).toBe('/school')
    await expect.element(page.getByLabelText('Current password', { exact: true })).toHaveFocus()
    await page.viewport(320, 640)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await userEvent.keyboard('Made-up1!')
    await page.getByLabelText('New password', { exact: true }).fill('My-own-1!')
    await page.getByLabelText('Confirm new password', { exact: true }).fill('My-own-1!')
    await answerWith({ ...SCHOOL, ...boss(), ...CHANGED })
    await page.getByRole('button', { name: 'Update password' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(title).toHaveValue('At the sea')
    expect(screen.path()).toBe('/school')
  })

  test('it is let go of only on the person’s own word', async () => {
    const screen = await logInAgain()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.element(heading).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(screen.path()).toBe('/update-password')
  })
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
  await expect.element(page.getByText(/If you are a superadmin, ask the person who runs/)).toBeVisible()
  expect(calls).not.toHaveBeenCalled()
})
