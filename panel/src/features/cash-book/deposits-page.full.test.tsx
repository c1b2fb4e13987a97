import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, refuseConnections, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCallKeys, watchCalls } from '../../../testing/sent-calls.ts'
import { DONATIONS_KEY } from '../../queries/query-keys.ts'

const KEEPER = signedIn(['Donations'], { level: 1 })
const gift = (_id: string, donorName: string, more: object = {}) => ({
  ...{ _id, mode: 'cash', amount: 500_00, receivedOn: '2026-04-01', donorName, receiptNumber: '' },
  ...{ instrumentNumber: '', instrumentDate: null, bank: '', ...more },
})
const CHEQUE = { mode: 'cheque', amount: 1_00_000, instrumentNumber: '000123', instrumentDate: '2026-03-30' }
const GIFTS = [
  gift('1', 'Asha'),
  gift('2', 'Om', { ...CHEQUE, bank: 'State Bank' }),
  gift('3', '', { mode: 'collection' }),
]
const SLIP = {
  ...{ _id: 's1', depositedOn: '2026-04-02', slipNumber: '17', bankAccount: 'State Bank 4321', count: 2 },
  ...{ amount: 1_50_000, createdAt: '2026-04-02T06:00:00.000Z', createdBy: 'meera', cancelledAt: null },
}
const list = (data: object[]): Backend[string] => [200, { success: true, data, total: data.length, page: 1 }]
const backend = (gifts: object[] = GIFTS, slips: object[] = [SLIP], more: Backend = {}): Backend => ({
  ...KEEPER,
  'GET /deposit-slips/open?page=1&limit=50': list(gifts),
  'GET /deposit-slips?page=1&limit=25': list(slips),
  'GET /deposit-slips/s1': ok({ ...SLIP, gifts: GIFTS.slice(0, 2) }),
  ...more,
})
const SAVED: Backend = { 'POST /deposit-slips': ok({ ...SLIP, gifts: GIFTS.slice(0, 2) }) }

const main = page.getByRole('main')
const form = main.getByRole('form')
const field = (name: string) => form.getByLabelText(name, { exact: true })
const tick = (name: string) => main.getByRole('checkbox', { name: `Select ${name}, 01 Apr 2026`, exact: true })
const bar = page.getByRole('region', { name: 'Selected gifts' })

test('shows what is ticked by mode, deposits it once, and opens the slip', async () => {
  const panel = await openPanel('/deposits', backend(GIFTS, [SLIP], SAVED))
  panel.queryClient.setQueryData(DONATIONS_KEY, [])
  const calls = watchCalls()
  await tick('Asha').click()
  await tick('Om').click()
  await tick('Collection').click()
  await tick('Collection').click()
  await expect.element(bar).toMatchTextContent(/2 gifts, ₹1,500\.00.*Cash ₹500\.00 · Cheque ₹1,000\.00/)
  await button('Deposit these gifts').click()
  await expect.element(form).toHaveAccessibleName('Deposit 2 gifts')
  await expect.element(field('Day of the deposit')).toHaveFocus()
  await expect.element(field('Bank account')).toHaveValue('State Bank 4321')
  await field('Day of the deposit').fill('2/4/2026')
  await field('Number of the deposit slip').fill('17')
  await button('Mark as deposited').dblClick()
  await expect.element(page.getByText('Marked as deposited', { exact: true })).toBeVisible()
  await expect.element(main.getByRole('heading', { name: 'Deposit slip', exact: true })).toBeVisible()
  expect(panel.router.latestLocation.href).toBe('/deposits?open=s1')
  const fields = { depositedOn: '2026-04-02', slipNumber: '17', bankAccount: 'State Bank 4321' }
  const body = { giftIds: ['1', '2'], amount: 1_50_000, ...fields }
  expect(calls).toEqual([['POST /deposit-slips', body]])
  expect(panel.queryClient.getQueryState(DONATIONS_KEY)?.isInvalidated).toBe(true)
  const sums = main.getByRole('table', { name: 'Totals by mode' }).getByRole('row')
  await expect.element(sums.last()).toMatchTextContent(/Total2₹1,500\.00/)
  await expect.element(main.getByRole('row', { name: /Om/ })).toMatchTextContent(/000123, 30 Mar 2026, State Bank/)
})

test('selects all of the page and clears the selection', async () => {
  await openPanel('/deposits', backend())
  await main.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect.element(bar).toMatchTextContent(/3 gifts, ₹2,000\.00/)
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(tick('Om')).not.toBeChecked()
})

