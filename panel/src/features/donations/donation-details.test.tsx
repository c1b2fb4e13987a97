import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { donation, plainBackend } from '../../../testing/donations.ts'
import { type Backend, openPanel } from '../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../testing/saved-files.ts'

const WHOLE = donation(2, {
  donorName: 'Asha Patil',
  donorPhone: '98765 43210',
  amount: 5_100_00,
  createdAt: '2026-03-31T18:28:00.000Z',
  updatedAt: '2026-03-31T18:32:00.000Z',
  razorpay: { orderId: 'order_1', paymentId: 'pay_1', signature: null },
  receipt: { token: 'tok-1', expiresAt: null, number: 'SD/2026-27/1' },
  paymentMethod: 'upi',
  donorAddress: '12, Station Road\nNashik',
  donorPan: 'ABCDE1234F',
})
const RECEIPT = 'POST /donate/receipt/tok-1'
const PDF = '%PDF-1.7\n%%EOF'

const dialog = () => page.getByRole('dialog', { name: 'Donation details' })
const download = () => page.getByRole('button', { name: 'Download receipt' })

async function open(record: object, answers: Backend = {}) {
  const panel = await openPanel('/donations', plainBackend([record], answers))
  await page.getByRole('button', { name: /^Details of/ }).click()
  return panel
}

afterEach(() => vi.restoreAllMocks())

test('every field of the record, its times in the zone of the trust', async () => {
  await open(WHOLE)
  const fields = [...dialog().element().querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ])
  expect(fields).toEqual([
    ['Donor', 'Asha Patil'],
    ['Email', 'donor2@example.org'],
    ['Phone', '98765 43210'],
    ['Address', '12, Station Road\nNashik'],
    ['PAN', 'ABCDE1234F'],
    ['Purpose', 'Gau Seva'],
    ['Payment mode', 'UPI'],
    ['Order ID', 'order_1'],
    ['Payment ID', 'pay_1'],
    ['Donation ID', 'd0002'],
    ['Created', '31 Mar 2026, 11:58 PM'],
    ['Updated', '01 Apr 2026, 12:02 AM'],
    ['Receipt number', 'SD/2026-27/1'],
  ])
  await expect.element(dialog()).toMatchTextContent('₹5,100.00Success')
  await expect.element(dialog().getByRole('link', { name: '98765 43210' })).toHaveAttribute('href', 'tel:9876543210')
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('button', { name: 'Details of Asha Patil' })).toHaveFocus()
})

test('money that went back in part, and a payment that a person must look at', async () => {
  await open({ ...WHOLE, refundedAmount: 200_00, heldPaymentId: 'pay_2' })
  await expect.element(dialog()).toMatchTextContent('Refunded in part: ₹200.00')
  await expect.element(dialog()).toMatchTextContent("Check this order's payment on Razorpay: pay_2")
})

test.each([[{ refundedAmount: null, heldPaymentId: null }], [{ refundedAmount: 5_100_00, localStatus: 'refunded' }]])(
  '%j says neither',
  async (fields) => {
    await open({ ...WHOLE, ...fields })
    await expect.element(dialog()).toMatchTextContent('Order ID')
    expect(dialog().element().textContent).not.toMatch(/Refunded in part|on Razorpay/)
  },
)

test.each([
  [{ 'content-disposition': `attachment; filename="receipt-SD-2026-27-1.pdf"` }, 'receipt-SD-2026-27-1.pdf'],
  [{ 'content-disposition': `attachment; filename*=UTF-8''..%2F%E0%A4%B0%E0%A4%B8%E0%A5%80%E0%A4%A6.pdf` }, 'रसीद.pdf'],
  [{}, 'receipt-SD-2026-27-1.pdf'],
])('a receipt is saved as it came, under the name of %j', async (headers, name) => {
  const saved = watchSavedFiles()
  await open(WHOLE, { [RECEIPT]: [200, PDF, { 'content-type': 'application/octet-stream', ...headers }] })
  await download().click()
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe(name)
  expect(new TextDecoder().decode(await saved[0]?.bytes())).toBe(PDF)
  await expect.element(dialog()).toBeVisible()
})

test('a receipt without any name is called after the donation', async () => {
  const saved = watchSavedFiles()
  await open({ ...WHOLE, receipt: { token: 'tok-1' } }, { [RECEIPT]: [200, PDF] })
  await download().click()
  await vi.waitFor(() => expect(saved[0]?.name).toBe('receipt-d0002.pdf'))
})

test('a record without a receipt says so, and nothing is asked', async () => {
  const { receipt: _, ...without } = WHOLE as typeof WHOLE & { receipt: unknown }
  await open(without, { [RECEIPT]: [200, PDF] })
  const asked = vi.spyOn(window, 'fetch')
  await download().click()
  await expect.element(page.getByText('No receipt available for this donation.')).toBeVisible()
  expect(asked).not.toHaveBeenCalled()
})

test.each([
  ['an unknown token', [404, { success: false, message: 'No receipt here.' }]],
  ['a refusal under 200', [200, { success: false, message: 'No' }]],
  ['JSON', [200, { success: true, data: {} }]],
  ['a web page', [200, '<!doctype html><title>Oops</title>', { 'content-type': 'application/pdf' }]],
  ['nothing', [200, '']],
  ['a server that fails', [500, '<html>']],
  ['a line that breaks', [-1, '']],
] as const)('%s in place of a receipt is a failure, and saves nothing', async (_name, answer) => {
  const saved = watchSavedFiles()
  await open(WHOLE, { [RECEIPT]: answer as unknown as Backend[string] })
  await download().click()
  await expect.element(page.getByText('Failed to download receipt.')).toBeVisible()
  expect(saved).toHaveLength(0)
  await expect.element(download()).not.toHaveAttribute('aria-disabled')
})

test('a second click while it is on its way asks for no second one', async () => {
  await open(WHOLE, { [RECEIPT]: [0, ''] })
  const asked = vi.spyOn(window, 'fetch')
  await download().dblClick()
  await expect.element(page.getByRole('button', { name: 'Downloading...' })).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(1)
})

test('the second click of a double click that comes when the file is saved already saves no second one', async () => {
  const saved = watchSavedFiles()
  await open(WHOLE, { [RECEIPT]: [200, PDF] })
  await download().click()
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  await expect.element(download()).not.toHaveAttribute('aria-disabled')
  const asked = vi.spyOn(window, 'fetch')
  download()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  await new Promise(requestAnimationFrame) // by then it would have been asked for
  expect(asked).not.toHaveBeenCalled()
  await download().click()
  await vi.waitFor(() => expect(saved).toHaveLength(2))
})

test('a 401 asks whether the session is over', async () => {
  await open(WHOLE, { [RECEIPT]: [401, { success: false, message: 'Please log in' }] })
  const asked = vi.spyOn(window, 'fetch')
  await download().click()
  await expect.element(page.getByText('Failed to download receipt.')).toBeVisible()
  await vi.waitFor(() => expect(String(asked.mock.lastCall?.[0])).toMatch(/\/admin\/me$/))
})
