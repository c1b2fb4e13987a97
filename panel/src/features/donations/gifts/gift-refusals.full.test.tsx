import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refusal } from '../../../../testing/backend.ts'
import {
  amount,
  chooseAnonymous,
  DONOR,
  donor,
  entryBackend,
  field,
  mode,
  option,
  purpose,
} from '../../../../testing/gift-entry.ts'
import { holdResponses } from '../../../../testing/held-responses.ts'
import { button, openPanel } from '../../../../testing/open-panel.tsx'
import { watchCalls } from '../../../../testing/sent-calls.ts'

const day = field('Day of receipt')
const save = () => userEvent.keyboard('{Control>}{Enter}{/Control}')
const setTime = (iso: string) => vi.spyOn(Date, 'now').mockReturnValue(Date.parse(iso))

async function startNewDonor(text: string) {
  await donor.click()
  await userEvent.keyboard(text)
  await option('New donor...').click()
  await expect.element(button('Add the donor')).toBeVisible()
}

beforeEach(() => setTime('2026-11-23T06:00:00Z'))

test.each(['ABCPS1234K', 'abcps 1234k'])('stores no PAN that is typed to find a donor: %s', async (pan) => {
  await openPanel('/donations/new', entryBackend())
  await amount.fill('500')
  await donor.click()
  await userEvent.keyboard(pan)
  dispatchEvent(new Event('pagehide'))
  await expect.poll(() => JSON.stringify(localStorage)).toContain('500')
  expect(JSON.stringify(localStorage)).not.toMatch(/abcps/i)
  await option('New donor...').click()
  await expect.element(field('PAN')).toHaveValue('ABCPS1234K')
  await expect.element(field('Name as on the PAN')).toHaveValue('')
  dispatchEvent(new Event('pagehide'))
  expect(JSON.stringify(localStorage)).not.toMatch(/abcps/i)
})

test('dates a gift on the day on which it is begun, also after midnight', async () => {
  setTime('2026-12-31T18:20:00Z')
  await openPanel('/donations/new', entryBackend())
  await expect.element(day).toHaveValue('31/12/2026')
  setTime('2026-12-31T18:40:00Z')
  const calls = watchCalls()
  await amount.fill('500')
  await expect.element(day).toHaveValue('01/01/2027')
  await chooseAnonymous()
  await save()
  await expect.poll(() => calls).toMatchObject([['POST /gifts', { receivedOn: '2027-01-01' }]])
  await expect.element(amount).toHaveValue('')
  await expect.element(day).toHaveValue('01/01/2027')
})

test('restores the day and the mode of a gift as they were', async () => {
  await openPanel('/donations/new', entryBackend())
  await amount.fill('500')
  dispatchEvent(new Event('pagehide'))
  localStorage.setItem('sevadesk_gift 1', JSON.stringify({ mode: 'upi', purposeId: 'p1' }))
  setTime('2026-11-24T06:00:00Z')
  await page.getByRole('link', { name: 'All donations' }).click()
  await button('Leave').click()
  await page.getByRole('link', { name: 'Enter a gift' }).click()
  await expect.element(mode('UPI')).toBeChecked()
  await expect.element(day).toHaveValue('24/11/2026')
  await button('Restore').click()
  await expect.element(amount).toHaveValue('500')
  await expect.element(day).toHaveValue('23/11/2026')
  await expect.element(mode('Cash')).toBeChecked()
  await expect.element(purpose).toHaveValue('')
})

test('leaves without a question while only the mode, purpose or day was chosen', async () => {
  const { router } = await openPanel('/donations/new', entryBackend())
  await mode('Cheque').click()
  await purpose.selectOptions('Cow feed')
  await day.fill('22112026')
  await page.getByRole('link', { name: 'All donations' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/donations')
  expect(JSON.stringify(localStorage)).not.toContain('sevadesk_draft')
})

test('sends no letter of direction once the gift is not for the corpus', async () => {
  await openPanel('/donations/new', entryBackend())
  const calls = watchCalls()
  await amount.fill('500')
  await purpose.selectOptions('Corpus')
  await field('Letter of direction').fill('Letter of 3 May')
  await purpose.selectOptions('Cow feed')
  await chooseAnonymous()
  await save()
  await expect.poll(() => calls).toMatchObject([['POST /gifts', { donationType: 'specific', directionLetter: '' }]])
})

test('explains a refusal of a new donor that is at none of its fields', async () => {
  await openPanel(
    '/donations/new',
    entryBackend({ 'POST /donors': refusal(400, 'No.', { fields: { citizenship: 'Say which.' } }) }),
  )
  await startNewDonor('asha')
  await button('Add the donor').click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'No.' })).toBeVisible()
})

test('keeps the mode until a new donor is added', async () => {
  await openPanel('/donations/new', entryBackend({ 'POST /donors': ok({ ...DONOR, _id: 'd2', name: 'Asha' }) }))
  await startNewDonor('asha')
  const adds = holdResponses('POST /donors')
  await button('Add the donor').click()
  await expect.poll(() => adds.calls).toHaveLength(1)
  await mode('Collection').click({ force: true })
  await expect.element(mode('Cash')).toBeChecked()
  adds.release()
  await expect.element(donor).toHaveValue('Asha')
})

test('chooses a highlighted donor by Ctrl+Enter instead of saving without it', async () => {
  await openPanel('/donations/new', entryBackend())
  const calls = watchCalls()
  await amount.fill('500')
  await donor.click()
  await userEvent.keyboard('asha')
  await expect.element(option(/^Asha Patil/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await save()
  await expect.element(donor).toHaveValue('Asha Patil')
  expect(calls).toEqual([])
  await save()
  await expect.poll(() => calls).toMatchObject([['POST /gifts', { donorId: 'd1' }]])
})

test('saves once while Ctrl+Enter is held', async () => {
  await openPanel('/donations/new', entryBackend())
  const calls = watchCalls()
  await amount.fill('500')
  await chooseAnonymous()
  await save()
  await expect.element(page.getByText(/^Receipt SD/)).toBeVisible()
  const held = { key: 'Enter', ctrlKey: true, repeat: true, bubbles: true, cancelable: true }
  amount.element().dispatchEvent(new KeyboardEvent('keydown', held))
  await expect.element(amount).not.toHaveAttribute('aria-invalid')
  expect(calls).toHaveLength(1)
})

test('sends one save for a double click', async () => {
  await openPanel('/donations/new', entryBackend())
  await amount.fill('500')
  await chooseAnonymous()
  const { calls, release } = holdResponses('POST /gifts')
  await button('Save').dblClick()
  release()
  await expect.element(page.getByText(/^Receipt SD/)).toBeVisible()
  expect(calls).toEqual(['POST /gifts'])
})
