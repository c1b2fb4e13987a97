import { describe, expect, test } from 'vitest'
import { refuseConnections, respondWith } from '../../testing/backend.ts'
import { holdResponses } from '../../testing/held-responses.ts'
import { type Backend, NOBODY, openPanel, type Panel, SUPERADMIN, signedIn } from '../../testing/open-panel.tsx'
import { activateLanguage } from '../locales/language.ts'

const GUARDED = ['/dashboard', '/donations', '/Nursing', '/login-sessions', '/no-such-page', '/a/b/c']

describe('signed out', () => {
  test.each([...GUARDED, '/login', '/post-login'])('redirects %s to the login screen', async (path) => {
    const { getByRole, path: here } = await openPanel(path, NOBODY)
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect.poll(here).toBe('/')
    await expect.poll(() => document.title).toBe('Login · Seva Trust')
  })

  test.each([
    ['a server error', 500, '<html>'],
    ['a page of HTML', 200, '<!doctype html>'],
  ])('shows the login screen when /admin/me returns %s', async (_why, status, body) => {
    const { getByRole } = await openPanel('/dashboard', { 'GET /admin/me': [status, body] })
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })

  test('shows /403 without sidebar or logout', async () => {
    const { getByRole, getByText } = await openPanel('/403', NOBODY)
    await expect.element(getByText('403 — No Access')).toBeVisible()
    await expect.element(getByRole('navigation')).not.toBeInTheDocument()
    await expect.element(getByText('Logout')).not.toBeInTheDocument()
    await getByRole('link', { name: 'Go to login' }).click()
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })
})

