import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../testing/backend.ts'
import {
  expectNoRawValues,
  openMalformedPanel,
  press,
  WAIT_OPTIONS,
  watchConsole,
} from '../../testing/malformed-panel.tsx'
import {
  CHANGE_RESPONSES,
  FAILED_RESPONSES,
  type Fields,
  listResponses,
  type Reply,
} from '../../testing/malformed-responses.ts'
import { NOBODY } from '../../testing/open-panel.tsx'
import { leavePage } from '../session/session-state.ts'

const AT = '2026-03-01T06:00:00.000Z'
const ME = {
  _id: '1',
  username: 'seva',
  email: 'seva@x.org',
  role: 'admin',
  sections: ['Profile', 'Reports'],
  createdAt: AT,
}
const me = (fields: Fields) => ({ ...ME, ...fields })

let consoleErrors: string[]
beforeEach(() => {
  consoleErrors = watchConsole()
})

/**
 * Responses of `/admin/me`, the page that each opens, and the profile that it shows: role,
 * sections, joined date.
 */
const PEOPLE: [name: string, body: unknown, path: string, details?: string[]][] = [
  ['as specified', ME, '/profile', ['Admin', 'ProfileReports', '01 Mar 2026']],
  ['in data', { success: true, data: ME }, '/profile', ['Admin', 'ProfileReports', '01 Mar 2026']],
  ['in data without a flag', { data: ME }, '/profile'],
  ['in admin', { success: true, message: null, admin: ME }, '/profile'],
  [
    'numbers',
    me({ _id: 7, username: 5, email: 6, createdAt: Date.parse(AT) }),
    '/profile',
    ['Admin', 'ProfileReports', '01 Mar 2026'],
  ],
  ['null and numbers among the sections', me({ sections: [null, 1, 'Profile', {}, ['All'], ''] }), '/profile'],
  ['one section twice', me({ sections: ['Profile', 'Profile'] }), '/profile'],
  ['unknown fields', me({ __v: 0, level: 'all', uploadLimits: [], mustChangePassword: 'no', toString: 1 }), '/profile'],
  [
    'no name and no address',
    me({ username: null, email: undefined, createdAt: {} }),
    '/profile',
    ['Admin', 'ProfileReports', '—'],
  ],
  [
    'objects as texts',
    me({ _id: {}, username: { a: 1 }, email: [], createdAt: [null] }),
    '/profile',
    ['Admin', 'ProfileReports', '—'],
  ],
  ['a superadmin without sections', me({ role: 'superadmin', sections: null }), '/dashboard'],
  ['an unknown role', me({ role: 'owner', sections: ['Reports', 'owner'] }), '/403'],
  ['an object as role', me({ role: { name: 'superadmin' }, sections: [] }), '/403'],
  ['no sections', me({ sections: null }), '/403'],
  ['a text as sections', me({ sections: 'All' }), '/403'],
  ['an object as sections', me({ sections: { All: true } }), '/403'],
  ['unknown sections', me({ sections: ['Reports'] }), '/403'],
  ['no admin', { success: true, data: {} }, '/'],
]

test('opens the first permitted page for every variant of an admin record', async () => {
  const { loads, path } = await openMalformedPanel('/profile')
  for (const [name, body, expected, details] of PEOPLE) {
    await start({ loads }, [200, body])
    await vi.waitFor(() => expect(path(), name).toBe(expected), WAIT_OPTIONS)
    if (details) await vi.waitFor(() => expect(profileDetails(), name).toEqual(details), WAIT_OPTIONS)
    await vi.waitFor(() => expectNoRawValues(consoleErrors), WAIT_OPTIONS)
  }
})

test('shows the login screen when the admin cannot be read', async () => {
  const { loads, path } = await openMalformedPanel('/profile')
  for (const [name, reply] of FAILED_RESPONSES) {
    await start({ loads }, [200, ME])
    await vi.waitFor(() => expect(path(), name).toBe('/profile'), WAIT_OPTIONS)
    await start({ loads }, reply)
    await vi.waitFor(() => expect(path(), name).toBe('/'), WAIT_OPTIONS)
    await expect.element(page.getByLabelText('Username')).toBeVisible()
    expectNoRawValues(consoleErrors)
  }
})

test('shows that the profile could not be loaded', async () => {
  const { refetch } = await openMalformedPanel('/profile')
  for (const [name, reply] of FAILED_RESPONSES.slice(0, 4)) {
    await refetch({ 'GET /admin/me': reply })
    const shows = (selector: string) => textOf(selector).includes('Failed to load profile')
    await vi.waitFor(() => expect([shows('main'), shows('[role=status]')], name).toEqual([true, true]), WAIT_OPTIONS)
    expectNoRawValues(consoleErrors)
  }
})

