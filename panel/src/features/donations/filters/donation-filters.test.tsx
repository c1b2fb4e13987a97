import { describe, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { emulatePrint } from '../../../../testing/layout.ts'
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
const optionsOf = (select: Locator) =>
  [...select.element().querySelectorAll('option')].map(({ textContent }) => textContent)

/** Exports the list, and expects this one request for it. */
async function expectExport(address: RegExp) {
  const requests = vi.spyOn(window, 'fetch')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const exports = () => requests.mock.calls.map(([to]) => String(to)).filter((to) => to.includes('/export'))
  await expect.poll(exports).toEqual([expect.stringMatching(address)])
}

describe.each([
  ['a backend that sends the whole list', plain],
  ['a paging server', paged],
])('on %s', (_name, backend) => {
  test('shows how many donations the list has, with or without a filter, and their sum', async () => {
    await openPanel('/donations', backend())
    await expect.element(rows()).toHaveLength(11)
    const all = page.getByText('35 found, 32 successful: ₹8,101.00', { exact: true })
    await expect.element(all).toBeVisible()
    await page.getByRole('searchbox').fill('asha')
    await expect.element(page.getByText('3 found, 2 successful: ₹5,101.00', { exact: true })).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect.element(all).toBeVisible()
    await status().selectOptions('Failed')
    await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
    await expect.element(page.getByText('0 found')).not.toBeInTheDocument()
  })
})

test('offers the four specified statuses and then those that occur on our server', async () => {
  const { router } = await openPanel('/donations', paged())
  await expect
    .poll(() => optionsOf(status()))
    .toEqual(['All', 'Authorized', 'Pending', 'Failed', 'Created', 'Refunded', 'Unknown'])
  await status().selectOptions('Unknown')
  await expect.element(rows()).toHaveLength(2)
  await expect.element(page.getByText('1 found, 0 successful: ₹0.00', { exact: true })).toBeVisible()
  await expect.poll(() => router.state.location.search).toEqual({ status: 'unknown' })
})

test('exports the donations of a further status', async () => {
  await openPanel('/donations?status=refunded', paged())
  await expect.element(rows()).toHaveLength(2)
  await expect.element(status()).toHaveValue('refunded')
  await expectExport(/\/donate\/export\?status=refunded$/)
})

test('offers no other status on a plain backend', async () => {
  const { router } = await openPanel('/donations?status=refunded', plain())
  await expect.element(rows()).toHaveLength(11)
  await expect.element(status()).toHaveValue('all')
  expect(optionsOf(status())).toEqual(['All', 'Authorized', 'Pending', 'Failed'])
  await expect.element(page.getByText('1–10 of 35')).toBeVisible()
  await expect.poll(() => router.state.location.search).toEqual({ status: 'refunded' })
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
  await expect.poll(() => router.state.location.search).toEqual({ rows: '25', page: '2' })
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

const at = (day: string, fields: object = {}) => donation(1, { createdAt: `${day}T06:00:00.000Z`, ...fields })
const SPRING_GIFTS = [
  at('2026-03-31', { _id: 'd1', donorName: 'March', amount: 101 }),
  at('2026-04-01', { _id: 'd2', donorName: 'April', amount: 202 }),
  at('2026-06-30', { _id: 'd3', donorName: 'June', amount: 303 }),
]
const SPRING = { from: '2026-04-01', to: '2026-06-30' }
const springBackend = () =>
  extendedBackend(SPRING_GIFTS, [
    SPRING,
    { ...SPRING, sort: 'amount-high' },
    { from: '2026-03-31', to: '2026-03-31' },
    { period: 'last-month' },
  ])

const period = () => page.getByLabelText('Period')
const dialog = page.getByRole('dialog', { name: 'Choose dates' })
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const show = dialog.getByRole('button', { name: 'Show donations' })

test('offers the specified periods, then further ones and dates', async () => {
  const { router } = await openPanel('/donations', springBackend())
  await expect.element(rows()).toHaveLength(4)
  expect(optionsOf(period())).toEqual([
    ...['All Time', 'Today', 'This Week', 'This Month', 'This Year'],
    ...['Last Month', 'This Quarter', 'Last Quarter', 'This Financial Year', 'Last Financial Year', 'Choose dates…'],
  ])
  await period().selectOptions('Last Month')
  await expect.poll(() => router.state.location.search).toEqual({ period: 'last-month' })
})

test('shows the list, figures and export of typed dates, which replace the period', async () => {
  const { router } = await openPanel('/donations?period=last-month&page=2', springBackend())
  await expect.element(period()).toBeVisible()
  period().element().focus()
  await period().selectOptions('Choose dates…')
  await expect.element(field('From date')).toHaveFocus()
  await userEvent.keyboard('1/4/26')
  await field('To date').fill('30062026')
  await userEvent.keyboard('{Enter}')
  await expect.element(rows()).toHaveLength(3)
  await expect.poll(() => router.state.location.search).toEqual(SPRING)
  await expect.element(page.getByText('2 found, 2 successful: ₹5.05', { exact: true })).toBeVisible()
  await expect.element(period()).toHaveFocus()
  await expect.element(period()).toMatchTextContent(/01 Apr 2026 – 30 Jun 2026Choose dates…$/)
  await expectExport(/\/donate\/export\?from=2026-04-01&to=2026-06-30$/)
  await page.getByLabelText('Period').selectOptions('Choose dates…')
  await expect.element(field('From date')).toHaveValue('01/04/2026')
  await expect.element(field('To date')).toHaveValue('30/06/2026')
})

test('chooses a day in the calendar by keyboard, and closes it with Escape alone', async () => {
  const { router } = await openPanel('/donations', springBackend())
  await period().selectOptions('Choose dates…')
  for (const name of ['From date', 'To date']) {
    await field(name).fill('01/03/2026')
    await dialog.getByRole('button', { name: `Calendar for ${name}` }).click()
    await expect.element(page.getByRole('grid', { name: /March 2026/ })).toBeVisible()
    await userEvent.keyboard('{PageDown}{PageUp}{End}{Enter}')
    await expect.element(field(name)).toHaveValue('31/03/2026')
  }
  await dialog.getByRole('button', { name: 'Calendar for To date' }).click()
  await expect.element(page.getByRole('grid')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await expect.element(field('To date')).toHaveValue('31/03/2026')
  await show.click()
  await expect.element(rows()).toHaveLength(2)
  await expect.poll(() => router.state.location.search).toEqual({ from: '2026-03-31', to: '2026-03-31' })
})

describe('shows a sentence at the field for dates that are no range', () => {
  test.each([
    ['soon', '01/04/2026', 'From date', 'Enter the date as day, month, year, such as 01/04/2026.'],
    ['01/04/2026', '01/04/9999', 'To date', 'Enter a year from 1900 to 2100.'],
    ['02/04/2026', '01/04/2026', 'To date', 'This date is before the first one.'],
  ])('%j to %j', async (from, to, name, sentence) => {
    const { router } = await openPanel('/donations', springBackend())
    await period().selectOptions('Choose dates…')
    await field('From date').fill(from)
    await field('To date').fill(to)
    await show.click()
    await expect.element(field(name)).toHaveAccessibleDescription(`dd/mm/yyyy ${sentence}`)
    await expect.element(field(name)).toHaveFocus()
    await expect.element(field('From date')).toHaveValue(from)
    await expect.poll(() => router.state.location.search).toEqual({})
    await field(name).fill(name === 'From date' ? '01/04/2026' : '30/06/2026')
    await expect.element(field(name)).toHaveAccessibleDescription('dd/mm/yyyy')
  })
})

test.each(['from=2026-02-31&to=2026-03-01', 'from=2026-04-02&to=2026-04-01', 'from=2026-04-01', 'to=x'])(
  'says that the dates of the address are not valid: %s',
  async (search) => {
    await openPanel(`/donations?${search}`, springBackend())
    await expect.element(rows()).toHaveLength(4)
    await expect.element(page.getByText(/dates in the address are not valid/)).toBeVisible()
    await expect.element(period()).toHaveValue('all')
  },
)

test('shows nothing of it on a plain backend', async () => {
  await openPanel(
    '/donations?period=last-month&from=2026-04-01&to=2026-04-01&sort=amount-high',
    plainBackend(SPRING_GIFTS),
  )
  await expect.element(rows()).toHaveLength(4)
  expect(optionsOf(period())).toEqual(['All Time', 'Today', 'This Week', 'This Month', 'This Year'])
  expect(page.getByRole('columnheader').getByRole('button').elements()).toEqual([])
  await expect.element(page.getByText(/not valid/)).not.toBeInTheDocument()
  await page.viewport(360, 740)
  await expect.element(page.getByLabelText('Sort')).not.toBeInTheDocument()
})

test('prints the dates and the order', async () => {
  await openPanel('/donations?from=2026-04-01&to=2026-06-30&sort=amount-high', springBackend())
  await expect.element(rows()).toHaveLength(3)
  await emulatePrint()
  const printed = page.getByText('Period: 01 Apr 2026 – 30 Jun 2026 · Sort: Highest amount', { exact: true })
  await expect.element(printed).toBeVisible()
  await expect.element(page.getByText('2 found, 2 successful: ₹5.05', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Sort')).not.toBeVisible()
})