test('unticks a refused gift, and keeps the form after a refusal and a dead network', async () => {
  const message = 'The gift of Om of 01 Apr 2026 was deposited already.'
  const refusal = { success: false, code: 'conflict', message, fields: { giftIds: message } }
  const refused: Backend = { 'POST /deposit-slips': [409, { ...refusal, current: { gifts: GIFTS.slice(0, 1) } }] }
  await openPanel('/deposits', backend(GIFTS, [], refused))
  const keys = watchCallKeys()
  await tick('Asha').click()
  await tick('Om').click()
  await button('Deposit these gifts').click()
  await button('Mark as deposited').click()
  await expect.element(field('Bank account')).toHaveAccessibleDescription(/Enter the bank account/)
  await expect.element(field('Bank account')).toHaveFocus()
  await field('Bank account').fill('Seva account')
  await button('Mark as deposited').click()
  await expect.element(form.getByRole('alert').getByText(message)).toBeVisible()
  await expect.element(form).toHaveAccessibleName('Deposit 1 gift')
  await expect.element(tick('Om')).not.toBeChecked()
  await expect.element(tick('Asha')).toBeChecked()
  await refuseConnections()
  await button('Mark as deposited').click()
  await expect.element(form.getByRole('alert')).toMatchTextContent(/The server did not answer/)
  await expect.element(field('Bank account')).toHaveValue('Seva account')
  await respondWith(backend(GIFTS, [], SAVED))
  await button('Mark as deposited').click()
  await expect.element(main.getByRole('heading', { name: 'Deposit slip', exact: true })).toBeVisible()
  expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
  expect(keys[2]).toBe(keys[1])
  expect(keys[1]).not.toBe(keys[0])
})

test('shows the amounts as they are now, after a refusal and when the list is loaded again', async () => {
  const message = 'The amount of a gift was changed meanwhile: the total is now ₹5,000.00.'
  const refusal = { success: false, code: 'conflict', message, fields: { giftIds: message } }
  const corrected = gift('1', 'Asha', { amount: 5_000_00 })
  const refused: Backend = { 'POST /deposit-slips': [409, { ...refusal, current: { gifts: [corrected] } }] }
  await openPanel('/deposits', backend([corrected, ...GIFTS.slice(1)], [SLIP], refused))
  await tick('Asha').click()
  await respondWith(backend(GIFTS, [SLIP], refused))
  await page.getByRole('link', { name: 'Deposit slips' }).click()
  await page.getByRole('link', { name: 'Bank deposit' }).click()
  await expect.element(bar).toMatchTextContent(/1 gift, ₹500\.00/)
  await respondWith(backend([corrected, ...GIFTS.slice(1)], [SLIP], refused))
  await button('Deposit these gifts').click()
  await button('Mark as deposited').click()
  await expect.element(form.getByRole('alert').getByText(message)).toBeVisible()
  await expect.element(bar).toMatchTextContent(/1 gift, ₹5,000\.00/)
})

test('proposes the account of the slip that was made last and holds', async () => {
  const cancelled = { ...SLIP, _id: 's3', bankAccount: 'Wrong', cancelledAt: '2026-04-09T06:00:00.000Z' }
  const last = { ...SLIP, _id: 's2', depositedOn: '2026-03-01', bankAccount: 'Last' }
  const slips = [cancelled, SLIP, { ...last, createdAt: '2026-04-03T06:00:00.000Z' }]
  await openPanel('/deposits', backend(GIFTS, slips))
  await tick('Asha').click()
  await button('Deposit these gifts').click()
  await expect.element(field('Bank account')).toHaveValue('Last')
})

