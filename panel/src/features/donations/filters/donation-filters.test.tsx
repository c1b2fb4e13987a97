import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { openPanel } from '../../../../testing/open-panel.tsx'

const DONATIONS = [
  donation(1, { donorName: 'Asha', amount: 5_100_00 }),
  donation(2, { donorName: 'Asha', amount: 1_00, localStatus: 'AUTHORIZED' }),
  donation(3, { donorName: 'Asha', localStatus: 'refunded' }),
  donation(4, { donorName: 'Ravi', localStatus: null }),
  donation(5, { donorName: 'Ravi', localStatus: 'created' }),
  ...Array.from({ length: 30 }, (_, index) => donation(index + 6)),
]
const plain = () => plainBackend(DONATIONS)
const paged = (more = {}) =>
  extendedBackend(
    DONATIONS,
    [{ search: 'asha' }, { status: 'failed' }, { status: 'refunded' }, { status: 'unknown' }],
    more,
  )

const rows = () => page.getByRole('table').getByRole('row')
const status = () => page.getByLabelText('Status')
const optionsOf = () => [...status().element().querySelectorAll('option')].map(({ textContent }) => textContent)

describe.each([
  ['a backend that sends the whole list', plain],
  ['a paging server', paged],
])('on %s', (_name, backend) => {
  test('shows the figures of the matches while a search or filter is set', async () => {
    await openPanel('/donations', backend())
    await expect.element(rows()).toHaveLength(11)
    await expect.element(page.getByText(/found,/)).not.toBeInTheDocument()
    await page.getByRole('searchbox').fill('asha')
    await expect.element(page.getByText('3 found, 2 successful: ₹5,101.00', { exact: true })).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect.element(rows()).toHaveLength(11)
    await expect.element(page.getByText(/found,/)).not.toBeInTheDocument()
    await status().selectOptions('Failed')
    await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
    await expect.element(page.getByText('0 found')).not.toBeInTheDocument()
  })
})

test('offers the four specified statuses and then those that occur on our server', async () => {
  const { router } = await openPanel('/donations', paged())
  await expect.poll(optionsOf).toEqual(['All', 'Authorized', 'Pending', 'Failed', 'Created', 'Refunded', 'Unknown'])
  await status().selectOptions('Unknown')
  await expect.element(rows()).toHaveLength(2)
  await expect.element(page.getByText('1 found, 0 successful: ₹0.00', { exact: true })).toBeVisible()
  expect(router.state.location.search).toEqual({ status: 'unknown' })
})

test('exports the donations of a further status', async () => {
  await openPanel('/donations?status=refunded', paged())
  await expect.element(rows()).toHaveLength(2)
  await expect.element(status()).toHaveValue('refunded')
  const requests = vi.spyOn(window, 'fetch')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect
    .poll(() => requests.mock.calls.map(([address]) => address))
    .toEqual([expect.stringMatching(/\/donate\/export\?status=refunded$/)])
})

test('offers no other status on a plain backend', async () => {
  const { router } = await openPanel('/donations?status=refunded', plain())
  await expect.element(rows()).toHaveLength(11)
  await expect.element(status()).toHaveValue('all')
  expect(optionsOf()).toEqual(['All', 'Authorized', 'Pending', 'Failed'])
  await expect.element(page.getByText('1–10 of 35')).toBeVisible()
  expect(router.state.location.search).toEqual({ status: 'refunded' })
})

test('shows that a search has more matches than it counts, without asking for their sum', async () => {
  const many = { success: true, data: DONATIONS.slice(0, 10), total: 10_000, isCapped: true, page: 1 }
  await openPanel('/donations?q=asha', paged({ 'GET /donate?search=asha&page=1&limit=10': [200, many] }))
  await expect.element(page.getByText('More than 10,000 found')).toBeVisible()
})

test('shows how many donations match when their figures failed to load', async () => {
  await openPanel('/donations?q=asha', paged({ 'GET /donate/summary/matches?search=asha': [500, ''] }))
  await expect.element(page.getByText('3 found', { exact: true })).toBeVisible()
})

test('shows 25 or 50 rows by the address alone, which a search and a page keep', async () => {
  const { router } = await openPanel('/donations?rows=25', plain())
  await expect.element(page.getByText('1–25 of 35')).toBeVisible()
  await expect.element(rows()).toHaveLength(26)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('26–35 of 35')).toBeVisible()
  expect(router.state.location.search).toEqual({ rows: '25', page: '2' })
  await page.getByRole('searchbox').fill('nobody')
  await page.getByRole('button', { name: 'Show all donations' }).click()
  await expect.element(page.getByText('1–25 of 35')).toBeVisible()
  await expect.poll(() => router.state.location.search).toEqual({ rows: '25' })
  await router.navigate({ to: '/donations', search: { rows: '50' } })
  await expect.element(page.getByText('1–35 of 35')).toBeVisible()
  for (const invalid of ['11', '100', '025', 'x']) {
    await router.navigate({ to: '/donations', search: { rows: invalid } })
    await expect.element(page.getByText('1–10 of 35'), { message: invalid }).toBeVisible()
  }
})

test('asks a paging server for 25 rows', async () => {
  const response = { success: true, data: DONATIONS.slice(0, 25), total: 35, isCapped: false, page: 1 }
  await openPanel('/donations?rows=25', paged({ 'GET /donate?page=1&limit=25': [200, response] }))
  await expect.element(page.getByText('1–25 of 35')).toBeVisible()
  await expect.element(rows()).toHaveLength(26)
})

test('says after an empty search what else a paging server can find', async () => {
  const first = await openPanel('/donations?q=zzz', extendedBackend(DONATIONS, [{ search: 'zzz' }]))
  await expect.element(page.getByText(/search for a receipt number, a payment ID or an amount/)).toBeVisible()
  await first.unmount()
  await openPanel('/donations?q=zzz', plain())
  await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
  await expect.element(page.getByText(/search for a receipt number/)).not.toBeInTheDocument()
})
