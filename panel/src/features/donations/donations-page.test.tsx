import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../../testing/donations.ts'
import { type Backend, openPanel } from '../../../testing/open-panel.tsx'

/** Stops the clock late in a month, so that all recent donations are from that month. */
const stopClock = () => vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T06:00:00Z'))
stopClock()

const FEW = [
  donation(5, { donorName: null, donorEmail: null, donorPhone: '+91 98765 43210', localStatus: 'refunded' }),
  donation(1, { donorName: 'Asha Patil', amount: 10_000_000, purpose: null }),
  donation(3, { donorName: 'Bob', amount: 50, currency: 'USD', localStatus: 'Authorized' }),
  donation(24 * 800, { donorName: 'मीरा', localStatus: 'failed', purpose: 'गौ सेवा' }),
]
const MANY = Array.from({ length: 25 }, (_, index) => donation(index + 1))

const card = (name: string) => page.getByRole('group', { name })
const rows = () => page.getByRole('table').getByRole('row')
const names = () => page.getByRole('rowheader')

beforeEach(() => {
  stopClock()
})

describe.each([
  ['a backend that sends the whole list', (list: typeof FEW) => plainBackend(list)],
  [
    'a paging server',
    (list: typeof FEW) =>
      extendedBackend(list, [
        { search: 'GAU' },
        { search: '98765-43' },
        { status: 'failed' },
        { status: 'failed', period: 'today' },
        { search: 'donor', status: 'authorized' },
      ]),
  ],
] as const)('on %s', (_name, backendOf) => {
  test('shows totals over all donations, lists the newest first, and searches while the user types', async () => {
    const { router } = await openPanel('/donations', backendOf(FEW))
    await expect.element(card('Total Amount')).toMatchTextContent('₹1,00,000.50')
    await expect.element(card('This Month')).toMatchTextContent('₹1,00,000.50')
    await expect.element(card('Number of Donations')).toMatchTextContent(/Donations42 successful$/)
    await expect.element(card('Unique Donors')).toMatchTextContent(/Donors4$/)
    await expect.element(page.getByText(/in other currencies/)).toBeVisible()
    await expect.element(rows()).toHaveLength(5)
    await expect.element(names().nth(0)).toMatchTextContent(/^Asha Patil$/)
    await expect.element(rows().nth(1)).toMatchTextContent('₹1,00,000.00—Success')
    await expect.element(rows().nth(2)).toMatchTextContent(/Bob.*USD\s0\.50Gau SevaSuccess/)
    await expect.element(rows().nth(3)).toMatchTextContent(/^Anonymous.*Refunded/)
    await expect.element(rows().nth(4)).toMatchTextContent(/मीरा.*Failed/)
    const call = page.getByRole('link', { name: '+91 98765 43210' })
    await expect.element(call).toHaveAttribute('href', 'tel:+919876543210')
    await expect.element(page.getByText('1–4 of 4')).toBeVisible()

    const search = page.getByRole('searchbox')
    await search.fill('GAU')
    await expect.element(rows()).toHaveLength(3)
    await search.fill('98765-43')
    await expect.element(rows()).toHaveLength(2)
    await expect.element(names()).toMatchTextContent('Anonymous')
    await expect.poll(() => router.state.location.search).toEqual({ q: '98765-43' })
    await expect.element(card('Number of Donations')).toMatchTextContent(/42 successful$/)
  })

  test('keeps the filters in the address, and returns to page 1 when they change', async () => {
    const { router } = await openPanel('/donations?page=2', backendOf([...MANY, ...FEW]))
    await expect.element(page.getByText('11–20 of 29')).toBeVisible()
    await page.getByLabelText('Status').selectOptions('Failed')
    await expect.element(rows()).toHaveLength(2)
    await expect.poll(() => router.state.location.search).toEqual({ status: 'failed' })
    await page.getByLabelText('Period').selectOptions('Today')
    await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all donations' }).click()
    await expect.element(rows()).toHaveLength(11)
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await expect.poll(() => router.state.location.search).toEqual({})
  })

  test('shows the search, filter and page of a shared link', async () => {
    await openPanel('/donations?q=donor&status=authorized&page=2', backendOf(MANY))
    await expect.element(page.getByText('11–20 of 25')).toBeVisible()
    await expect.element(page.getByRole('searchbox')).toHaveValue('donor')
    await expect.element(page.getByLabelText('Status')).toHaveValue('authorized')
  })

  test('shows the last page if the address has a higher page number, and corrects the address', async () => {
    const { router } = await openPanel('/donations?page=999999999', backendOf(MANY.slice(0, 12)))
    await expect.element(page.getByText('11–12 of 12')).toBeVisible()
    await expect.poll(() => router.state.location.search).toEqual({ page: '2' })
  })

  test('ignores invalid values in the address, and returns to the previous page on Back', async () => {
    const history = createMemoryHistory({ initialEntries: ['/donations?page=0&period=decade&status='] })
    await openPanel('/donations', backendOf(MANY), history)
    await expect.element(page.getByText('1–10 of 25')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.element(names().first()).toMatchTextContent(/^Donor 11$/)
    history.back()
    await expect.element(names().first()).toMatchTextContent(/^Donor 1$/)
  })

  test('returns to the page that a search was begun on, by Back', async () => {
    const history = createMemoryHistory({ initialEntries: ['/donations?page=2'] })
    await openPanel('/donations', backendOf([...MANY, ...FEW]), history)
    await expect.element(page.getByText('11–20 of 29')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.element(page.getByText('21–29 of 29')).toBeVisible()
    await page.getByRole('searchbox').fill('GAU')
    await expect.poll(() => history.location.search).toBe('?q=GAU')
    history.back()
    await expect.element(page.getByText('11–20 of 29')).toBeVisible()
    expect(history.location.search).toBe('?page=2')
  })

  test('shows a failed fetch as a toast and in place of the rows, and retries', async () => {
    const failing = Object.fromEntries(
      Object.entries(backendOf(FEW)).map(([call, response]) =>
        call.startsWith('GET /donate') && !call.includes('/held')
          ? [call, [403, { success: false, message: 'Not yours.' }]]
          : [call, response],
      ),
    ) as ReturnType<typeof backendOf>
    await openPanel('/donations', failing)
    await expect.element(page.getByRole('status').getByText('Failed to fetch donations.')).toBeVisible()
    expect(page.getByRole('status').getByText('Failed to fetch donations.').elements()).toHaveLength(1)
    await expect.element(page.getByText('Not yours.')).toBeVisible()
    await expect.element(card('Total Amount')).toMatchTextContent(/Amount—$/)
    await expect.element(card('Unique Donors')).toMatchTextContent(/Donors—$/)
    await respondWith(backendOf(FEW))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(rows()).toHaveLength(5)
    await expect.element(card('Number of Donations')).toMatchTextContent(/42 successful$/)
  })
})

test.each([1280, 360])('the list and its rows are where their placeholders were at %i px', async (width) => {
  const choice = { _id: 'p1', nameEn: 'Cow feed', nameHi: 'गौ सेवा', isRetired: false }
  const fields = { purposes: [choice], institutions: [choice], modes: ['cash'], collectors: ['Ravi'] }
  const held = [{ paymentId: 'pay_1', reason: 'order-paid', amount: 1, orderedAmount: 1 }]
  const figures = { totalAmount: 100, monthAmount: 100, count: 25, uniqueDonors: 1, successfulCount: 1 }
  const loaded = extendedBackend(MANY, [], {
    'GET /donate/summary': [200, { success: true, data: figures, heldPayments: 1 }],
    'GET /donate/fields': [200, { success: true, data: fields }],
    'GET /donate/held?page=1&limit=100': [200, { success: true, data: held, total: 1, page: 1 }],
  })
  const { 'GET /admin/me': me, ...calls } = loaded
  const hanging: Backend = Object.fromEntries(Object.keys(calls).map((call) => [call, [0, '']]))
  const isTable = width > 1000
  const part = isTable ? 'main tbody tr:last-child' : 'main table'
  const topOfList = () => document.querySelector(part)?.getBoundingClientRect().top
  const placeholder = await openPanel('/donations', { ...hanging, ...(me && { 'GET /admin/me': me }) })
  await page.viewport(width, 800)
  await expect.element(page.getByText('Loading donations...')).toBeVisible()
  const top = topOfList()
  await placeholder.unmount()
  await openPanel('/donations', loaded)
  await page.viewport(width, 800)
  await expect.element(names()).toHaveLength(10)
  await expect.element(page.getByRole('button', { name: '1 payment to check' })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('option[value="Ravi"]')).toHaveLength(1)
  expect(topOfList()).toBe(top)
})

test('shows the day of a gift by hand without a time', async () => {
  const known = { receivedOn: '2026-11-23', hasReceipt: false, heldBySlip: null, booksClosedUpTo: null }
  const offlineGift = { ...known, enteredAt: '2026-11-23T05:30:00.000Z' }
  await openPanel('/donations', extendedBackend([donation(1, { offlineGift }), donation(2)]))
  await expect.element(rows().nth(1)).toMatchTextContent(/23 Nov 2026$/)
  await expect.element(rows().nth(2)).toMatchTextContent(/23 Nov 2026\s?09:30 AM$/)
})

test('prints the whole list, and then shows the page again', async () => {
  const whole = [200, { success: true, data: MANY, total: MANY.length, page: 1 }] as [number, unknown]
  await openPanel('/donations', extendedBackend(MANY, [], { 'GET /donate?page=1&limit=100': whole }))
  await expect.element(rows()).toHaveLength(11)
  const printing = vi.spyOn(window, 'print').mockImplementation(() => {})
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Print the whole list' }).click()
  await expect.element(rows()).toHaveLength(26)
  expect(printing).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('afterprint'))
  await expect.element(rows()).toHaveLength(11)
})

test('hides a column on this device, and the panel remembers it', async () => {
  const header = page.getByRole('columnheader', { name: 'Purpose' })
  const first = await openPanel('/donations', extendedBackend(FEW))
  await page.getByRole('button', { name: 'More filters' }).click()
  const purpose = page.getByRole('checkbox', { name: 'Show Purpose' })
  await purpose.click()
  await expect.element(header).not.toBeInTheDocument()
  expect(localStorage.getItem('sevadesk_hidden_columns')).toBe('purpose')
  await first.unmount()
  await openPanel('/donations', extendedBackend(FEW))
  await expect.element(rows()).toHaveLength(5)
  await expect.element(header).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'More filters' }).click()
  await purpose.click()
  await expect.element(header).toBeVisible()
  localStorage.removeItem('sevadesk_hidden_columns')
})