describe('signed in', () => {
  test.each([
    ['/', '/home-video'],
    ['/post-login', '/home-video'],
    ['/login', '/home-video'],
    ['/HOME-video/', '/HOME-video/'],
    ['/dashboard', '/403'],
    ['/eye-hospital', '/403'],
  ])('opening %s ends at %s for an admin with only the section HomeVideo', async (path, expected) => {
    const { path: here, getByRole } = await openPanel(path, signedIn(['HomeVideo']))
    await expect.element(getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(here).toBe(expected)
  })

  test.each(['/no-such-page', '/%', '/donations/%E0%A4%A/edit'])(
    'shows 404 inside the shell for the unknown path %j',
    async (path) => {
      const { getByRole, getByText } = await openPanel(path, SUPERADMIN)
      await expect.element(getByText('404 - Page Not Found')).toBeVisible()
      await expect.element(getByRole('banner')).toBeVisible()
      await expect.element(getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
    },
  )

  test('shows /403 to an admin without sections, with a link to the login form', async () => {
    const { getByRole, getByText, path } = await openPanel('/', signedIn([]))
    await expect.element(getByText('Your account has no sections.')).toBeVisible()
    await expect.poll(path).toBe('/403')
    await getByRole('link', { name: 'Go to login' }).click()
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })

  test.each([
    ['a superadmin', SUPERADMIN],
    ['a holder of All on a plain backend', signedIn(['All'])],
  ])('tells %s at /403 that they may open every page', async (_who, backend) => {
    const { getByRole, getByText } = await openPanel('/403', backend)
    await expect.element(getByText('403 — No Access')).toBeVisible()
    await expect.element(getByText('Your account may open every page.')).toBeVisible()
    await expect.element(getByRole('link', { name: 'Go to my start page' })).toHaveAttribute('href', '/dashboard')
    await expect.element(getByRole('main').getByRole('link', { name: 'Log in with another account' })).toBeVisible()
  })

  test('shows /403 for a page of superadmins to a holder of All', async () => {
    const { getByText } = await openPanel('/settings', signedIn(['All'], { level: 1 }))
    await expect.element(getByText('You do not have access to this page.')).toBeVisible()
  })

  test('shows /403 for a page outside the admin’s sections, with a link to their start page', async () => {
    const { getByRole, getByText } = await openPanel('/donations', signedIn(['Profile']))
    await expect.element(getByText('You do not have access to this page.')).toBeVisible()
    await getByRole('link', { name: 'Go to my start page' }).click()
    await expect.element(getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible()
  })

  test('shows the page’s name in the window title, in the current language', async () => {
    await openPanel('/users', SUPERADMIN)
    await expect.poll(() => document.title).toBe('User Information · Seva Trust')
    await activateLanguage('hi')
    await expect.poll(() => document.title).toBe('दानदाताओं की जानकारी · सेवा ट्रस्ट')
    expect(document.documentElement.lang).toBe('hi')
  })
})

describe('login', () => {
  const signIn = async ({ getByLabelText, getByRole }: Panel) => {
    await getByLabelText('Username').fill('seva')
    await getByLabelText('Password', { exact: true }).fill('right')
    await getByRole('button', { name: 'Login', exact: true }).click()
  }

  test('focuses the first field', async () => {
    const screen = await openPanel('/', NOBODY)
    await expect.element(screen.getByLabelText('Username')).toHaveFocus()
  })

  test('requires both fields', async () => {
    const { getByRole, getByLabelText } = await openPanel('/', NOBODY)
    await getByRole('button', { name: 'Login', exact: true }).click()
    for (const label of ['Username', 'Password']) {
      const field = getByLabelText(label, { exact: true }).element() as HTMLInputElement
      expect(field.validity.valueMissing).toBe(true)
    }
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })

  test('opens the landing page through /post-login after a correct password', async () => {
    const screen = await openPanel('/', NOBODY)
    await respondWith({
      ...signedIn(['Events']),
      'POST /admin/login': [200, { success: true, token: 't', message: 'Welcome' }],
    })
    await signIn(screen)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toHaveFocus()
    await expect.poll(screen.path).toBe('/events')
  })

  test.each([
    ['the server’s message', 401, { success: false, message: 'Wrong password' }, 'Wrong password'],
    ['the server’s message with status 200', 200, { success: false, message: 'Wrong password' }, 'Wrong password'],
    ['the specified text without a message', 500, '<html>', 'Login failed. Please try again.'],
  ])(
    'shows %s after a failure, in a toast and in the form, and keeps the input',
    async (_what, status, body, words) => {
      const screen = await openPanel('/', NOBODY)
      await respondWith({ ...NOBODY, 'POST /admin/login': [status, body] })
      await signIn(screen)
      await expect.element(screen.getByRole('status').getByText(words)).toBeVisible()
      await expect.element(screen.getByRole('main').getByText(words)).toBeVisible()
      await expect.element(screen.getByLabelText('Username')).toHaveValue('seva')
      await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('right')
    },
  )

  const ACCEPTED: Backend = { 'POST /admin/login': [200, { token: 't', message: 'Welcome' }] }

  test('shows an error when the browser blocks the login cookie', async () => {
    const screen = await openPanel('/', NOBODY)
    await respondWith({ ...NOBODY, ...ACCEPTED })
    await signIn(screen)
    await expect.element(screen.getByText('this browser did not save your login', { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test('names a fault of the server after an accepted login, and repeats the check alone', async () => {
    const screen = await openPanel('/', NOBODY)
    await respondWith({ ...ACCEPTED, 'GET /admin/me': [502, 'Bad gateway'] })
    await signIn(screen)
    await expect.element(screen.getByText(/the server then had an error/)).toBeVisible()
    expect(screen.path()).toBe('/')
    await respondWith(signedIn(['Events']))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(screen.path).toBe('/events')
  })

  test('names a lost connection after an accepted login', async () => {
    const screen = await openPanel('/', NOBODY)
    await respondWith(ACCEPTED)
    const { calls, release } = holdResponses('POST /admin/login')
    await signIn(screen)
    await expect.poll(() => calls).toHaveLength(1)
    await refuseConnections()
    release()
    await expect.element(screen.getByText(/the connection was lost after that/)).toBeVisible()
  })
})
