import { toast } from 'react-hot-toast/headless'
import { beforeEach, expect, test, vi } from 'vitest'
import { ok, respondWith } from '../../testing/backend.ts'
import {
  expectNoRawValues,
  openMalformedPanel,
  press,
  WAIT_OPTIONS,
  watchConsole,
} from '../../testing/malformed-panel.tsx'
import { type Backend, SUPERADMIN } from '../../testing/open-panel.tsx'

type Fields = Record<string, unknown>

const AT = '2026-03-01T06:00:00.000Z'
const MEDIA = { _id: 'm1', title: 'Milk', description: 'Each morning', createdAt: AT }
const DONATION = {
  ...{ _id: 'd1', donorName: 'Asha', donorEmail: 'asha@x.org', donorPhone: '+919812345678', purpose: 'Gau Seva' },
  ...{ amount: 5_100, currency: 'INR', localStatus: 'captured', createdAt: AT, updatedAt: AT, refundedAmount: 1 },
  razorpay: { orderId: 'o1', paymentId: 'p1', signature: null },
  receipt: { token: 't1', expiresAt: AT },
}
const MESSAGE = { _id: 'm1', name: 'Anil', email: 'anil@x.org', subject: 'Visit', message: 'On Sunday?', createdAt: AT }
const ADMIN = { _id: 'a1', username: 'ramesh', email: 'r@x.org', role: 'admin', sections: ['Gallery'], createdAt: AT }
const SESSION = {
  ...{ _id: 's1', sessionId: 'x1', device: 'Chrome on Android', location: 'Pune', ip: '203.0.113.7', lastSeenAt: AT },
  ...{ isActive: true, adminId: { username: 'seva', email: 's@x.org' } },
}

/** Values that are invalid for most fields. */
const WRONG = [
  ...[null, '', '  ', { a: { b: null } }, {}, [null, 1, {}], true, false, 0, -1, 1e308, 'soon'],
  '<img src=x onerror="window.hit=1">',
]

const mapped = (record: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** Sends numbers as text, and texts as numbers. */
const swapped = (value: unknown) => (typeof value === 'number' ? `${value}` : 12_345)

/** Records without each of the fields, and with a wrong value in each, and in all. */
function malformedRecords(record: Fields): Fields[] {
  const names = Object.keys(record)
  return [
    ...names.map((name) => ({ ...record, [name]: undefined })),
    { ...record, __v: 0, id: null, extra: { a: [1] }, isDeleted: 'no', toString: 1 },
    mapped(record, swapped),
    ...WRONG.flatMap((value) => names.map((name) => ({ ...record, [name]: value }))),
    ...WRONG.map((value) => ({ ...mapped(record, () => value), _id: `wrong-${value}` })),
  ]
}

let consoleErrors: string[]
beforeEach(() => {
  consoleErrors = watchConsole()
})

test.each([
  ['/home-video', 'GET /homevideo/getvideo', { ...MEDIA, videoUrl: 'uploads/a.mp4' }],
  [
    '/eye-hospital',
    'GET /galleryphoto/EyeHospital',
    { ...MEDIA, imageUrl: '/uploads/a.jpg', sectionName: 'EyeHospital' },
  ],
  ['/events', 'GET /event', { ...MEDIA, imageUrl: 'uploads/a.jpg', image: 'uploads/b.jpg' }],
  ['/users', 'GET /donate', DONATION],
  ['/donations', 'GET /donate', DONATION],
  ['/message', 'GET /message/getMessage', MESSAGE],
  ['/admin', 'GET /admin', ADMIN],
  ['/login-sessions', 'GET /admin/sessions', SESSION],
  ['/dashboard', 'GET /donate/successful', DONATION],
])('%s shows what can be read of each record, and opens it', async (path, call, record) => {
  const { refetch, container } = await openMalformedPanel(path, { [call]: [200, []] })
  const shown = () => container.querySelectorAll('main :is(tbody > tr, article, ol > li)').length
  const most = path === '/dashboard' ? 5 : 10
  const opener = ':is(tbody, article) :is([aria-label^=Details], [aria-label^=Edit], [aria-haspopup=dialog])'
  const records = malformedRecords(record)
  for (let at = 0; at < records.length; at += 10) {
    const page = records.slice(at, at + 10)
    await refetch({ [call]: [200, page] })
    // An account of an unreadable role counts as an admin, and one of another role is not listed.
    const least = path === '/admin' ? 1 : Math.min(most, page.length)
    await vi.waitFor(() => expect(shown(), `from ${at}`).toBeGreaterThanOrEqual(least), WAIT_OPTIONS)
    expectNoRawValues(consoleErrors)
  }
  for (const button of container.querySelectorAll<HTMLButtonElement>(`main ${opener}:enabled`)) {
    button.click()
    const isOpen = () => document.querySelector('main form [name], [role=dialog] h2') !== null
    await vi.waitFor(() => expect(isOpen()).toBe(true), WAIT_OPTIONS)
    expectNoRawValues(consoleErrors)
    if (document.querySelector('[role=dialog]')) await press('Close')
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), WAIT_OPTIONS)
  }
})

interface Change {
  path: string
  call: string
  responses: Backend
  open: string
  done: string
  failed: string
}

test.each<Change>([
  {
    path: '/school',
    call: 'PUT /galleryphoto/School/m1',
    responses: { 'GET /galleryphoto/School': [200, [MEDIA]] },
    open: 'Edit Milk',
    done: 'Photo updated successfully',
    failed: 'Failed to save photo',
  },
  {
    path: '/admin',
    call: 'POST /admin/addadmin',
    responses: { 'GET /admin': [200, [ADMIN]] },
    open: 'Add New Admin',
    done: 'Admin added successfully',
    failed: 'Failed to save admin',
  },
])('$path says whether a change was made, whatever the response', async ({ path, call, responses, open, ...words }) => {
  const { refetch } = await openMalformedPanel(path, responses)
  const replies: [isDone: boolean, reply: Backend[string]][] = [
    [true, [200, 'null']],
    [true, [201, []]],
    [true, ok({ _id: {}, title: [null], version: 'x' })],
    [false, [200, '<!doctype html>', { 'content-type': 'text/html; charset=utf-8' }]],
    [false, [400, { message: null, fields: { title: null, username: { a: 1 }, other: 7 } }]],
    [false, [-1, '']],
    [false, [-2, { success: true }]],
  ]
  for (const [isDone, reply] of replies) {
    if (document.querySelector('main form')) await respondWith({ ...SUPERADMIN, ...responses, [call]: reply })
    else {
      await refetch({ [call]: reply })
      await press(open)
    }
    await press('Save')
    const expected = isDone ? words.done : words.failed
    const said = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join()
    await vi.waitFor(() => expect(said(), JSON.stringify(reply)).toContain(expected), WAIT_OPTIONS)
    expectNoRawValues(consoleErrors)
    toast.remove()
  }
})
