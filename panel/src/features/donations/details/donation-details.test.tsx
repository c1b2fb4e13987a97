import { toast } from 'react-hot-toast/headless'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, refusal, respondWith } from '../../../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { type Backend, openPanel } from '../../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../../testing/saved-files.ts'
import { watchCalls } from '../../../../testing/sent-calls.ts'

const WHOLE = donation(2, {
  donorName: 'Asha Patil',
  donorPhone: '98765 43210',
  amount: 5_100_00,
  createdAt: '2026-03-31T18:28:00.000Z',
  updatedAt: '2026-03-31T18:32:00.000Z',
  razorpay: { orderId: 'order_1', paymentId: 'pay_1', signature: null },
  receipt: { token: 'tok-1', expiresAt: null, number: 'SD/2026-27/1' },
  paymentMethod: 'upi',
  settlement: { utr: 'UTR1', settledAt: '2026-04-02T19:00:00.000Z' },
  donorAddress: '12, Station Road\nNashik',
  donorPan: 'ABCDE1234F',
})
const RECEIPT = 'POST /donate/receipt/tok-1'
const PDF = '%PDF-1.7\n%%EOF'

const dialog = () => page.getByRole('dialog', { name: 'Donation details' })
const download = () => page.getByRole('button', { name: 'Download receipt' })

async function open(record: object, responses: Backend = {}) {
  const panel = await openPanel('/donations', plainBackend([record], responses))
  await page.getByRole('button', { name: /^Details of/ }).click()
  return panel
}

test('shows a masked PAN in full only when asked', async () => {
  const pan: Backend = { 'POST /donate/d0002/numbers': ok({ pan: 'ABCPE1234F' }) }
  const masked = { ...WHOLE, donorPan: '••••••234F' }
  await openPanel('/donations?open=d0002', extendedBackend([masked], [], pan))
  await expect.element(dialog().getByText('••••••234F')).toBeVisible()
  await dialog().getByRole('button', { name: 'Show the PAN in full' }).click()
  await expect.element(dialog().getByText('ABCPE1234F')).toHaveFocus()
})

test("shows every field, with times in the trust's time zone", async () => {
  await open(WHOLE)
  const fields = [...dialog().element().querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ])
  expect(fields).toEqual([
    ['Receipt number', 'SD/2026-27/1'],
    ['Donor', 'Asha Patil'],
    ['Email', 'donor2@example.org'],
    ['Phone', '98765 43210'],
    ['Address', '12, Station Road\nNashik'],
    ['PAN', 'ABCDE1234F'],
    ['Purpose', 'Gau Seva'],
    ['Payment mode', 'UPI'],
    ['Settled', '03 Apr 2026 · UTR UTR1'],
    ['Created', '31 Mar 2026, 11:58 PM'],
    ['Updated', '01 Apr 2026, 12:02 AM'],
    ['Order ID', 'order_1'],
    ['Payment ID', 'pay_1'],
    ['Donation ID', 'd0002'],
  ])
  await expect.element(dialog().getByText('order_1')).not.toBeVisible()
  await expect.element(dialog()).toMatchTextContent('₹5,100.00Success')
  await expect.element(dialog().getByRole('link', { name: '98765 43210' })).toHaveAttribute('href', 'tel:9876543210')
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect
    .element(page.getByRole('button', { name: /^Details of Asha Patil, ₹.*, \d\d \w{3} 2026$/ }))
    .toHaveFocus()
})

test('leads to the record of the donor', async () => {
  await openPanel('/donations?open=d0002', extendedBackend([Object.assign({}, WHOLE, { donorId: 'a1' })]))
  await expect.element(dialog().getByRole('link', { name: 'Asha Patil' })).toHaveAttribute('href', '/donors?open=a1')
})

test('keeps the receipt button in sight on a phone, clear of the focused link', async () => {
  await open(WHOLE)
  await page.viewport(360, 320)
  await expect.element(download()).toBeVisible()
  const phone = dialog().getByRole('link', { name: '98765 43210' }).element()
  phone.focus()
  const bar = download().element().getBoundingClientRect()
  expect(bar.bottom).toBeLessThanOrEqual(320)
  expect(phone.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top)
})

test('shows a partial refund and a payment to check on Razorpay', async () => {
  await open({ ...WHOLE, refundedAmount: 200_00, heldPaymentId: 'pay_2' })
  await expect.element(dialog()).toMatchTextContent('Refunded in part: ₹200.00')
  await expect
    .element(dialog())
    .toMatchTextContent('Payment pay_2 was not recorded for this donation. Check it on Razorpay.')
})

