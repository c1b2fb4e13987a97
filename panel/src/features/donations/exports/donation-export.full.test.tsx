import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import { CSV_HEAD, csvFileName, donationCsvLine } from '@sevadesk/contract/donations/donation-csv.ts'
import { filterDonations, sortDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import { toast } from 'react-hot-toast/headless'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { type Backend, openPanel } from '../../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../../testing/saved-files.ts'

const ZONE = 'Asia/Kolkata'
const DONATIONS = [
  donation(1, { donorName: '=HYPERLINK("x")', donorPhone: '+919876543210' }),
  donation(2, { donorName: 'a,"b"', donorEmail: 'two\nlines', razorpay: { orderId: 'o', paymentId: 'p' } }),
  donation(3, { donorName: 'हिन्दी', localStatus: 'failed' }),
  ...Array.from({ length: 20 }, (_, index) => donation(index + 4, { donorName: null })),
]
const CSV = { 'content-type': 'text/csv; charset=utf-8' }

const button = () => page.getByRole('button', { name: 'Export CSV' })
const textOf = async (file: { bytes: () => Promise<Uint8Array<ArrayBuffer>> } | undefined) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.bytes())

function csvOf(status: 'all' | 'failed' = 'all') {
  const matches = filterDonations(sortDonations(DONATIONS), { status }, { now: Date.now(), timeZone: ZONE })
  return CSV_BOM + CSV_HEAD + matches.map((one) => donationCsvLine(one, ZONE)).join('')
}

const plain = (more: Backend = {}) => plainBackend(DONATIONS, more)
const paged = (more: Backend = {}) =>
  extendedBackend(DONATIONS, [{ status: 'failed' }, { status: 'pending' }, { search: 'nobody' }], {
    'GET /donate/export?': [404, ''],
    'GET /donate/export': [200, csvOf(), CSV],
    'GET /donate/export?status=failed': [200, csvOf('failed'), CSV],
    'GET /donate/export?status=pending': [200, CSV_BOM + CSV_HEAD, CSV],
    ...more,
  })

describe.each([
  ['written by the browser', plain],
  ['streamed by the server', paged],
] as const)('a CSV file %s', (_name, backend) => {
  test('contains the matching donations of all pages and has the date in its name', async () => {
    const saved = watchSavedFiles()
    await openPanel('/donations', backend())
    await expect.element(page.getByText('1–10 of 23')).toBeVisible()
    await button().click()
    await expect.poll(() => saved).toHaveLength(1)
    expect(saved[0]?.name).toBe(csvFileName({}, { now: Date.now(), timeZone: ZONE }))
    expect(await textOf(saved[0])).toBe(csvOf())
    await page.getByLabelText('Status').selectOptions('Failed')
    await button().click()
    await expect.poll(() => saved).toHaveLength(2)
    expect(saved[1]?.name).toMatch(/^donations-filtered-/)
    expect(await textOf(saved[1])).toBe(csvOf('failed'))
  })

  test('is replaced by a warning when no donation matches', async () => {
    const saved = watchSavedFiles()
    await openPanel('/donations?status=pending', backend())
    await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
    await button().click()
    const warning = page.getByRole('alertdialog', { name: 'No records to export' })
    await expect.element(warning).toBeVisible()
    expect(warning.element().querySelector('[data-tone="warning"] svg')).not.toBeNull()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect.element(button()).toHaveFocus()
    expect(saved).toHaveLength(0)
  })
})

test('shows a failure and saves nothing when the response is not a CSV file', async () => {
  const responses: [string, Backend[string]][] = [
    ['a refusal', [403, { success: false, message: 'No' }]],
    ['a web page', [200, '<!doctype html>', { 'content-type': 'text/html' }]],
  ]
  const saved = watchSavedFiles()
  await openPanel('/donations', paged())
  for (const [name, response] of responses) {
    toast.remove()
    await expect.element(page.getByText('Failed to export donations.'), { message: name }).not.toBeInTheDocument()
    await respondWith(paged({ 'GET /donate/export': response }))
    await button().click()
    await expect.element(page.getByText('Failed to export donations.'), { message: name }).toBeVisible()
    await expect.element(page.getByRole('table').getByRole('row'), { message: name }).toHaveLength(11)
    await expect.element(button(), { message: name }).not.toHaveAttribute('aria-disabled')
  }
  expect(saved).toHaveLength(0)
})

test('ignores a second click during an export, and shows no failure after Cancel', async () => {
  const saved = watchSavedFiles()
  await openPanel('/donations', paged({ 'GET /donate/export': [0, ''] }))
  const requests = vi.spyOn(window, 'fetch')
  await button().dblClick()
  await expect.element(page.getByRole('button', { name: 'Exporting...' })).toHaveAttribute('aria-disabled', 'true')
  expect(requests.mock.calls.filter(([address]) => String(address).includes('/donate/export'))).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button()).toHaveFocus()
  await expect.element(page.getByText('Failed to export donations.')).not.toBeInTheDocument()
  expect(saved).toHaveLength(0)
})

test('leaving the page cancels its export', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const fetchNow = window.fetch.bind(window)
  const { router } = await openPanel('/donations', paged({ 'GET /donate/export': [0, ''] }))
  vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    if (String(address).includes('/donate/export')) signals.push(init?.signal)
    return fetchNow(address, init)
  })
  const saved = watchSavedFiles()
  await button().click()
  await router.navigate({ to: '/403' })
  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  expect(saved).toHaveLength(0)
  await expect.element(page.getByText('Failed to export donations.')).not.toBeInTheDocument()
})

test('adds a single toast when an export cannot fetch the list', async () => {
  await openPanel('/donations', plain({ 'GET /donate': [403, ''] }))
  const toasts = page.getByRole('status').getByText(/^Failed to/)
  await expect.element(toasts).toHaveLength(1)
  await button().click()
  await expect.element(page.getByRole('status').getByText('Failed to export donations.')).toBeVisible()
  await expect.element(toasts).toHaveLength(2)
})
