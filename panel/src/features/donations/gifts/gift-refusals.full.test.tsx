import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { holdResponses } from '../../../../testing/held-responses.ts'
import { type Backend, button, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { watchCalls } from '../../../../testing/sent-calls.ts'

const DONOR = { _id: 'd1', kind: 'person', name: 'Asha Patil', otherNames: [], phones: ['+919876543210'], emails: [] }
const PURPOSES = [
  { _id: 'p1', nameEn: 'Cow feed', nameHi: 'गौ सेवा', isRetired: false, institutionId: null, donationType: 'specific' },
  { _id: 'p3', nameEn: 'Corpus', nameHi: 'कॉर्पस', isRetired: false, institutionId: null, donationType: 'corpus' },
]
const GIFT = {
  _id: 'g1',
  mode: 'cash',
  amount: 500_00,
  donorId: 'd1',
  donorName: 'Asha Patil',
  receipts: [],
  version: 1,
}
const ok = (data: object) => [200, { success: true, data }] as [number, object]
const refusal = (fields: object) =>
  [400, { success: false, code: 'invalid', message: 'No.', fields }] as [number, object]

const searches = Object.fromEntries(
  ['a', 'as', 'ash', 'asha'].map((text) => [
    `GET /donors?search=${text}&best=true&page=1&limit=8`,
    [200, { success: true, data: [DONOR], total: 1, page: 1 }] as [number, object],
  ]),
)

function backend(more: Backend = {}): Backend {
  return {
    ...signedIn(['Donations'], { level: 1 }),
    'GET /lists': ok({ purposes: PURPOSES, institutions: [] }),
    ...searches,
    'POST /gifts': ok(GIFT),
    ...more,
  }
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const donor = page.getByRole('combobox', { name: 'Donor' })
const purpose = page.getByRole('combobox', { name: 'Purpose' })
const amount = field('Amount in rupees')
const day = field('Day of receipt')
const mode = (name: string) => page.getByRole('radio', { name, exact: true })
/** An enabled option. Options of an earlier search are disabled until the new results arrive. */
const option = (name: string | RegExp) => page.getByRole('option', { name, disabled: false })
const save = () => userEvent.keyboard('{Control>}{Enter}{/Control}')
const setTime = (iso: string) => vi.spyOn(Date, 'now').mockReturnValue(Date.parse(iso))

async function chooseAnonymous() {
  await donor.click()
  await userEvent.keyboard('{ArrowDown}')
  await option('Anonymous').click()
  await expect.element(donor).toHaveValue('Anonymous')
}

async function startNewDonor(text: string) {
  await donor.click()
  await userEvent.keyboard(text)
  await option('New donor...').click()
  await expect.element(button('Add the donor')).toBeVisible()
}

beforeEach(() => setTime('2026-11-23T06:00:00Z'))

test.each(['ABCPS1234K', 'abcps 1234k'])('stores no PAN that is typed to find a donor: %s', async (pan) => {
  await openPanel('/donations/new', backend())
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
  await openPanel('/donations/new', backend())
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
  await openPanel('/donations/new', backend())
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
  const { router } = await openPanel('/donations/new', backend())
  await mode('Cheque').click()
  await purpose.selectOptions('Cow feed')
  await day.fill('22112026')
  await page.getByRole('link', { name: 'All donations' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/donations')
  expect(JSON.stringify(localStorage)).not.toContain('sevadesk_draft')
})

test('opens the closed part of the form at each refusal of its fields', async () => {
  const sentence = 'Enter the letter.'
  await openPanel('/donations/new', backend({ 'POST /gifts': refusal({ directionLetter: sentence }) }))
  await amount.fill('500')
  await purpose.selectOptions('Corpus')
  await expect.element(field('Letter of direction')).toBeVisible()
  await page.getByText('More', { exact: true }).click()
  await expect.element(field('Letter of direction')).not.toBeInTheDocument()
  await chooseAnonymous()
  await save()
  await expect.element(field('Letter of direction')).toHaveFocus()
  await expect.element(field('Letter of direction')).toHaveAccessibleDescription(/Enter the letter\./)
})

test('sends no letter of direction once the gift is not for the corpus', async () => {
  await openPanel('/donations/new', backend())
  const calls = watchCalls()
  await amount.fill('500')
  await purpose.selectOptions('Corpus')
  await field('Letter of direction').fill('Letter of 3 May')
  await purpose.selectOptions('Cow feed')
  await chooseAnonymous()
  await save()
  await expect.poll(() => calls).toMatchObject([['POST /gifts', { donationType: 'specific', directionLetter: '' }]])
})

test('moves focus to what is wrong with a new donor, and explains other refusals', async () => {
  await openPanel('/donations/new', backend({ 'POST /donors': refusal({ pan: 'Wrong PAN.' }) }))
  await startNewDonor('asha')
  await field('PAN').fill('ABCDE1234F')
  await button('Add the donor').click()
  await expect.element(field('PAN')).toHaveFocus()
  await expect.element(field('PAN')).toHaveAccessibleDescription('Wrong PAN.')
})

test('explains a refusal of a new donor that is at none of its fields', async () => {
  await openPanel('/donations/new', backend({ 'POST /donors': refusal({ citizenship: 'Say which.' }) }))
  await startNewDonor('asha')
  await button('Add the donor').click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'No.' })).toBeVisible()
})

test('keeps the mode until a new donor is added', async () => {
  await openPanel('/donations/new', backend({ 'POST /donors': ok({ ...DONOR, _id: 'd2', name: 'Asha' }) }))
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
  await openPanel('/donations/new', backend())
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
  await openPanel('/donations/new', backend())
  const calls = watchCalls()
  await amount.fill('500')
  await chooseAnonymous()
  await save()
  await expect.element(page.getByText(/^Saved without a receipt/)).toBeVisible()
  const held = { key: 'Enter', ctrlKey: true, repeat: true, bubbles: true, cancelable: true }
  amount.element().dispatchEvent(new KeyboardEvent('keydown', held))
  await expect.element(amount).not.toHaveAttribute('aria-invalid')
  expect(calls).toHaveLength(1)
})

test('sends one save for a double click', async () => {
  await openPanel('/donations/new', backend())
  await amount.fill('500')
  await chooseAnonymous()
  const { calls, release } = holdResponses('POST /gifts')
  await button('Save').dblClick()
  release()
  await expect.element(page.getByText(/^Saved without a receipt/)).toBeVisible()
  expect(calls).toEqual(['POST /gifts'])
})