test.each([[{ refundedAmount: null, heldPaymentId: null }], [{ refundedAmount: 5_100_00, localStatus: 'refunded' }]])(
  'shows neither a partial refund nor a payment to check for %j',
  async (fields) => {
    await open({ ...WHOLE, ...fields })
    await expect.element(dialog()).toMatchTextContent('Order ID')
    expect(dialog().element().textContent).not.toMatch(/Refunded in part|on Razorpay/)
  },
)

test('saves a receipt unchanged, named by the response or else by the receipt number', async () => {
  const cases: [Record<string, string>, string][] = [
    [{ 'content-disposition': `attachment; filename="receipt-SD-2026-27-1.pdf"` }, 'receipt-SD-2026-27-1.pdf'],
    [
      { 'content-disposition': `attachment; filename*=UTF-8''..%2F%E0%A4%B0%E0%A4%B8%E0%A5%80%E0%A4%A6.pdf` },
      'रसीद.pdf',
    ],
    [{}, 'receipt-SD-2026-27-1.pdf'],
  ]
  const saved = watchSavedFiles()
  await open(WHOLE)
  for (const [index, [headers, name]] of cases.entries()) {
    const response = [200, PDF, { 'content-type': 'application/octet-stream', ...headers }] as Backend[string]
    await respondWith(plainBackend([WHOLE], { [RECEIPT]: response }))
    await download().click()
    await expect.poll(() => saved).toHaveLength(index + 1)
    expect(saved[index]?.name).toBe(name)
    expect(new TextDecoder().decode(await saved[index]?.bytes())).toBe(PDF)
    await expect.element(download()).not.toHaveAttribute('aria-disabled')
  }
  await expect.element(dialog()).toBeVisible()
})

test('shows a message and sends no request when there is no receipt', async () => {
  const { receipt: _, ...without } = WHOLE as typeof WHOLE & { receipt: unknown }
  await open(without, { [RECEIPT]: [200, PDF] })
  const requests = vi.spyOn(window, 'fetch')
  await expect.element(download()).toBeEnabled()
  await download().click()
  await expect.element(page.getByText('No receipt available for this donation.')).toBeVisible()
  expect(requests).not.toHaveBeenCalled()
})

const NOT_SUCCESSFUL = 'No receipt: this donation is not successful.'
const NOT_RECEIVED = 'No receipt yet: the payment has not been received.'
const NOT_ISSUED = 'No receipt: none was issued when this donation was recorded.'

test.each([
  ['failed', NOT_SUCCESSFUL],
  ['pending', NOT_RECEIVED],
  ['created', NOT_RECEIVED],
  [null, NOT_SUCCESSFUL],
  ['captured', NOT_ISSUED],
  ['refunded', NOT_ISSUED],
  [
    'authorized',
    'No receipt yet: the payment is approved but not received. The receipt is issued when it is received.',
  ],
])('says why a donation with status %s has no receipt', async (localStatus, reason) => {
  const record = donation(2, { localStatus, receipt: null })
  await openPanel('/donations', extendedBackend([record]))
  await page.getByRole('button', { name: /^Details of/ }).click()
  await expect.element(dialog().getByText(reason)).toBeVisible()
  await expect.element(download()).toHaveAccessibleDescription(reason)
})

test('says of another backend’s donation without a receipt only whether it is successful', async () => {
  const authorized = await open({ ...WHOLE, localStatus: 'authorized', receipt: null })
  await expect.element(dialog().getByText('No receipt: the server has none for this donation.')).toBeVisible()
  await authorized.unmount()
  await open({ ...WHOLE, localStatus: 'failed', receipt: null })
  await expect.element(dialog().getByText('No receipt: this donation is not successful.')).toBeVisible()
})

test('shows a failure and saves nothing when the response is not a receipt', async () => {
  const responses: [string, Backend[string]][] = [
    ['an unknown token', [404, { success: false, message: 'No receipt here.' }]],
    ['a web page', [200, '<!doctype html><title>Oops</title>', { 'content-type': 'application/pdf' }]],
  ]
  const saved = watchSavedFiles()
  await open(WHOLE)
  for (const [name, response] of responses) {
    toast.remove()
    await expect.element(page.getByText('Failed to download receipt.'), { message: name }).not.toBeInTheDocument()
    await respondWith(plainBackend([WHOLE], { [RECEIPT]: response }))
    await download().click()
    await expect.element(page.getByText('Failed to download receipt.'), { message: name }).toBeVisible()
    await expect.element(download(), { message: name }).not.toHaveAttribute('aria-disabled')
  }
  expect(saved).toHaveLength(0)
})

test('ignores a second click while the download is running', async () => {
  await open(WHOLE, { [RECEIPT]: [0, ''] })
  const requests = vi.spyOn(window, 'fetch')
  await download().dblClick()
  await expect.element(page.getByRole('button', { name: 'Downloading...' })).toBeVisible()
  expect(requests).toHaveBeenCalledTimes(1)
})

