import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { type Backend, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { watchCallKeys, watchCalls } from '../../../../testing/sent-calls.ts'

const LISTED = [donation(1)]
const SECOND = {
  paymentId: 'pay_2',
  donationId: 'd2',
  reason: 'order-paid',
  amount: 70_000,
  currency: 'INR',
  orderedAmount: 50_000,
  orderedCurrency: 'INR',
  donorName: 'Asha',
  donorEmail: 'asha@example.org',
  donorPhone: null,
  heldAt: '2026-04-01T06:30:00.000Z',
}
const HELD = [
  { ...SECOND, paymentId: 'pay_1', donationId: 'd1', reason: 'amount-differs', donorName: null, currency: 'USD' },
  SECOND,
  { ...SECOND, paymentId: 'pay_3', reason: 'payment-of-another' },
]
const FIGURES = { totalAmount: 100, monthAmount: 100, count: 1, uniqueDonors: 1 }
const ME = signedIn(['Donations'], { level: 1 })
const backend = (held: readonly object[], more: Backend = {}): Backend => ({
  ...extendedBackend(LISTED),
  ...ME,
  'GET /donate/summary': [200, { success: true, data: { ...FIGURES }, heldPayments: held.length }],
  'GET /donate/held?page=1&limit=100': [200, { success: true, data: held, total: held.length, page: 1 }],
  ...more,
})
const opener = (name: string | RegExp) => page.getByRole('button', { name })
const items = () => page.getByRole('region', { name: 'Payments to check' }).getByRole('listitem')

test('shows the number of held payments, and on request each with its reason', async () => {
  await openPanel('/donations', backend(HELD))
  const line = opener('3 payments to check')
  await expect.element(line).toHaveAttribute('aria-expanded', 'false')
  await expect.element(items()).toHaveLength(0)
  await line.click()
  await expect.element(items()).toHaveLength(3)
  await expect
    .element(items().nth(0))
    .toMatchTextContent(/^USD\s700\.00Anonymous.*USD\s700\.00 was paid, but the donor had chosen ₹500\.00\./)
  await expect.element(items().nth(0)).toMatchTextContent(/Payment ID: pay_1/)
  await expect.element(items().nth(1)).toMatchTextContent(/The donor paid twice/)
  await expect.element(items().nth(2)).toMatchTextContent(/Another donation already has this payment/)
  await expect.element(items().nth(2).getByRole('button', { name: 'Remove from list' })).toBeVisible()
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('records a payment after a question, then focuses the line, or the heading after the last', async () => {
  const done: Backend = { 'POST /donate/d2/held/pay_2/record': [200, { success: true, message: 'Done' }] }
  await openPanel('/donations', backend(HELD.slice(0, 2)))
  await opener('2 payments to check').click()
  await items().nth(1).getByRole('button', { name: 'Record with Razorpay’s amount' }).click()
  const question = page.getByRole('alertdialog', { name: 'Record this payment?' })
  await expect.element(question).toMatchTextContent('₹700.00 from Asha will be recorded as a donation with a receipt.')
  await respondWith(backend(HELD.slice(0, 1), done))
  await question.getByRole('button', { name: 'Record' }).click()
  await expect.element(page.getByRole('status').getByText('Payment recorded')).toBeVisible()
  await expect.element(opener('1 payment to check')).toHaveFocus()
  await expect.element(items()).toHaveLength(1)
  await respondWith(backend([], { 'POST /donate/d1/held/pay_1/refunded': [200, { success: true, message: 'Done' }] }))
  await items().getByRole('button', { name: 'Mark as refunded' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as refunded' }).click()
  await expect.element(page.getByRole('status').getByText('Payment marked as refunded')).toBeVisible()
  await expect.element(opener(/to check/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('explains a dispute, which Razorpay alone resolves, and a refund that cannot be', async () => {
  const reasons = ['disputed', 'refund-exceeds']
  await openPanel('/donations', backend(reasons.map((reason) => ({ ...SECOND, reason, paymentId: reason }))))
  await opener('2 payments to check').click()
  await expect.element(items().nth(0)).toMatchTextContent(/disputes this payment\. Answer on Razorpay’s dashboard/)
  await expect.element(items().nth(1)).toMatchTextContent(/a refund that is larger than this payment/)
  await expect.element(items().getByRole('button')).toHaveLength(0)
})

test('only removes a payment whose failed refund Razorpay does not know', async () => {
  await openPanel('/donations', backend([{ ...SECOND, reason: 'refund-unknown' }]))
  await opener('1 payment to check').click()
  await expect.element(items()).toMatchTextContent(/a refund of this payment failed.*then remove it from this list/)
  await expect.element(items().getByRole('button')).toHaveTextContent('Remove from list')
})

test('says of a held payment whether the donor’s bank disputes it', async () => {
  const disputed = { ...SECOND, isDisputed: true }
  await openPanel('/donations', backend([{ ...disputed, paymentId: 'pay_1', reason: 'disputed' }, disputed, SECOND]))
  await opener('3 payments to check').click()
  await expect.element(items()).toHaveLength(3)
  const mentions = items()
    .elements()
    .map((item) => item.textContent?.match(/disputes this payment/g)?.length)
  expect(mentions).toEqual([1, 1, undefined])
  await expect.element(items().nth(1)).toMatchTextContent(/The donor paid twice.*disputes this payment/)
})

test('removes a payment of another donation, with one idempotency key until a response arrives', async () => {
  const ours = backend(HELD.slice(2))
  await openPanel('/donations', ours)
  await opener('1 payment to check').click()
  const remove = items().getByRole('button', { name: 'Remove from list' })
  const keys = watchCallKeys()
  await respondWith({ ...ours, 'POST /donate/d2/held/pay_3/record': [-1, ''] })
  await remove.click()
  await expect.poll(() => keys.length).toBe(1)
  await expect
    .element(
      page
        .getByRole('status')
        .getByText(/^Failed to remove the payment/)
        .first(),
    )
    .toBeVisible()
  await respondWith({ ...ours, 'POST /donate/d2/held/pay_3/record': [200, { success: true, message: 'Done' }] })
  await remove.click()
  await expect.poll(() => keys.length).toBe(2)
  await expect.element(page.getByRole('status').getByText('Payment removed from the list')).toBeVisible()
  expect(keys[0]).toMatch(/^[\da-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('keeps a payment that cannot be resolved, with the server’s sentence beside it', async () => {
  const refusal = { success: false, code: 'conflict', message: 'Razorpay has not refunded this payment.' }
  await openPanel('/donations', backend(HELD.slice(1, 2), { 'POST /donate/d2/held/pay_2/refunded': [409, refusal] }))
  await opener('1 payment to check').click()
  await items().getByRole('button', { name: 'Mark as refunded' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as refunded' }).click()
  await expect
    .element(page.getByRole('status').getByText('Failed to mark the payment as refunded.', { exact: true }))
    .toBeVisible()
  await expect.element(items()).toMatchTextContent(/Razorpay has not refunded this payment\.$/)
})

test('shows nothing without held payments, or on a plain backend', async () => {
  const first = await openPanel('/donations', backend([]))
  await expect.element(page.getByRole('table')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Payments to check' })).not.toBeInTheDocument()
  await first.unmount()
  const plain = await openPanel('/donations', { ...backend(HELD), ...plainBackend(LISTED) })
  await expect.element(page.getByRole('table')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Payments to check' })).not.toBeInTheDocument()
  await plain.unmount()
})

test('offers a retry if the list cannot be fetched', async () => {
  await openPanel('/donations', backend(HELD, { 'GET /donate/held?page=1&limit=100': [403, { success: false }] }))
  await expect.element(page.getByText(/^Could not load the payments to check/)).toBeVisible()
  await respondWith(backend(HELD))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(opener('3 payments to check')).toBeVisible()
})

test('marks a payment as refunded only after a question', async () => {
  await openPanel('/donations', backend(HELD.slice(1, 2)))
  const calls = watchCalls()
  await opener('1 payment to check').click()
  await items().getByRole('button', { name: 'Mark as refunded' }).click()
  const question = page.getByRole('alertdialog', { name: 'Mark this payment as refunded?' })
  await expect.element(question).toMatchTextContent('₹700.00 from Asha will leave this list. No donation is recorded.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(calls).toEqual([])
})

test('shows how many of the oldest payments are listed when the summary fails', async () => {
  const list = [200, { success: true, data: [...HELD, SECOND], total: 101, page: 1 }] as Backend[string]
  const failed: Backend = { 'GET /donate/summary': [503, { success: false }] }
  await openPanel('/donations', backend(HELD, { ...failed, 'GET /donate/held?page=1&limit=100': list }))
  await opener('101 payments to check').click()
  await expect.element(page.getByText('The oldest 4 are shown.')).toBeVisible()
  await expect.element(items()).toHaveLength(4)
})
