import { beforeEach, expect, test, vi } from 'vitest'
import {
  expectNoRawValues,
  openMalformedPanel,
  press,
  WAIT_OPTIONS,
  watchConsole,
} from '../../testing/malformed-panel.tsx'
import { malformedRecords } from '../../testing/malformed-responses.ts'

const AT = (day: number) => `2026-03-${String(30 - day).padStart(2, '0')}T06:00:00.000Z`

/** Stored paths and the path on the media host that each links to. */
const PATHS: [stored: unknown, leads: string | undefined][] = [
  ['uploads/a.jpg', '/uploads/a.jpg'],
  ['/uploads/a.jpg', '/uploads/a.jpg'],
  ['//uploads/a.jpg', '/uploads/a.jpg'],
  ['uploads\\a.jpg', '/uploads/a.jpg'],
  [' uploads/नमस्ते 1.jpg ', '/uploads/%E0%A4%A8%E0%A4%AE%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87%201.jpg'],
  ['https://evil.example/a.jpg', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  [{ url: 'uploads/a.jpg' }, undefined],
  [['uploads/a.jpg'], undefined],
]

let consoleErrors: string[]
beforeEach(() => {
  consoleErrors = watchConsole()
})

test.each([
  ['/home-video', 'GET /homevideo/getvideo', 'videoUrl'],
  ['/school', 'GET /galleryphoto/School', 'imageUrl'],
  ['/events', 'GET /event', 'imageUrl'],
  ['/events', 'GET /event', 'image'],
])('%s links media paths only to the media host, with one leading slash (%s, %s)', async (path, call, field) => {
  const records = PATHS.map(([stored], index) => ({
    _id: `${index}`,
    title: `${index}`,
    createdAt: AT(index),
    [field]: stored,
  }))
  const { container } = await openMalformedPanel(path, { [call]: [200, records] })
  await vi.waitFor(() => expect(container.querySelectorAll('main article')).toHaveLength(PATHS.length), WAIT_OPTIONS)
  const leads = [...container.querySelectorAll('main article')].map((card) => {
    const href = card.querySelector('a[target=_blank]')?.getAttribute('href') ?? undefined
    return href?.replace(/^.*\/backend\/\w+/, '')
  })
  expect(leads).toEqual(PATHS.map(([, lead]) => lead))
  expectNoRawValues(consoleErrors)
})

test('shows unknown statuses, amounts sent as text, and currencies other than INR', async () => {
  const donations = [
    { localStatus: 'captured', amount: '5100', currency: null },
    { localStatus: 'AUTHORIZED', amount: 5100, currency: '' },
    { localStatus: 'on hold', amount: 'a lot' },
    { localStatus: null, amount: null, currency: 'USD' },
    { localStatus: { state: 'paid' }, amount: { paise: 1 } },
    { localStatus: 7, amount: 99, currency: 'USD' },
  ]
  const data = donations.map((fields, index) => ({ _id: `${index}`, createdAt: AT(index), ...fields }))
  const { container } = await openMalformedPanel('/donations', { 'GET /donate': [200, { data }] })
  const rows = () => [...container.querySelectorAll('main tbody > tr')].map(({ textContent }) => textContent)
  const wanted = [/₹51\.00.*Success/, /₹51\.00.*Success/, /—.*On hold/, /—.*Unknown/, /—.*Unknown/, /USD\s0\.99.*7/]
  await vi.waitFor(() => expect(rows()).toEqual(wanted.map((words) => expect.stringMatching(words))), WAIT_OPTIONS)
  expectNoRawValues(consoleErrors)
})

test('lists unknown sections after the known ones', async () => {
  const admin = {
    _id: 7,
    username: 'ramesh',
    email: 'r@x.org',
    role: 'admin',
    sections: ['Reports', 'Gaushala', null, 4],
  }
  const { container } = await openMalformedPanel('/admin', { 'GET /admin': [200, { data: [admin] }] })
  await vi.waitFor(
    () => expect(container.querySelector('main tbody')?.textContent).toMatch(/Gaushala, Reports, 4/),
    WAIT_OPTIONS,
  )
  expectNoRawValues(consoleErrors)
})

test.each([
  [
    '/donations',
    'GET /donate',
    { donorName: 1, amount: 1, razorpay: 1, receipt: 1, updatedAt: 1, refundedAmount: 1 },
    '[aria-label^=Details]',
  ],
  [
    '/message',
    'GET /message/getMessage',
    { name: 1, email: 1, subject: 1, message: 1, createdAt: 1 },
    '[aria-haspopup=dialog]',
  ],
  [
    '/school',
    'GET /galleryphoto/School',
    { title: 1, description: 1, imageUrl: 1, createdAt: 1 },
    '[aria-label^=Edit]',
  ],
  ['/admin', 'GET /admin', { username: 1, email: 1, sections: 1, createdAt: 1 }, '[aria-label^=Edit]'],
])('%s opens records in which only the id is valid', async (path, call, record, opener) => {
  const { container } = await openMalformedPanel(path, { [call]: [200, malformedRecords(record)] })
  const openers = () => [...container.querySelectorAll<HTMLElement>(`main :is(tbody, article) ${opener}`)]
  await vi.waitFor(() => expect(openers().length).toBeGreaterThan(5), WAIT_OPTIONS)
  for (const button of openers()) {
    button.click()
    await vi.waitFor(
      () => expect(document.querySelector('main form [name], [role=dialog] h2')).not.toBeNull(),
      WAIT_OPTIONS,
    )
    expectNoRawValues(consoleErrors)
    if (document.querySelector('[role=dialog]')) await press('Close')
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), WAIT_OPTIONS)
  }
})
