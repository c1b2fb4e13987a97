import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { meQuery } from '../../session/current-admin.ts'

const DONATION = {
  _id: 'd1',
  donorName: 'Lakshmi Iyer',
  donorEmail: 'lakshmi@example.org',
  amount: 5000,
  status: 'captured',
}
const LISTS: Backend = {
  'GET /donate': ok([DONATION]),
  'GET /event': ok([]),
}
const REFUSED: Backend['x'] = [
  403,
  { success: false, code: 'forbidden', message: 'Your account is not allowed to do this.' },
]

const work = (sections: string[], lists = LISTS): Backend => ({ ...signedIn(sections), ...lists })
const entries = () =>
  page
    .getByRole('navigation')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

/** Changes the account's sections on the backend, and marks the cached admin as stale. */
async function change({ queryClient }: Panel, backend: Backend) {
  await respondWith(backend)
  await queryClient.invalidateQueries({ ...meQuery, refetchType: 'none' })
}

/** All cached query data except the current admin, as text. */
const cachedData = ({ queryClient }: Panel) =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey[0] !== meQuery.queryKey[0])
    .map(({ state }) => JSON.stringify(state.data))
    .join()

const me = ({ queryClient }: Panel) => queryClient.getQueryData(meQuery.queryKey)

/** Counts the requests for the current admin from now on. */
function countAdminRequests(): () => number {
  const { mock } = vi.spyOn(window, 'fetch')
  return () => mock.calls.filter(([address]) => String(address).endsWith('/admin/me')).length
}

test('applies a removed section on the next click and clears its cached data', async () => {
  const screen = await openPanel('/users', work(['UserInformation', 'Events', 'Profile']))
  await expect.element(page.getByText('Lakshmi Iyer')).toBeVisible()
  await change(screen, work(['Events', 'Profile'], { ...LISTS, 'GET /donate': REFUSED }))
  await page.getByRole('link', { name: 'Events' }).click()
  await expect.poll(entries).toEqual(['Events', 'Profile'])
  expect(screen.path()).toBe('/events')
  await expect.poll(() => cachedData(screen)).not.toContain('Lakshmi')
})

test('replaces the open page by /403 when the server rejects its request', async () => {
  const screen = await openPanel('/users', work(['UserInformation', 'Gaushala']))
  await expect.element(page.getByText('Lakshmi Iyer')).toBeVisible()
  await change(screen, work(['Gaushala'], { ...LISTS, 'GET /donate': REFUSED }))
  await screen.queryClient.invalidateQueries({ queryKey: ['donations'] })
  await expect.element(page.getByText('403 — No Access')).toBeVisible()
  await expect.element(page.getByText('You do not have access to this page.')).toBeVisible()
  await expect.element(page.getByText('Lakshmi Iyer')).not.toBeInTheDocument()
  await expect.poll(() => cachedData(screen)).not.toContain('Lakshmi')
  expect(entries()).toEqual(['Gaushala'])
})

test('applies added sections, and the loss of all sections, on the next click', async () => {
  const screen = await openPanel('/events', work(['Events', 'Profile']))
  await change(screen, work(['All']))
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.element(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Profile Settings')
  // A pointer on a link loads its page in advance, and with it the changed sections.
  await page.getByRole('heading', { level: 1 }).hover()
  const link = page.getByRole('link', { name: 'Events' }).element()
  await change(screen, work([]))
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await expect.element(page.getByText('Your account has no sections.')).toBeVisible()
  await expect.poll(screen.path).toBe('/403')
  expect(entries()).toEqual([])
})

test('detects changed sections with one request, and ignores order and duplicates', async () => {
  const screen = await openPanel('/events', work(['Events', 'Profile']))
  const guard = vi.spyOn(screen.router, 'invalidate')
  const adminRequests = countAdminRequests()
  await change(screen, work(['Profile', 'Events', 'Profile']))
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible()
  await expect.poll(() => me(screen)?.sections).toEqual(['Profile', 'Events', 'Profile'])
  expect(guard).not.toHaveBeenCalled()
  // The profile page requests the admin too.
  await expect.poll(() => screen.queryClient.isFetching()).toBe(0)
  expect(adminRequests()).toBe(2)

  await change(screen, work(['Profile', 'Events', 'Gaushala']))
  await page.getByRole('link', { name: 'Events' }).click()
  await expect.poll(entries).toContain('Gaushala')
  await expect.poll(() => screen.queryClient.isFetching()).toBe(0)
  expect(guard).toHaveBeenCalledTimes(1)
  expect(adminRequests()).toBe(3)
})

test('rechecks the session on a change of the path, but not of the search or the page of a list', async () => {
  const screen = await openPanel('/users', work(['UserInformation', 'Events']))
  await expect.element(page.getByText('Lakshmi Iyer')).toBeVisible()
  const adminRequests = countAdminRequests()
  await page.getByRole('searchbox').fill('asha')
  await expect.poll(() => screen.router.state.location.search).toEqual({ q: 'asha' })
  await screen.router.navigate({ to: '.', search: { q: 'asha', page: 2 } })
  await expect.poll(() => screen.router.state.status).toBe('idle')
  expect(adminRequests()).toBe(0)
  await page.getByRole('link', { name: 'Events' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
  expect(adminRequests()).toBe(1)
})

test('requests the current admin once for a login', async () => {
  const screen = await openPanel('/', NOBODY)
  await respondWith({ ...work(['Events']), 'POST /admin/login': [200, { token: 't' }] })
  const adminRequests = countAdminRequests()
  await screen.getByLabelText('Username').fill('seva')
  await screen.getByLabelText('Password', { exact: true }).fill('right')
  await screen.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Events Management' })).toHaveFocus()
  expect(adminRequests()).toBe(1)
})