test('shows a dash on the dashboard for every unreadable figure, and no toast', async () => {
  const record = { _id: '1', donorName: 'Asha', amount: 5_100, currency: 'INR', createdAt: AT, donorPhone: '98123' }
  const { refetch, container } = await openMalformedPanel('/dashboard')
  const figure = (name: string) => page.getByRole('group', { name }).element().textContent
  for (const { name, outcome, records, reply } of listResponses(record)) {
    const response = reply(records)
    await refetch({ 'GET /donate/successful': response, 'GET /event': response, 'GET /admin': response })
    const isHad = outcome === 'records' || outcome === 'empty'
    const count = isHad ? `${records.length}` : '—'
    await vi.waitFor(() => {
      expect(figure('Upcoming Events'), name).toContain(`Events${count}`)
      expect(figure('Admins'), name).toContain(`Admins${count}`)
      expect(figure('Donations'), name).toMatch(isHad ? /₹\d|₹-\d|-₹\d/ : /Donations—/)
      expect(container.querySelectorAll('main ol > li'), name).toHaveLength(Math.min(records.length, 5))
    }, WAIT_OPTIONS)
    expect(textOf('[role=status]'), name).toBe('')
    expectNoRawValues(consoleErrors)
  }
})

test('shows success or failure of a login for every response', async () => {
  const { loads, path } = await openMalformedPanel('/profile')
  const tokens: [string, boolean, Reply][] = [
    ['a token that is a number', true, [200, { token: 7 }]],
    ['a token in data', true, [200, { success: true, data: { token: 'x' } }]],
  ]
  for (const [name, isDone, reply] of [...CHANGE_RESPONSES, ...tokens]) {
    await start({ loads }, NOBODY['GET /admin/me'] ?? [401, ''])
    await vi.waitFor(() => expect(path(), name).toBe('/'), WAIT_OPTIONS)
    await page.getByLabelText('Username').fill('seva')
    await page.getByLabelText('Password', { exact: true }).fill('Cows#2026')
    await respondWith({ 'GET /admin/me': [200, ME], 'POST /admin/login': reply })
    await press('Login')
    const failure = [...CHANGE_RESPONSES].find(([response]) => response === name && name === 'a refusal under 200')
      ? 'Not today'
      : 'Login failed. Please try again.'
    const isShown = () => page.getByRole('main').element().textContent.includes(failure)
    if (isDone) await vi.waitFor(() => expect(path(), name).toBe('/profile'), WAIT_OPTIONS)
    else await vi.waitFor(() => expect(isShown(), name).toBe(true), WAIT_OPTIONS)
    await vi.waitFor(() => expectNoRawValues(consoleErrors), WAIT_OPTIONS)
  }
})

/** A sample, since the same code reads the responses to login and logout. */
const LOGOUT_RESPONSES = ['no body', 'a web page', 'a refusal under 200', 'a connection closed before the response']

test('shows success or failure of a logout for every response', async () => {
  const { loads, path } = await openMalformedPanel('/profile')
  for (const [name, isDone, reply] of CHANGE_RESPONSES.filter(([name]) => LOGOUT_RESPONSES.includes(name))) {
    await start({ loads }, [200, ME])
    await respondWith({ 'GET /admin/me': isDone ? [401, ''] : [200, ME], 'POST /admin/logout': reply })
    await press('Logout')
    await press('Yes, logout')
    const words = isDone ? 'Logged out successfully' : 'Failed to logout. Please try again.'
    await vi.waitFor(() => expect(document.body.textContent, name).toContain(words), WAIT_OPTIONS)
    await vi.waitFor(() => expect(path(), name).toBe(isDone ? '/' : '/profile'), WAIT_OPTIONS)
    await vi.waitFor(() => expectNoRawValues(consoleErrors), WAIT_OPTIONS)
  }
})

type Panel = Awaited<ReturnType<typeof openMalformedPanel>>

/** Reloads the panel with a backend that sends this response to `/admin/me`. */
async function start({ loads }: Pick<Panel, 'loads'>, reply: Reply): Promise<void> {
  const { length } = loads
  await respondWith({ 'GET /admin/me': reply })
  leavePage('post-login')
  await vi.waitFor(() => expect(loads.length).toBeGreaterThan(length), WAIT_OPTIONS)
}

function textOf(selector: string): string {
  return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('')
}

function profileDetails(): string[] {
  return [...document.querySelectorAll('main dd')].map(({ textContent }) => textContent)
}
