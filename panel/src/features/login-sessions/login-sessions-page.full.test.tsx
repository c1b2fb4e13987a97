import { toast } from 'react-hot-toast/headless'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, NOBODY, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'

const ME = signedIn(['LoginSessions'])
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS - 60_000).toISOString()
const OWNER = { username: 'seva', email: 'seva@trust.example' }
const COMMON = { location: 'Jaipur, India', ip: '203.0.113.7', isActive: true, isCurrent: false, adminId: OWNER }
const SESSIONS = [
  { ...COMMON, _id: 's1', sessionId: 's1', device: 'Chrome on Windows', lastSeenAt: ago(0), isCurrent: true },
  { ...COMMON, _id: 's2', sessionId: 's2', device: 'Chrome on Android', lastSeenAt: ago(5) },
  { ...COMMON, _id: 's3', sessionId: 's3', device: 'Safari on iPhone', lastSeenAt: ago(50), isActive: false },
]
const list = (data: unknown, more: Backend = {}): Backend => ({
  ...ME,
  'GET /admin/sessions': ok(data),
  ...more,
})

const row = (name: string | RegExp) => page.getByRole('row', { name })
const rows = page.getByRole('row')
const open = (backend: Backend = list(SESSIONS)) => openPanel('/login-sessions', backend)
const figure = (name: string) => page.getByRole('group', { name, exact: true })
const others = button('Logout all others')
const yes = button('Yes')

test('shows the counts and each session, with the current session first and marked', async () => {
  await open(list([SESSIONS[2], SESSIONS[1], SESSIONS[0]]))
  await expect.element(rows).toHaveLength(4)
  const cells = [...rows.nth(1).element().children].map((cell) => cell.textContent)
  expect(cells.slice(0, 4)).toEqual(['Chrome on WindowsThis device', 'Jaipur, India', '203.0.113.7', 'Active now'])
  await expect.element(row(/^Safari on iPhone/)).toMatchTextContent('2 days agoInactive')
  await expect.element(row(/^Chrome on Android/)).toMatchTextContent('5 hours ago')
  await expect.element(page.getByText('This device')).toHaveLength(1)
  await expect.element(page.getByText('Inactive', { exact: true })).toHaveLength(1)
  await expect.element(button('Logout Safari on iPhone')).not.toBeInTheDocument()
  await expect.element(button('Delete Safari on iPhone')).toBeEnabled()
  await expect.element(figure('Total sessions')).toMatchTextContent('3')
  await expect.element(figure('Active sessions')).toMatchTextContent('2')
  await expect.element(figure('Suspicious sessions')).toMatchTextContent('0')
})

test('takes the last-seen label from lastSeenAt, also for the current session and a future time', async () => {
  await open(
    list([
      { ...SESSIONS[0], lastSeenAt: ago(30) },
      { ...SESSIONS[1], lastSeenAt: ago(-30) },
    ]),
  )
  await expect.element(row(/^Chrome on Windows/)).toMatchTextContent('1 days ago')
  await expect.element(row(/^Chrome on Android/)).toMatchTextContent('Active now')
})

test('logs out a session after confirmation and shows it as inactive', async () => {
  await open(list(SESSIONS, { 'POST /admin/sessions/s2/revoke': [200, { success: true, message: 'Done' }] }))
  await button('Logout Chrome on Android').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Are you sure?' })).toMatchTextContent('Chrome on Android')
  await expect.element(button('Cancel')).toHaveFocus()
  await respondWith(
    list([SESSIONS[0], { ...SESSIONS[1], isActive: false }], { 'POST /admin/sessions/s2/revoke': [200, ''] }),
  )
  await yes.click()
  await expect.element(page.getByText('The session was logged out')).toBeVisible()
  await expect.element(row(/^Chrome on Android/)).toMatchTextContent('Inactive')
  await expect.element(row(/^Chrome on Android/)).toHaveFocus()
  await expect.element(button('Logout Chrome on Android')).not.toBeInTheDocument()
  await expect.element(others).toBeDisabled()
})

