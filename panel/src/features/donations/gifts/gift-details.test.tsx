import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refusal, respondWith } from '../../../../testing/backend.ts'
import { giftBackend as backend, CHEQUE, ISSUED, ROW } from '../../../../testing/gift-backend.ts'
import { type Backend, button, editedByMeera, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { watchCallHeader, watchCalls } from '../../../../testing/sent-calls.ts'
import { typedDay } from '../../../ui/dates/typed-day.ts'

const dialog = page.getByRole('dialog', { name: 'Donation details' })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const MISSING = refusal(404, 'There is no such gift.', { code: 'not_found' })

test('shows what was entered, by whom, and no fields of Razorpay', async () => {
  await openPanel('/donations?open=g1', backend())
  await expect.element(dialog).toMatchTextContent('004521')
  for (const text of ['Cheque', '20 Nov 2026', '18 Nov 2026', 'SBI', 'Gaushala', 'Ravi', 'meera · 21 Nov 2026']) {
    await expect.element(dialog).toMatchTextContent(text)
  }
  await expect.element(dialog.getByText('Order ID')).not.toBeInTheDocument()
  await expect
    .element(dialog.getByText('No receipt yet: it is issued when the bank has cleared the cheque or draft.'))
    .toBeVisible()
})

test('offers a desk that may only look neither corrections nor cancellations nor exports', async () => {
  const viewer = signedIn(['Donations'], { level: 1, donationRights: ['view'] })
  await openPanel('/donations?open=g1', backend(ISSUED, viewer))
  await expect.element(dialog.getByText('SD/1', { exact: true })).toBeVisible()
  for (const name of ['Delete', /^Issue a receipt/, 'Cleared', 'Export CSV']) {
    await expect.element(button(name)).not.toBeInTheDocument()
  }
  await expect.element(dialog.getByRole('link', { name: 'Correct' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('link', { name: 'Enter a gift' })).not.toBeInTheDocument()
})

test('offers the same for a gift by hand of an earlier server, and says nothing of its receipt', async () => {
  const row = { ...ROW, paymentMethod: 'cash', receipt: { token: 't', number: 'SD/2' } }
  const earlier = { 'GET /donate': ok([row]), 'GET /donate/g1': ok(row) } satisfies Backend
  await openPanel('/donations?open=g1', backend(ISSUED, earlier))
  await expect.element(page.getByRole('link', { name: 'Correct' })).toBeVisible()
  await button('Delete').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toMatchTextContent(/^(?!.*receipt).*will be removed/)
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test('lists all receipts, the cancelled ones struck through with the reason', async () => {
  await openPanel('/donations?open=g1', backend(ISSUED))
  const cancelled = dialog.getByText('SD/1', { exact: true })
  await expect.element(cancelled).toBeVisible()
  expect(cancelled.element().tagName).toBe('S')
  await expect.element(dialog.getByText(/^Cancelled because the gift was corrected/)).toBeVisible()
  for (const number of ['SD/1', 'SD/2']) await expect.element(button(`Print receipt ${number}`)).toBeVisible()
  expect(dialog.getByText('SD/2', { exact: true }).element().tagName).toBe('STRONG')
  await expect.element(button('Cleared')).not.toBeInTheDocument()
})

test('names the leaf of the receipt book that the donor has, instead of a number', async () => {
  const cash = { ...ISSUED, receipts: [], status: 'captured', bookNumber: 'B', leafNumber: '12' }
  await openPanel('/donations?open=g1', backend(cash))
  await expect.element(dialog.getByText('Receipt book B, leaf 12')).toBeVisible()
  await expect.element(dialog.getByText(/^No receipt/)).not.toBeInTheDocument()
})

test('records a bounced cheque with its day and reason', async () => {
  await openPanel('/donations?open=g1', backend())
  const calls = watchCalls()
  await expect.element(button('Bounced')).toBeVisible()
  button('Bounced').element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(field('Reason of the bank')).toHaveFocus()
  expect(calls).toEqual([])
  await expect.element(field('On which day?')).toHaveValue(typedDay(zonedDate(Date.now(), 'Asia/Kolkata')))
  await field('On which day?').fill('31/11/2026')
  await button('Save').click()
  await expect.element(field('On which day?')).toHaveAccessibleDescription(/There is no such day/)
  await expect.element(field('On which day?')).toHaveFocus()
  await expect.element(field('Reason of the bank')).toHaveAccessibleDescription('Enter the reason that the bank gave.')
  await field('On which day?').fill('22/11/2026')
  await field('Reason of the bank').fill('No funds')
  const tooEarly = refusal(400, 'No.', { fields: { on: 'This day is too early.' } })
  await respondWith(backend(CHEQUE, { 'POST /gifts/g1/cheque': tooEarly }))
  await button('Save').click()
  await expect.element(field('On which day?')).toHaveAccessibleDescription(/This day is too early\./)
  const bounced = { ...CHEQUE, status: 'failed', bouncedOn: '2026-11-22', bounceReason: 'No funds', version: 4 }
  await respondWith(backend(bounced, { 'POST /gifts/g1/cheque': ok(bounced) }))
  await button('Save').click()
  await expect.element(dialog.getByText('22 Nov 2026')).toBeVisible()
  expect(calls.at(-1)).toEqual(['POST /gifts/g1/cheque', { step: 'bounced', on: '2026-11-22', reason: 'No funds' }])
  await expect.element(button('Bounced')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Correct' })).not.toBeInTheDocument()
})

test('flags a cheque that is cleared in another financial year than it was received', async () => {
  const march = { ...CHEQUE, receivedOn: '2026-03-30' }
  await openPanel('/donations?open=g1', backend(march))
  const notice = dialog.getByText(/^It was received in the financial year 2025-26 and cleared in 2026-27\./)
  await button('Cleared').click()
  await field('On which day?').fill('31/03/2026')
  await expect.element(notice).not.toBeInTheDocument()
  await field('On which day?').fill('01/04/2026')
  await expect.element(notice).toBeVisible()
  const cleared = { ...march, status: 'captured', clearedOn: '2026-04-01', version: 4 }
  await respondWith(backend(cleared, { 'POST /gifts/g1/cheque': ok(cleared) }))
  await button('Save').click()
  await expect.element(dialog.getByText(/Apr 2026 \(received in the financial year 2025-26\)$/)).toBeVisible()
})

test('replaces a receipt by one with the donor’s details of today after a question', async () => {
  const outdated = { ...ISSUED, outdatedOnReceipt: ['name', 'pan'], booksClosedUpTo: ISSUED.receivedOn }
  await openPanel('/donations?open=g1', backend(outdated))
  const keys = watchCallHeader('Idempotency-Key')
  await expect.element(dialog.getByText('The receipt no longer matches the donor’s record: Name, PAN.')).toBeVisible()
  const renew = button('Issue a receipt with today’s details')
  await renew.click()
  const question = page.getByRole('alertdialog', { name: 'Issue a new receipt?' })
  await expect.element(question).toMatchTextContent('The receipt SD/2 is cancelled')
  await expect.element(question).toMatchTextContent('The cash book of 20 Nov 2026 is closed.')
  await respondWith(backend(ISSUED, { 'POST /gifts/g1/receipt': ok(ISSUED) }))
  await question.getByRole('button', { name: 'Issue the receipt' }).click()
  await expect.element(page.getByText('New receipt issued')).toBeVisible()
  await expect.element(renew).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('region', { name: 'Receipts' })).toHaveFocus()
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('takes back the last step of a cheque after a question, and says why if it cannot', async () => {
  const cleared = { ...CHEQUE, status: 'captured', depositedOn: '2026-11-21', clearedOn: '2026-11-22', version: 5 }
  const sentence = 'This cheque is on a deposit slip. Cancel the slip instead.'
  await openPanel('/donations?open=g1', backend(cleared, { 'POST /gifts/g1/cheque/undo': refusal(409, sentence) }))
  const versions = watchCallHeader('If-Match')
  await button('Take back “Cleared”').click()
  const question = page.getByRole('alertdialog', { name: 'Take back “Cleared”?' })
  await expect.element(question).toMatchTextContent('It was recorded for 22 Nov 2026.')
  await question.getByRole('button', { name: 'Take back' }).click()
  await expect.element(page.getByText(sentence)).toBeVisible()
  const undone = { ...CHEQUE, depositedOn: '2026-11-21', version: 6 }
  await respondWith(backend(undone, { 'POST /gifts/g1/cheque/undo': ok(undone) }))
  await button('Take back “Cleared”').click()
  await question.getByRole('button', { name: 'Take back' }).click()
  await expect.element(button('Take back “Deposited”')).toBeVisible()
  expect(versions).toEqual(['"5"', '"5"'])
})

test('names the step that is taken back', async () => {
  const deposited = { ...CHEQUE, depositedOn: '2026-11-21' }
  await openPanel('/donations?open=g1', backend(deposited, { 'POST /gifts/g1/cheque/undo': ok(CHEQUE) }))
  const calls = watchCalls()
  await button('Take back “Deposited”').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => calls.at(-1)).toEqual(['POST /gifts/g1/cheque/undo', { step: 'deposited' }])
})

test('shows the gift as it is now if someone else moved the cheque meanwhile', async () => {
  await openPanel('/donations?open=g1', backend())
  await button('Deposited').click()
  await expect.element(field('On which day?')).toHaveFocus()
  const current = { ...CHEQUE, depositedOn: '2026-11-21', version: 4 }
  const conflict = { success: false, message: 'Someone else saved.', code: 'version_conflict', current }
  await respondWith(backend(current, { 'POST /gifts/g1/cheque': [412, conflict] }))
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const sentence = 'Someone else changed this gift meanwhile. The gift is shown here as it is now.'
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await expect.element(page.getByText('Someone else saved.')).toBeVisible()
  await expect.element(button('Deposited')).not.toBeInTheDocument()
  await expect.element(field('On which day?')).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'What the bank did' })).toHaveFocus()
  await button('Bounced').click()
  await expect.element(dialog.getByText(sentence)).not.toBeInTheDocument()
})

test('deletes a gift after a question that names its receipt, and offers it back', async () => {
  const withTrash = { ...signedIn(['Donations'], { level: 1 }), 'DELETE /donate/g1': ok({}) }
  const closed = { ...ISSUED, booksClosedUpTo: ISSUED.receivedOn }
  const { router } = await openPanel('/donations?open=g1', backend(closed, withTrash))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toBeVisible()
  await expect.element(question).toMatchTextContent('Its receipt SD/2 will be cancelled')
  await expect.element(question).toMatchTextContent('If you restore the gift, it gets a new receipt.')
  await expect
    .element(question)
    .toMatchTextContent('This gift of Asha Patil (₹5,000.00, 20 Nov 2026) will be removed here')
  await expect
    .element(question)
    .toMatchTextContent('The cash book of 20 Nov 2026 is closed. The deletion goes into today’s book.')
  await expect.element(question).toMatchTextContent('It can be restored at any time.')
  const calls = watchCalls()
  const restored: Backend = { 'POST /trash/donation/g1/restore': ok({}), 'GET /donate': ok([]) }
  await respondWith(backend(ISSUED, { ...withTrash, ...restored }))
  await question.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => router.state.location.search).toEqual({})
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Restored successfully')).toBeVisible()
  expect(calls.map(([call]) => call)).toEqual(['DELETE /donate/g1', 'POST /trash/donation/g1/restore'])
})

test.each([
  ['Delete', { ...ISSUED, depositSlipId: 's1' }, 'This cannot be deleted yet'],
  [
    'Take back “Deposited”',
    { ...CHEQUE, depositSlipId: 's1', depositedOn: '2026-11-21' },
    '“Deposited” cannot be taken back yet',
  ],
])('%s opens the deposit slip that must be cancelled first', async (action, gift, title) => {
  const { router } = await openPanel('/donations?open=g1', backend(gift))
  const calls = watchCalls()
  await dialog.getByRole('button', { name: action }).click()
  const obstacle = page.getByRole('alertdialog', { name: title })
  await expect.element(obstacle).toMatchTextContent('It was taken to the bank on a deposit slip.')
  await obstacle.getByRole('button', { name: 'Open the deposit slip' }).click()
  await expect.poll(() => router.state.location.href).toBe('/deposits?open=s1')
  expect(calls.filter(([call]) => !call.startsWith('GET '))).toEqual([])
})

test('shows the day of a gift without a time if its details do not load', async () => {
  await openPanel('/donations?open=g1', backend(CHEQUE, { 'GET /gifts/g1': MISSING }))
  await expect.element(dialog).toMatchTextContent('20 Nov 2026')
  expect(dialog.element().textContent).not.toContain('12:00')
})

test('shows what the list knows of a payment that is no gift by hand', async () => {
  const payment = { ...ROW, paymentMethod: 'upi', razorpay: { orderId: null, paymentId: 'pay_2' } }
  const here: Backend = { 'GET /donate': ok([payment]), 'GET /donate/g1': ok(payment) }
  await openPanel('/donations?open=g1', backend(CHEQUE, { ...here, 'GET /gifts/g1': MISSING }))
  await dialog.getByText('IDs', { exact: true }).click()
  await expect.element(dialog.getByText('pay_2')).toBeVisible()
  await expect.element(page.getByText('There is no such gift.')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('says before the save that a gift without its leaf gets a receipt number', async () => {
  await openPanel('/donations/g1/edit', backend({ ...CHEQUE, bookNumber: 'B', leafNumber: '12' }))
  const notice = page.getByText('Without the leaf, the gift gets a receipt number of the series.')
  await expect.element(field('Leaf number')).toHaveValue('12')
  await expect.element(notice).not.toBeInTheDocument()
  await field('Leaf number').fill('')
  await expect.element(notice).toBeVisible()
})

test('says before the save that the receipt is cancelled, and returns to the details', async () => {
  const closed = { ...ISSUED, booksClosedUpTo: ISSUED.receivedOn }
  const saved = ok({ ...ISSUED, bookedOn: '2026-11-26' })
  const { router } = await openPanel('/donations?open=g1', backend(closed, { 'PUT /gifts/g1': saved }))
  await page.getByRole('link', { name: 'Correct' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/donations/g1/edit')
  const notice = page.getByText(/^Saving cancels the receipt SD\/2 and issues a new one, which names it and prints/)
  const bookNotice = page.getByText('The cash book of 20 Nov 2026 is closed. The correction goes into today’s book.')
  const amount = field('Amount in rupees')
  await expect.element(amount).toHaveValue('5,000')
  await expect.element(page.getByRole('combobox', { name: 'Purpose' })).toHaveValue('p1')
  await expect.element(field('Leaf number')).not.toHaveAccessibleDescription()
  await field('Collected by').fill('Hari')
  await expect.element(notice).not.toBeInTheDocument()
  await amount.fill('5000.00')
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(bookNotice).not.toBeInTheDocument()
  await amount.fill('6000')
  await expect.element(notice).toBeVisible()
  await expect.element(bookNotice).toBeVisible()
  const calls = watchCalls()
  await button('Save').click()
  await expect.poll(() => router.state.location.search).toEqual({ open: 'g1' })
  await expect.element(page.getByText('Gift corrected in the cash book of 26 Nov 2026')).toBeVisible()
  expect(calls).toMatchObject([['PUT /gifts/g1', { amount: 6000_00, donorId: 'd1', collectedBy: 'Hari' }]])
})

test('shows who else corrects the gift, and merges what others saved meanwhile', async () => {
  const current = { ...ISSUED, amount: 7000_00, collectedBy: 'Gopal', version: 4 }
  const conflict = { success: false, message: 'Someone', code: 'version_conflict', current }
  await openPanel(
    '/donations/g1/edit',
    backend(ISSUED, { ...editedByMeera('gift', 'g1'), 'PUT /gifts/g1': [412, conflict] }),
  )
  await expect.element(page.getByText('Meera is editing since 11:39 AM')).toBeVisible()
  const versions = watchCallHeader('If-Match')
  await field('Amount in rupees').fill('6000')
  await button('Save').click()
  await expect.element(page.getByText('Someone else saved a change here meanwhile.')).toBeVisible()
  expect(versions).toEqual(['"3"'])
  await expect.element(field('Collected by')).toHaveValue('Gopal')
  await page.getByRole('radio', { name: 'Theirs' }).click()
  await expect.element(field('Amount in rupees')).toHaveValue('7,000')
})

test('says why a gift cannot be corrected', async () => {
  await openPanel('/donations/g1/edit', backend(ISSUED, { 'GET /gifts/g1': MISSING }))
  await expect.element(page.getByText('There is no such gift.')).toBeVisible()
})