test.each([
  ['holds', null, ['Kiran', 'Farida']],
  ['was cancelled', '2026-04-09T06:00:00.000Z', ['Kirancleared on 06 Apr 2026still deposited', 'Farida']],
])('says what happened to the gifts of a slip that %s', async (_what, cancelledAt, [third = '', fourth = '']) => {
  const since = { currentAmount: 500_00, isDeleted: false, clearedOn: null, bouncedOn: null, isDeposited: true }
  const gifts = [
    gift('1', 'Asha', { ...since, currentAmount: 6_000_00, isDeposited: false }),
    gift('2', 'Om', { ...since, isDeleted: true, bouncedOn: '2026-04-05', isDeposited: false }),
    gift('3', 'Kiran', { ...since, clearedOn: '2026-04-06' }),
    gift('4', 'Farida', { ...since, isDeposited: false }),
  ]
  const slip = { ...SLIP, gifts, cancelledAt }
  await openPanel('/deposits?open=s1', backend([], [], { 'GET /deposit-slips/s1': ok(slip) }))
  const names = main.getByRole('table', { name: 'Gifts of the slip' }).getByRole('rowheader')
  await expect.element(names.nth(0)).toMatchTextContent('Ashacorrected since to ₹6,000.00')
  await expect.element(names.nth(1)).toMatchTextContent('Omdeletedbounced on 05 Apr 2026')
  await expect.element(names.nth(2)).toMatchTextContent(new RegExp(`^${third}$`))
  await expect.element(names.nth(3)).toMatchTextContent(new RegExp(`^${fourth}$`))
})

test('refuses a day in the future and an empty selection before anything is sent', async () => {
  // The form accepts no later year, so on 31 December no future day could be entered.
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T06:00:00Z'))
  await openPanel('/deposits', backend())
  const calls = watchCalls()
  await button('Deposit gifts').click()
  await field('Day of the deposit').fill('24/11/2026')
  await button('Mark as deposited').click()
  await expect.element(form.getByRole('alert')).toMatchTextContent(/Select the gifts that you deposit/)
  await expect.element(field('Day of the deposit')).toHaveAccessibleDescription(/in the future/)
  expect(calls).toEqual([])
})

test('keeps the ticks while slips are looked at, and asks before the page is left', async () => {
  await openPanel('/deposits', backend())
  await tick('Asha').click()
  await page.getByRole('link', { name: 'Deposit slips' }).click()
  await expect.element(main.getByRole('heading', { name: 'Deposit slips' })).toBeVisible()
  await page.getByRole('link', { name: 'Bank deposit' }).click()
  await expect.element(tick('Asha')).toBeChecked()
  await main.getByRole('link', { name: 'Cash book' }).click()
  await button('Stay').click()
  await expect.element(tick('Asha')).toBeChecked()
})

test('lists earlier slips, and cancels one after a question', async () => {
  const cancelled = { ...SLIP, cancelledAt: '2026-04-03T06:00:00.000Z' }
  const CANCEL: Backend = { 'POST /deposit-slips/s1/cancel': ok(cancelled) }
  const { queryClient } = await openPanel(
    '/deposits?view=slips',
    backend(GIFTS, [SLIP, { ...cancelled, _id: 's2' }], CANCEL),
  )
  const rows = main.getByRole('table', { name: 'Deposit slips' }).getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/02 Apr 202617State Bank 4321meera2₹1,500\.00/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Cancelled/)
  queryClient.setQueryData(DONATIONS_KEY, [])
  const calls = watchCalls()
  await rows.nth(1).getByRole('link').click()
  await expect
    .element(main.getByRole('link', { name: 'History of Deposit slip' }))
    .toHaveAttribute('href', '/history?kind=deposit-slip&record=s1')
  await button('Cancel the slip').click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this deposit slip?' })
  await dialog.getByRole('button', { name: 'Keep the slip' }).click()
  expect(calls).toEqual([])
  await button('Cancel the slip').click()
  await respondWith({
    ...backend(GIFTS, [SLIP], CANCEL),
    'GET /deposit-slips/s1': ok({ ...cancelled, gifts: GIFTS.slice(0, 2) }),
  })
  await dialog.getByRole('button', { name: 'Cancel the slip' }).click()
  await expect.element(page.getByText('The deposit slip is cancelled')).toBeVisible()
  await expect.element(main.getByText(/^Cancelled on 03 Apr 2026/)).toBeVisible()
  await expect.element(button('Cancel the slip')).not.toBeInTheDocument()
  expect(calls).toEqual([['POST /deposit-slips/s1/cancel', null]])
  expect(queryClient.getQueryState(DONATIONS_KEY)?.isInvalidated).toBe(true)
})

test('has an empty and a failed state, and fits 320 px', async () => {
  await openPanel('/deposits', backend([]))
  await expect.element(main.getByText('Everything is at the bank.')).toBeVisible()
  await openPanel('/deposits', backend(GIFTS, [], { 'GET /deposit-slips/open?page=1&limit=50': [503, ''] }))
  await expect.element(main.getByText('Failed to load the gifts', { exact: true })).toBeVisible()
  await respondWith(backend())
  await button('Try again').click()
  await tick('Asha').click()
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
