import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { donation, extendedBackend } from '../../../../testing/donations.ts'
import { openPanel } from '../../../../testing/open-panel.tsx'

const DONATIONS = [
  donation(1, { donorName: 'Ravi', amount: 500, localStatus: 'failed' }),
  donation(2, { donorName: 'आशा', amount: 100 }),
  donation(3, { donorName: null, amount: 900, localStatus: 'pending' }),
]
const SORTS = [
  'oldest',
  'amount-high',
  'amount-low',
  'donor-a-z',
  'donor-z-a',
  'success-first',
  'success-last',
] as const
const backend = () =>
  extendedBackend(DONATIONS, [...SORTS.map((sort) => ({ sort })), { status: 'failed', sort: 'amount-high' }])
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent)
const header = (name: string) => page.getByRole('columnheader', { name, exact: true })

test('sorts by a column at a press of its header, and the other way at the next', async () => {
  const { router } = await openPanel('/donations?page=1', backend())
  await page.viewport(1280, 800)
  await expect.element(header('Date')).toHaveAttribute('aria-sort', 'descending')
  for (const [column, first, second, order] of [
    ['Amount', 'amount-high', 'amount-low', ['Anonymous', 'Ravi', 'आशा']],
    ['Donor', 'donor-a-z', 'donor-z-a', ['Ravi', 'आशा', 'Anonymous']],
    ['Status', 'success-first', 'success-last', ['आशा', 'Anonymous', 'Ravi']],
  ] as const) {
    const press = () => header(column).getByRole('button').click()
    await press()
    await expect.poll(names).toEqual(order)
    await expect.poll(() => router.state.location.search).toEqual({ sort: first })
    await expect.element(header(column)).toHaveAttribute('aria-sort', column === 'Donor' ? 'ascending' : 'descending')
    await expect.element(header('Date')).not.toHaveAttribute('aria-sort')
    await press()
    await expect.poll(names).toEqual(order.toReversed())
    await expect.poll(() => router.state.location.search).toEqual({ sort: second })
    await expect.element(header(column).getByRole('button')).toHaveFocus()
  }
  await header('Date').getByRole('button').click()
  await expect.poll(() => router.state.location.search).toEqual({})
})

test('on a phone a select sorts, and the hidden headers take no focus', async () => {
  const { router } = await openPanel('/donations?sort=amount-low', backend())
  await page.viewport(360, 740)
  await expect.poll(names).toEqual(['आशा', 'Ravi', 'Anonymous'])
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabelText('Sort').selectOptions('Highest amount')
  await expect.poll(names).toEqual(['Anonymous', 'Ravi', 'आशा'])
  await expect.poll(() => router.state.location.search).toEqual({ sort: 'amount-high' })
  const buttons = [...document.querySelectorAll<HTMLElement>('thead button')]
  expect(buttons).toHaveLength(4)
  for (const button of buttons) {
    button.focus()
    expect(document.activeElement).not.toBe(button)
  }
  await page.viewport(1280, 800)
  await expect.element(page.getByLabelText('Sort')).not.toBeVisible()
})

test('keeps the order when a filter changes, and ignores an unknown order', async () => {
  const { router } = await openPanel('/donations?sort=amount-high', backend())
  await page.getByLabelText('Status').selectOptions('Failed')
  await expect.poll(names).toEqual(['Ravi'])
  await expect.poll(() => router.state.location.search).toEqual({ sort: 'amount-high', status: 'failed' })
  await router.navigate({ to: '/donations', search: { sort: 'sideways' } })
  await expect.poll(names).toEqual(['Ravi', 'आशा', 'Anonymous'])
})