test('adds location, IP and time to the names of sessions on equal devices', async () => {
  const twin = { ...SESSIONS[1], _id: 's4', sessionId: 's4', location: 'Pune', ip: '198.51.100.1', lastSeenAt: ago(50) }
  await open(list([...SESSIONS, twin]))
  await expect.element(button('Logout Chrome on Windows')).toBeVisible()
  await expect.element(button('Delete Chrome on Android (Jaipur, India, 203.0.113.7, 5 hours ago)')).toBeVisible()
  await button('Logout Chrome on Android (Pune, 198.51.100.1, 2 days ago)').click()
  const words = 'Chrome on Android (Pune, 198.51.100.1, 2 days ago) will be logged out.'
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(words)
  await button('Cancel').click()
  await button('Delete Safari on iPhone').click()
  const entry = 'Safari on iPhone (Jaipur, India, 203.0.113.7, 2 days ago) will be permanently removed from this list.'
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(entry)
})

test('puts the device before the verb in Hindi', async () => {
  await open()
  await activateLanguage('hi')
  await page.getByRole('button', { name: 'Android पर Chrome से लॉगआउट करें' }).click()
  const words = 'Android पर Chrome (Jaipur, India, 203.0.113.7, 5 घंटे पहले) से लॉगआउट हो जाएगा'
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(words)
})

