import { describe, expect, test } from 'vitest'
import { answerWith, loseTheLine } from '../../testing/backend.ts'
import { NOBODY, openPanel, type Panel, SUPERADMIN, signedIn } from '../../testing/open-panel.tsx'
import { activateLanguage } from '../locales/language.ts'

const GUARDED = ['/dashboard', '/donations', '/Nursing', '/login-sessions', '/no-such-page', '/a/b/c']

describe('signed out', () => {
  test.each([...GUARDED, '/login', '/post-login'])('%s leads to the login screen', async (path) => {
    const { getByRole, path: here } = await openPanel(path, NOBODY)
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect.poll(here).toBe('/')
    await expect.poll(() => document.title).toBe('Login · Seva Trust')
  })

  test.each([
    ['a broken server', 500, '<html>'],
    ['a page of HTML', 200, '<!doctype html>'],
  ])('%s counts as signed out', async (_why, status, body) => {
    const { getByRole } = await openPanel('/dashboard', { 'GET /admin/me': [status, body] })
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })

  test('/403 shows its words without sidebar or logout', async () => {
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
  ])('with HomeVideo, %s leads to %s', async (path, expected) => {
    const { path: here, getByRole } = await openPanel(path, signedIn(['HomeVideo']))
    await expect.element(getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(here).toBe(expected)
  })

  test('an unknown path shows the 404 words inside the shell', async () => {
    const { getByRole, getByText } = await openPanel('/no-such-page', SUPERADMIN)
    await expect.element(getByText('404 - Page Not Found')).toBeVisible()
    await expect.element(getByRole('banner')).toBeVisible()
    await expect.element(getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
  })

  test('without sections: /403, which tells to ask an administrator; its link opens the login form all the same', async () => {
    const { getByRole, getByText, path } = await openPanel('/', signedIn([]))
    await expect.element(getByText('Your account has no sections.')).toBeVisible()
    await expect.poll(path).toBe('/403')
    await getByRole('link', { name: 'Go to login' }).click()
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })

  test('with other sections, /403 says so and leads to the landing page', async () => {
    const { getByRole, getByText } = await openPanel('/donations', signedIn(['Profile']))
    await expect.element(getByText('You do not have access to this page.')).toBeVisible()
    await getByRole('link', { name: 'Go to my start page' }).click()
    await expect.element(getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible()
  })

  test('a page says what it is in the window title, in the language of the moment', async () => {
    await openPanel('/users', SUPERADMIN)
    await expect.poll(() => document.title).toBe('User Information · Seva Trust')
    await activateLanguage('hi')
    await expect.poll(() => document.title).toBe('दाताओं की जानकारी · Seva Trust')
    expect(document.documentElement.lang).toBe('hi')
  })
})

describe('login', () => {
  const signIn = async ({ getByLabelText, getByRole }: Panel) => {
    await getByLabelText('Username').fill('seva')
    await getByLabelText('Password', { exact: true }).fill('right')
    await getByRole('button', { name: 'Login', exact: true }).click()
  }

  test('can be typed into at once', async () => {
    const screen = await openPanel('/', NOBODY)
    await expect.element(screen.getByLabelText('Username')).toHaveFocus()
  })

  test('both fields are required by the browser', async () => {
    const { getByRole, getByLabelText } = await openPanel('/', NOBODY)
    await getByRole('button', { name: 'Login', exact: true }).click()
    for (const label of ['Username', 'Password']) {
      const field = getByLabelText(label, { exact: true }).element() as HTMLInputElement
      expect(field.validity.valueMissing).toBe(true)
    }
    await expect.element(getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  })

  test('a right password leads by /post-login to the landing page', async () => {
    const screen = await openPanel('/', NOBODY)
    await answerWith({
      ...signedIn(['Events']),
      'POST /admin/login': [200, { success: true, token: 't', message: 'Welcome' }],
    })
    await signIn(screen)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toHaveFocus()
    await expect.poll(screen.path).toBe('/events')
  })

  test.each([
    ['the sentence of the server', 401, { success: false, message: 'Wrong password' }, 'Wrong password'],
    ['the sentence of a server that says 200', 200, { success: false, message: 'Wrong password' }, 'Wrong password'],
    ['the stated words without one', 500, '<html>', 'Login failed. Please try again.'],
  ])('a failure shows %s, in a toast and in the form, and keeps what was typed', async (_what, status, body, words) => {
    const screen = await openPanel('/', NOBODY)
    await answerWith({ ...NOBODY, 'POST /admin/login': [status, body] })
    await signIn(screen)
    await expect.element(screen.getByRole('status').getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('main').getByText(words)).toBeVisible()
    await expect.element(screen.getByLabelText('Username')).toHaveValue('seva')
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('right')
  })

  test('a server out of reach shows the stated words', async () => {
    const screen = await openPanel('/', NOBODY)
    await loseTheLine()
    await signIn(screen)
    await expect.element(screen.getByRole('status').getByText('Login failed. Please try again.')).toBeVisible()
  })

  test('a browser that does not keep the login is told so', async () => {
    const screen = await openPanel('/', NOBODY)
    await answerWith({ ...NOBODY, 'POST /admin/login': [200, { token: 't', message: 'Welcome' }] })
    await signIn(screen)
    await expect.element(screen.getByText('this browser did not save your login', { exact: false })).toBeVisible()
  })
})