test('checks the session after a 401', async () => {
  await open(WHOLE, { [RECEIPT]: [401, { success: false, message: 'Please log in' }] })
  const requests = vi.spyOn(window, 'fetch')
  await download().click()
  await expect.element(page.getByText('Failed to download receipt.')).toBeVisible()
  await expect.poll(() => String(requests.mock.lastCall?.[0])).toMatch(/\/admin\/me$/)
})

/** The list does not say what `outdatedOnReceipt` does. */
function openOutdated(outdatedOnReceipt: string[], fields: object = {}, more: Backend = {}) {
  const row = { ...WHOLE, ...fields }
  const saved: Backend = { 'POST /donate/d0002/receipt': [200, { success: true, message: 'Done' }] }
  const backend = extendedBackend([row], [], {
    'GET /donate/d0002': ok({ ...row, outdatedOnReceipt }),
    ...{ ...saved, ...more },
  })
  return openPanel('/donations?open=d0002', backend)
}
const renewButton = () => dialog().getByRole('button', { name: 'Issue a receipt with today’s details' })

test('replaces the outdated receipt of an online gift after a question', async () => {
  await openOutdated(['name', 'pan'])
  await expect.element(dialog()).toMatchTextContent('The receipt no longer matches the donor’s record: Name, PAN.')
  const calls = watchCalls()
  await renewButton().click()
  const question = page.getByRole('alertdialog', { name: 'Issue a new receipt?' })
  await expect.element(question).toMatchTextContent('The receipt SD/2026-27/1 is cancelled')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(calls).toEqual([])
  await respondWith(extendedBackend([WHOLE], [], { 'POST /donate/d0002/receipt': ok({}) }))
  await renewButton().click()
  await question.getByRole('button', { name: 'Issue the receipt' }).click()
  await expect.poll(() => calls.map(([call]) => call)).toEqual(['POST /donate/d0002/receipt'])
  await expect.element(renewButton()).not.toBeInTheDocument()
  await expect.element(download()).toHaveFocus()
})

test('says that a dispute was lost, and cancels the receipt after a question', async () => {
  const lost = { lostAmount: 100_00 }
  await openOutdated(['dispute'], lost)
  await expect.element(dialog()).toMatchTextContent('SuccessDispute lost: ₹100.00')
  await expect.element(dialog()).toMatchTextContent('The dispute was lost, but the receipt is valid.')
  const calls = watchCalls()
  const cancelled = Object.assign({ ...WHOLE, ...lost }, { receipt: null })
  await respondWith(extendedBackend([cancelled], [], { 'POST /donate/d0002/receipt': ok({}) }))
  await dialog().getByRole('button', { name: 'Cancel the receipt' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the receipt' }).click()
  await expect.poll(() => calls.map(([call]) => call)).toEqual(['POST /donate/d0002/receipt'])
  await expect.element(dialog().getByRole('button', { name: 'Cancel the receipt' })).not.toBeInTheDocument()
  await expect.element(dialog()).toMatchTextContent(/No receipt: it was cancelled because the dispute was lost\./)
})

test('offers a new receipt if a lost dispute is won at last, and shows the server’s sentence if it refuses', async () => {
  const refused = { 'POST /donate/d0002/receipt': refusal(409, 'There is nothing to renew.') }
  await openOutdated(['dispute'], { receipt: null }, refused)
  await expect.element(dialog()).toMatchTextContent('The dispute was won, but the receipt is cancelled.')
  await renewButton().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue the receipt' }).click()
  await expect.element(page.getByRole('status').getByText('There is nothing to renew.')).toBeVisible()
})

test('offers no new receipt if nothing is outdated, or on a plain backend', async () => {
  const ours = await openOutdated([])
  await expect.element(dialog()).toMatchTextContent('Order ID')
  await expect.element(renewButton()).not.toBeInTheDocument()
  await ours.unmount()
  const outdated = { ...WHOLE, outdatedOnReceipt: ['name'] }
  await open(outdated, { 'GET /donate/d0002': ok(outdated) })
  await expect.element(dialog()).toMatchTextContent('Order ID')
  await expect.element(renewButton()).not.toBeInTheDocument()
})

test('says beside the badge of an approved payment why it has no receipt, only of our server', async () => {
  const NOTE = 'Not received yet'
  const record = donation(2, { localStatus: 'authorized', receipt: null })
  const ours = await openPanel('/donations', extendedBackend([record]))
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(`Success${NOTE}`)
  await ours.unmount()
  await openPanel('/donations', plainBackend([record]))
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('Success')
  await expect.element(page.getByText(NOTE)).not.toBeInTheDocument()
})