test('logs out all sessions except the current one', async () => {
  const revoke: Backend = { 'POST /admin/sessions/revoke-others': [200, { success: true }] }
  await open(list(SESSIONS, revoke))
  await others.click()
  await expect.element(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
  await respondWith(list([SESSIONS[0], { ...SESSIONS[1], isActive: false }, SESSIONS[2]], revoke))
  await yes.click()
  await expect.element(page.getByText('All other sessions were logged out')).toBeVisible()
  await expect.element(others).toBeDisabled()
  await expect.element(figure('Active sessions')).toMatchTextContent('1')
  await expect.element(page.getByRole('heading', { name: 'Login Sessions' })).toHaveFocus()
})

test('deletes after confirmation and focuses the next row', async () => {
  const gone: Backend = { 'DELETE /admin/sessions/s2': [200, { success: true }] }
  await open(list(SESSIONS, gone))
  await button('Delete Chrome on Android').click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Are you sure?' }))
    .toMatchTextContent('will be logged out')
  await respondWith(list([SESSIONS[0], SESSIONS[2]], gone))
  await button('Yes').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Deleted!' })).toBeVisible()
  await expect.element(page.getByText('Your session has been deleted.')).toBeVisible()
  await button('OK').click()
  await expect.element(row(/^Safari on iPhone/)).toHaveFocus()
  await expect.element(rows).toHaveLength(3)
})

test.each([
  ['Logout', 'POST /admin/sessions/s1/revoke', 'Logout?', 'Yes, logout'],
  ['Delete', 'DELETE /admin/sessions/s1', 'Are you sure?', 'Yes'],
])('%s of the current session logs the user out', async (action, call, title, confirmLabel) => {
  const screen = await open(list(SESSIONS, { [call]: [200, { success: true }] }))
  await button(`${action} Chrome on Windows`).click()
  await expect.element(page.getByRole('alertdialog', { name: title })).toBeVisible()
  await respondWith({ ...NOBODY, [call]: [200, { success: true }] })
  await button(confirmLabel).click()
  await expect.element(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect.element(page.getByText('Logged out successfully')).toBeVisible()
  await expect.poll(screen.path).toBe('/')
  expect(screen.loads).toEqual(['/login?notice=logged-out'])
  await expect.element(page.getByText(/^Failed/)).not.toBeInTheDocument()
})

test('shows each failure and keeps the list', async () => {
  const screen = await open()
  for (const [name, confirmLabel, text] of [
    ['Logout Chrome on Android', 'Yes', 'Failed to logout session'],
    ['Delete Chrome on Android', 'Yes', 'Failed to delete session'],
    ['Logout all others', 'Yes', 'Failed to logout other sessions'],
    ['Logout Chrome on Windows', 'Yes, logout', 'Failed to logout session'],
    ['Delete Chrome on Windows', 'Yes', 'Failed to delete session'],
  ] as const) {
    toast.remove()
    await expect.element(page.getByText(text, { exact: true }), { message: name }).not.toBeInTheDocument()
    await button(name).click()
    await button(confirmLabel).click()
    await expect.element(page.getByText(text, { exact: true }), { message: name }).toBeVisible()
    await expect.element(rows, { message: name }).toHaveLength(4)
    await expect.element(button(name), { message: name }).toBeEnabled()
    expect(screen.path(), name).toBe('/login-sessions')
  }
})

describe('when the backend marks no session as current', () => {
  const UNMARKED = SESSIONS.map(({ isCurrent, ...session }) => session)

  test.each([
    ['Logout', 'POST /admin/sessions/s1/revoke'],
    ['Delete', 'DELETE /admin/sessions/s1'],
  ])('%s of the session in use logs the user out', async (action, call) => {
    const screen = await open(list(UNMARKED))
    await button(`${action} Chrome on Windows`).click()
    await respondWith({ ...NOBODY, [call]: [200, ''] })
    await yes.click()
    await expect.element(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect.element(page.getByText('Logged out successfully')).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(screen.path()).toBe('/')
    await expect.element(page.getByText(/^Failed/)).not.toBeInTheDocument()
  })

  test('does not mark all sessions inactive before the refetch', async () => {
    const revoke: Backend = { 'POST /admin/sessions/revoke-others': [200, ''] }
    const { queryClient } = await open(list(UNMARKED, revoke))
    await others.click()
    const activeCounts: number[] = []
    const stop = queryClient.getQueryCache().subscribe(({ query }) => {
      const sessions = query.queryKey[0] === 'sessions' ? query.state.data : undefined
      if (Array.isArray(sessions)) activeCounts.push(sessions.filter(({ isActive }) => isActive).length)
    })
    await respondWith(list([UNMARKED[0], { ...UNMARKED[1], isActive: false }, UNMARKED[2]], revoke))
    await yes.click()
    await expect.element(row(/^Chrome on Android/)).toMatchTextContent('Inactive')
    stop()
    expect(activeCounts).not.toContain(0)
  })
})

test('logs out all other sessions even if the list failed to load', async () => {
  await open({ ...ME, 'GET /admin/sessions': [400, ''], 'POST /admin/sessions/revoke-others': [200, ''] })
  await expect.element(button('Try again')).toBeVisible()
  await others.click()
  await yes.click()
  await expect.element(page.getByText('All other sessions were logged out')).toBeVisible()
})

test('sends one request for a double click on Yes', async () => {
  await open(list(SESSIONS, { 'POST /admin/sessions/s2/revoke': [200, ''] }))
  const calls = watchCalls()
  await button('Logout Chrome on Android').click()
  await userEvent.dblClick(yes)
  await expect.element(page.getByText('The session was logged out')).toBeVisible()
  expect(calls.map(([call]) => call)).toEqual(['POST /admin/sessions/s2/revoke'])
})

test('names devices and times in Hindi, and fits 320 px', async () => {
  await open()
  await expect.element(rows).toHaveLength(4)
  await activateLanguage('hi')
  await page.viewport(320, 640)
  await expect.element(page.getByText('Android पर Chrome')).toBeVisible()
  await expect.element(page.getByText('5 घंटे पहले')).toBeVisible()
  await expect.element(page.getByText('2 दिन पहले')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('shows until when a device is trusted, and ends the trust', async () => {
  const [here, phone] = SESSIONS
  await open(list([here, { ...phone, trustedUntil: '2026-12-23T06:00:00.000Z' }]))
  const device = row(/^Chrome on Android/)
  await expect.element(device).toMatchTextContent('Trusted until 23 Dec 2026')
  await expect.element(page.getByRole('button', { name: /^End trust/ })).toHaveLength(1)
  await respondWith(list([here, phone], { 'DELETE /admin/sessions/s2/trust': [200, { success: true }] }))
  const calls = watchCalls()
  await button('End trust in Chrome on Android').click()
  await expect.element(page.getByText('This device needs a code at its next sign-in')).toBeVisible()
  await expect.element(device).not.toMatchTextContent('Trusted until')
  await expect.element(device).toHaveFocus()
  expect(calls).toEqual([['DELETE /admin/sessions/s2/trust', null]])
})