test('shows and announces a capped count', async () => {
  const response = { success: true, data: MANY.slice(0, 10), total: 10_000, isCapped: true, page: 1 }
  await openPanel('/donations', extendedBackend(MANY, [], { 'GET /donate?page=1&limit=10': [200, response] }))
  await expect.element(page.getByText('1–10 of 10,000+')).toBeVisible()
  await expect.element(page.getByText('Found: 10,000+, page 1', { exact: true })).toBeInTheDocument()
})

test('shows dashes for totals that failed to load, without a toast, and retries', async () => {
  const summary = { 'GET /donate/summary': [500, ''] as [number, unknown] }
  await openPanel('/donations', extendedBackend(FEW, [], summary))
  await expect.element(rows()).toHaveLength(5)
  await expect.element(card('This Month')).toMatchTextContent(/Month—$/)
  await expect.element(page.getByText('Failed to fetch donations.')).not.toBeInTheDocument()
  await respondWith(extendedBackend(FEW))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(card('This Month')).toMatchTextContent('₹1,00,000.50')
})

test('opens the deleted donations at the top of the trash, and Back restores the scroll position', async () => {
  const trash = { success: true, data: [], total: 0, isCapped: false, page: 1 }
  const backend = extendedBackend(MANY, [], { 'GET /trash?page=1&limit=25&kind=donation': [200, trash] })
  const { router } = await openPanel('/donations', backend)
  await expect.element(rows()).toHaveLength(11)
  const scrolled = new Promise((done) => document.addEventListener('scroll', done, { once: true }))
  window.scrollTo(0, document.body.scrollHeight)
  await scrolled
  const position = window.scrollY
  expect(position).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Deleted donations' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Trash')
  expect(router.history.location.href).toBe('/trash?kind=donation')
  await expect.poll(() => window.scrollY).toBe(0)
  router.history.back()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Donations Management')
  await expect.poll(() => window.scrollY).toBeCloseTo(position, 0)
})
