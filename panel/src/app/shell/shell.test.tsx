import { listAdmins } from '@sevadesk/contract/accounts/admin.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import {
  type Backend,
  EXTENDED_SUPERADMIN,
  NOBODY,
  openPanel,
  type Panel,
  SUPERADMIN,
  signedIn,
} from '../../../testing/open-panel.tsx'
import { call } from '../../api/call.ts'

describe('sidebar', () => {
  test('opens the Gallery submenu on a click, and marks the current gallery', async () => {
    const { getByRole, path } = await openPanel('/users', SUPERADMIN)
    const gallery = getByRole('button', { name: 'Gallery' })
    await expect.element(gallery).toHaveAttribute('aria-expanded', 'false')
    await expect.element(getByRole('link', { name: 'School' })).not.toBeInTheDocument()
    await gallery.click()
    await getByRole('link', { name: 'School' }).click()
    await expect.poll(path).toBe('/school')
    await expect.element(getByRole('link', { name: 'School' })).toHaveAttribute('aria-current', 'page')
  })

  test('marks the current entry for a path in another letter case', async () => {
    const { getByRole } = await openPanel('/UPDATE-password/', SUPERADMIN)
    await expect.element(getByRole('link', { name: 'Update Password' })).toHaveAttribute('aria-current', 'page')
  })

  test('is a drawer on a small screen, closed by Escape and by a navigation', async () => {
    const { getByRole, path } = await openPanel('/users', SUPERADMIN)
    await page.viewport(360, 700)
    await expect.element(getByRole('navigation')).not.toBeInTheDocument()
    const opener = getByRole('button', { name: 'Open menu' })
    await opener.click()
    await expect.element(getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await opener.click()
    await getByRole('link', { name: 'Donations' }).click()
    await expect.element(getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(path).toBe('/donations')
  })
})

describe('an area', () => {
  test('shares a menu entry, and leads from screen to screen by tabs', async () => {
    const screen = await openPanel('/trash', EXTENDED_SUPERADMIN)
    const tabs = screen.getByRole('navigation', { name: 'Settings' })
    await expect.element(tabs.getByRole('link', { name: 'Trash' })).toHaveAttribute('aria-current', 'page')
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    await expect.element(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
    const labels = tabs
      .getByRole('link')
      .elements()
      .map((tab) => tab.textContent)
    expect(labels).toEqual(['Trust and receipts', 'Lists', 'Old purposes', 'System', 'History', 'Trash'])
    await tabs.getByRole('link', { name: 'System' }).click()
    await expect.poll(screen.path).toBe('/system')
    await expect.element(tabs.getByRole('link', { name: 'System' })).toHaveAttribute('aria-current', 'page')
  })

  test('has no tabs for who may open one screen of it alone', async () => {
    const screen = await openPanel('/trash', signedIn(['Events'], { level: 1 }))
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
    expect(screen.getByRole('navigation').elements()).toHaveLength(1)
  })

  test.each([
    ['/cash-book', 'Cash book'],
    ['/cash-book?view=days', 'All days'],
    ['/deposits', 'Bank deposit'],
    ['/deposits?open=s1', 'Deposit slips'],
  ])('marks the view at %s', async (address, name) => {
    const screen = await openPanel(address, EXTENDED_SUPERADMIN)
    const tabs = screen.getByRole('navigation', { name: 'Cash book' }).getByRole('link')
    await expect.element(tabs.first()).toBeVisible()
    const current = tabs.elements().filter((tab) => tab.ariaCurrent === 'page')
    expect(current.map((tab) => tab.textContent)).toEqual([name])
  })
})

describe('a navigation', () => {
  const heading = ({ getByRole }: Panel, name: string) => getByRole('heading', { level: 1, name })
  const GALLERIES = {
    ...SUPERADMIN,
    'GET /donate/successful': ok([]),
    'GET /event': ok([]),
    'GET /admin': ok([]),
    'GET /galleryphoto/School': ok([]),
    'GET /galleryphoto/Gaushala': ok([]),
  } satisfies Backend

  test('moves focus to the heading, also between two galleries and on Back', async () => {
    const screen = await openPanel('/dashboard', GALLERIES)
    await screen.getByRole('button', { name: 'Gallery' }).click()
    await screen.getByRole('link', { name: 'School' }).click()
    await expect.element(heading(screen, 'School')).toHaveFocus()
    await screen.getByRole('link', { name: 'Gaushala' }).click()
    await expect.element(heading(screen, 'Gaushala')).toHaveFocus()
    screen.router.history.back()
    await expect.element(heading(screen, 'School')).toHaveFocus()
    await screen.getByRole('link', { name: 'Dashboard' }).click()
    await expect.element(heading(screen, 'Welcome, seva')).toHaveFocus()
  })

  test('moves focus to the heading, also when started from the drawer', async () => {
    const screen = await openPanel('/dashboard', GALLERIES)
    await page.viewport(360, 700)
    await screen.getByRole('button', { name: 'Open menu' }).click()
    await screen.getByRole('link', { name: 'Donations' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    // The closing drawer could still move focus in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await expect.element(heading(screen, 'Donations Management')).toHaveFocus()
  })

  test('keeps focus when only the search parameters change', async () => {
    const screen = await openPanel('/school', GALLERIES)
    const sort = screen.getByLabelText('Sort')
    await sort.selectOptions('Oldest')
    await expect.poll(() => screen.router.state.resolvedLocation?.search).toEqual({ sort: 'oldest' })
    await expect.element(heading(screen, 'School')).not.toHaveFocus()
  })
})

describe('user menu', () => {
  test('shows the signed-in admin, and changes the language at once, also of the trust’s name', async () => {
    const { getByRole, getByText } = await openPanel('/users', SUPERADMIN)
    const header = getByRole('banner')
    await expect.element(header).toMatchTextContent('Seva Trust')
    await getByRole('button', { name: 'Account of seva' }).click()
    await expect.element(getByText('seva@trust.example')).toBeVisible()
    await getByRole('menuitemradio', { name: 'हिन्दी' }).click()
    await expect.element(getByText('दानदाताओं की जानकारी').first()).toBeInTheDocument()
    expect(localStorage.getItem('sevadesk_language')).toBe('hi')
    await expect.element(header).toMatchTextContent('सेवा ट्रस्ट')
  })
})

test('the user menu lists the pages of the account', async () => {
  const { getByRole, path } = await openPanel('/users', signedIn(['UserInformation', 'Profile', 'LoginSessions']))
  await getByRole('button', { name: 'Account of seva' }).click()
  await expect.element(getByRole('menuitem', { name: 'Update Password' })).not.toBeInTheDocument()
  await getByRole('menuitem', { name: 'Login Sessions' }).click()
  await expect.poll(path).toBe('/login-sessions')
})

describe('logout', () => {
  const askLogout = async ({ getByRole }: Panel) => {
    await getByRole('button', { name: 'Account of seva' }).click()
    await getByRole('menuitem', { name: 'Logout' }).click()
    const dialog = getByRole('alertdialog', { name: 'Logout?' })
    await expect.element(dialog.getByText('Are you sure you want to logout?')).toBeVisible()
    await getByRole('button', { name: 'Yes, logout' }).click()
  }

  test('asks first, then reloads the page and shows the login screen with a message', async () => {
    const screen = await openPanel('/users', SUPERADMIN)
    await respondWith({ ...NOBODY, 'POST /admin/logout': [200, ''] })
    await askLogout(screen)
    await expect.element(screen.getByText('Logged out successfully')).toBeVisible()
    await expect.element(screen.getByLabelText('Username')).toHaveFocus()
    await expect.poll(screen.path).toBe('/')
    expect(screen.loads).toEqual(['/login?notice=logged-out'])
  })

  test('shows a failure and stays on the page', async () => {
    const screen = await openPanel('/users', SUPERADMIN)
    await respondWith({ ...SUPERADMIN, 'POST /admin/logout': [500, ''] })
    await askLogout(screen)
    await expect.element(screen.getByText('Failed to logout. Please try again.')).toBeVisible()
    await expect.poll(screen.path).toBe('/users')
  })
})

describe('a 401 on an open page', () => {
  const ask = (queryClient: Panel['queryClient']) =>
    queryClient
      .fetchQuery({ queryKey: ['work'], queryFn: () => call(listAdmins, {}), retry: false })
      .catch(() => undefined)

  test('opens the sign-in dialog and keeps the page', async () => {
    const { getByRole, getByLabelText, queryClient, path } = await openPanel('/users', SUPERADMIN)
    queryClient.setQueryData(['fetched'], 'before')
    await respondWith({ ...NOBODY, 'GET /admin': [401, { success: false }] })
    await ask(queryClient)
    const dialog = getByRole('dialog', { name: 'Please log in again' })
    await expect.element(dialog.getByLabelText('Username')).toHaveValue('seva')
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).toBeVisible()

    await respondWith({ ...SUPERADMIN, 'POST /admin/login': [200, { token: 't' }] })
    await getByLabelText('Password', { exact: true }).fill('right')
    await getByRole('button', { name: 'Login', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(path).toBe('/users')
    expect(queryClient.getQueryData(['fetched'])).toBe('before')
  })

  test('opens the sign-in dialog above an open notice, with focus on the password', async () => {
    const screen = await openPanel('/school', {
      ...SUPERADMIN,
      'GET /galleryphoto/School': ok([{ _id: 'p1', title: 'Bell' }]),
    })
    await screen.getByRole('button', { name: 'Delete Bell' }).click()
    await respondWith({ ...SUPERADMIN, 'DELETE /galleryphoto/School/p1': [500, ''] })
    await screen.getByRole('button', { name: 'Yes, delete it!' }).click()
    await expect.element(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
    await respondWith({ ...NOBODY, 'GET /admin': [401, { success: false }] })
    await ask(screen.queryClient)
    await expect.element(screen.getByRole('dialog', { name: 'Please log in again' })).toBeVisible()
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
  })

  test('opens no dialog if the session has not ended', async () => {
    const { getByRole, queryClient } = await openPanel('/users', SUPERADMIN)
    await respondWith({ ...SUPERADMIN, 'GET /admin': [401, { success: false }] })
    await ask(queryClient)
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await expect.element(getByRole('dialog')).not.toBeInTheDocument()
  })

  test('opens the login screen when the user leaves the dialog', async () => {
    const { getByRole, queryClient, path } = await openPanel('/users', SUPERADMIN)
    await respondWith({ ...NOBODY, 'GET /admin': [401, { success: false }] })
    await ask(queryClient)
    await getByRole('button', { name: 'Leave without saving' }).click()
    await expect.poll(path).toBe('/')
    await expect.element(getByRole('dialog')).not.toBeInTheDocument()
  })
})
