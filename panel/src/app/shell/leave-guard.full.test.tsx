import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, respondWith } from '../../../testing/backend.ts'
import { openBrowserHistory } from '../../../testing/browser-history.ts'
import { NOBODY, openPanel } from '../../../testing/open-panel.tsx'
import { leaveQuestion, openSavingForm, SCHOOL, typeATitle } from '../../../testing/unsaved-form.tsx'

test('keeps page and input when the user clicks a link in the drawer and then Stay', async () => {
  const screen = await openPanel('/school', SCHOOL)
  await page.viewport(360, 700)
  await typeATitle(screen)
  await screen.getByRole('button', { name: 'Open menu' }).click()
  await screen.getByRole('link', { name: 'Events' }).click()
  await screen.getByRole('button', { name: 'Stay' }).click()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Title')).toHaveValue('At the sea')
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.poll(() => document.activeElement?.tagName).not.toBe('BODY')
})

test('does not ask when the sort order changes', async () => {
  const screen = await openPanel('/school', SCHOOL)
  await typeATitle(screen)
  await screen.getByLabelText('Sort').selectOptions('Oldest')
  await expect.poll(() => screen.router.state.location.search).toEqual({ sort: 'oldest' })
  await expect.element(screen.getByLabelText('Title')).toHaveValue('At the sea')
})

test('"Leave" goes several steps back, and keeps search, hash and history', async () => {
  const screen = await openPanel('/dashboard', SCHOOL, openBrowserHistory('/dashboard'))
  await screen.router.navigate({ to: '/events', search: { sort: 'oldest' }, hash: 'latest' })
  await screen.getByRole('button', { name: 'Gallery' }).click()
  await screen.getByRole('link', { name: 'School' }).click()
  await typeATitle(screen)
  window.history.go(-2)
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.poll(() => location.pathname).toBe('/dashboard')
  window.history.forward()
  await expect.poll(() => location.pathname + location.search + location.hash).toBe('/events?sort=oldest#latest')
  window.history.forward()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'School' })).toBeVisible()

  await typeATitle(screen)
  void screen.router.navigate({ to: '/events', search: { sort: 'oldest' }, hash: 'latest' })
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.poll(() => location.pathname + location.search + location.hash).toBe('/events?sort=oldest#latest')
})

test.each(['Stay', 'Leave'])(
  'asks once on two Backs at the same moment, and "%s" keeps address and page consistent',
  async (choice) => {
    const screen = await openPanel('/dashboard', SCHOOL, openBrowserHistory('/dashboard'))
    await screen.getByRole('link', { name: 'Events' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
    await openSavingForm(screen)
    addEventListener('popstate', () => window.history.back(), { once: true })
    window.history.back()
    await expect.element(leaveQuestion(screen)).toBeVisible()
    await expect.poll(() => location.pathname).toBe('/school')
    await screen.getByRole('button', { name: choice, exact: true }).click()
    const [path, title] = choice === 'Stay' ? ['/school', 'School'] : ['/events', 'Events Management']
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.poll(() => location.pathname).toBe(path)
    await expect.element(leaveQuestion(screen)).not.toBeInTheDocument()
    expect(screen.path()).toBe(path)
  },
)

test('cancels an upload only after confirmation', async () => {
  const screen = await openPanel('/school', SCHOOL)
  await screen.getByRole('button', { name: 'Add New Photo' }).first().click()
  await neverRespond()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByRole('progressbar')).toBeVisible()
  await screen.getByRole('link', { name: 'Events' }).click()
  await screen.getByRole('button', { name: 'Stay' }).click()
  await expect.element(screen.getByRole('progressbar')).toBeVisible()
  await screen.getByRole('link', { name: 'Events' }).click()
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.poll(screen.path).toBe('/events')
  await expect.poll(() => screen.queryClient.isMutating()).toBe(0)
})

test('asks before a logout, and then opens the login screen', async () => {
  const screen = await openPanel('/school', SCHOOL)
  await typeATitle(screen)
  const logOut = async () => {
    await screen.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
    await screen.getByRole('button', { name: 'Yes, logout' }).click()
  }
  await logOut()
  await screen.getByRole('button', { name: 'Stay' }).click()
  await expect.element(screen.getByRole('navigation').getByRole('button', { name: 'Logout' })).toHaveFocus()
  await expect.element(screen.getByLabelText('Title')).toHaveValue('At the sea')
  await respondWith({ ...NOBODY, 'POST /admin/logout': [200, ''] })
  await logOut()
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(screen.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
})
