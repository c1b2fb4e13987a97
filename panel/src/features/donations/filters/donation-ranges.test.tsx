import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { emulatePrint } from '../../../../testing/layout.ts'
import { openPanel } from '../../../../testing/open-panel.tsx'

const at = (day: string, fields: object = {}) => donation(1, { createdAt: `${day}T06:00:00.000Z`, ...fields })
const DONATIONS = [
  at('2026-03-31', { _id: 'd1', donorName: 'March', amount: 101 }),
  at('2026-04-01', { _id: 'd2', donorName: 'April', amount: 202 }),
  at('2026-06-30', { _id: 'd3', donorName: 'June', amount: 303 }),
]
const SPRING = { from: '2026-04-01', to: '2026-06-30' }
const backend = (more = {}) =>
  extendedBackend(
    DONATIONS,
    [SPRING, { ...SPRING, sort: 'amount-high' }, { from: '2026-03-31', to: '2026-03-31' }, { period: 'last-month' }],
    more,
  )

const period = () => page.getByLabelText('Period')
const rows = () => page.getByRole('table').getByRole('row')
const dialog = page.getByRole('dialog', { name: 'Choose dates' })
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const show = dialog.getByRole('button', { name: 'Show donations' })
const optionsOf = () => [...period().element().querySelectorAll('option')].map(({ textContent }) => textContent)

test('offers the specified periods, then further ones and dates', async () => {
  const { router } = await openPanel('/donations', backend())
  await expect.element(rows()).toHaveLength(4)
  expect(optionsOf()).toEqual([
    ...['All Time', 'Today', 'This Week', 'This Month', 'This Year'],
    ...['Last Month', 'This Quarter', 'Last Quarter', 'This Financial Year', 'Last Financial Year', 'Choose dates…'],
  ])
  await period().selectOptions('Last Month')
  await expect.poll(() => router.state.location.search).toEqual({ period: 'last-month' })
})

test('shows the list, figures and export of typed dates, which replace the period', async () => {
  const { router } = await openPanel('/donations?period=last-month&page=2', backend())
  await expect.element(period()).toBeVisible()
  period().element().focus()
  await period().selectOptions('Choose dates…')
  await expect.element(field('From date')).toHaveFocus()
  await userEvent.keyboard('1/4/26')
  await field('To date').fill('30062026')
  await userEvent.keyboard('{Enter}')
  await expect.element(rows()).toHaveLength(3)
  expect(router.state.location.search).toEqual(SPRING)
  await expect.element(page.getByText('2 found, 2 successful: ₹5.05', { exact: true })).toBeVisible()
  await expect.element(period()).toHaveFocus()
  await expect.element(period()).toMatchTextContent(/01 Apr 2026 – 30 Jun 2026Choose dates…$/)
  const requests = vi.spyOn(window, 'fetch')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect
    .poll(() => requests.mock.calls.map(([address]) => address))
    .toEqual([expect.stringMatching(/\/donate\/export\?from=2026-04-01&to=2026-06-30$/)])
  await page.getByLabelText('Period').selectOptions('Choose dates…')
  await expect.element(field('From date')).toHaveValue('01/04/2026')
  await expect.element(field('To date')).toHaveValue('30/06/2026')
})

test('chooses a day in the calendar by keyboard, and closes it with Escape alone', async () => {
  const { router } = await openPanel('/donations', backend())
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
  expect(router.state.location.search).toEqual({ from: '2026-03-31', to: '2026-03-31' })
})

describe('shows a sentence at the field for dates that are no range', () => {
  test.each([
    ['soon', '01/04/2026', 'From date', 'Enter the date as day, month, year, such as 01/04/2026.'],
    ['01/04/2026', '01/04/9999', 'To date', 'Enter a year from 1900 to 2100.'],
    ['02/04/2026', '01/04/2026', 'To date', 'This date is before the first one.'],
  ])('%j to %j', async (from, to, name, sentence) => {
    const { router } = await openPanel('/donations', backend())
    await period().selectOptions('Choose dates…')
    await field('From date').fill(from)
    await field('To date').fill(to)
    await show.click()
    await expect.element(field(name)).toHaveAccessibleDescription(`dd/mm/yyyy ${sentence}`)
    await expect.element(field(name)).toHaveFocus()
    await expect.element(field('From date')).toHaveValue(from)
    expect(router.state.location.search).toEqual({})
    await field(name).fill(name === 'From date' ? '01/04/2026' : '30/06/2026')
    await expect.element(field(name)).toHaveAccessibleDescription('dd/mm/yyyy')
  })
})

test.each(['from=2026-02-31&to=2026-03-01', 'from=2026-04-02&to=2026-04-01', 'from=2026-04-01', 'to=x'])(
  'says that the dates of the address are not valid: %s',
  async (search) => {
    await openPanel(`/donations?${search}`, backend())
    await expect.element(rows()).toHaveLength(4)
    await expect.element(page.getByText(/dates in the address are not valid/)).toBeVisible()
    await expect.element(period()).toHaveValue('all')
  },
)

test('shows nothing of it on a plain backend', async () => {
  await openPanel(
    '/donations?period=last-month&from=2026-04-01&to=2026-04-01&sort=amount-high',
    plainBackend(DONATIONS),
  )
  await expect.element(rows()).toHaveLength(4)
  expect(optionsOf()).toEqual(['All Time', 'Today', 'This Week', 'This Month', 'This Year'])
  expect(page.getByRole('columnheader').getByRole('button').elements()).toEqual([])
  await expect.element(page.getByText(/not valid/)).not.toBeInTheDocument()
  await page.viewport(360, 740)
  await expect.element(page.getByLabelText('Sort')).not.toBeInTheDocument()
})

test('prints the dates and the order', async () => {
  await openPanel('/donations?from=2026-04-01&to=2026-06-30&sort=amount-high', backend())
  await expect.element(rows()).toHaveLength(3)
  await emulatePrint()
  const printed = page.getByText('Period: 01 Apr 2026 – 30 Jun 2026 · Sort: Highest amount', { exact: true })
  await expect.element(printed).toBeVisible()
  await expect.element(page.getByText('2 found, 2 successful: ₹5.05', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Sort')).not.toBeVisible()
})
