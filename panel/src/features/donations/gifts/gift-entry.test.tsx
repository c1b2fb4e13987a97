import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refusal, refuseConnections, respondWith } from '../../../../testing/backend.ts'
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
  SAVED_GIFT,
} from '../../../../testing/gift-entry.ts'
import { button, openPanel } from '../../../../testing/open-panel.tsx'
import { watchCallKeys, watchCalls } from '../../../../testing/sent-calls.ts'
import { activateLanguage } from '../../../locales/language.ts'

/** Chooses the donor by keyboard, from the amount. */
async function chooseAsha() {
  await userEvent.keyboard('{Tab}asha')
  await expect.element(option(/^Asha Patil .*PAN ending in 234F/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(donor).toHaveValue('Asha Patil')
}

beforeEach(() => vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T06:00:00Z')))

test('enters a cash gift of a known donor by keyboard alone, and is ready for the next', async () => {
  await openPanel('/donations/new', entryBackend())
  const calls = watchCalls()
  await expect.element(amount).toHaveFocus()
  await expect.element(mode('Cash')).toBeChecked()
  await userEvent.keyboard('₹1,500.50{Enter}')
  await expect.element(amount).toHaveFocus()
  await chooseAsha()
  await userEvent.keyboard('{Enter}')
  expect(calls).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Receipt SD/2026-27/00007 · ₹500 · Asha Patil')).toBeVisible()
  expect(calls).toEqual([
    [
      'POST /gifts',
      {
        mode: 'cash',
        amount: 1500_50,
        receivedOn: '2026-11-23',
        donorId: 'd1',
        purposeId: null,
        institutionId: null,
        donationType: 'general',
        ...{ directionLetter: '', approval: '', collectedBy: '', bookNumber: '', leafNumber: '', note: '' },
      },
    ],
  ])
  await expect.element(amount).toHaveFocus()
  await expect.element(amount).toHaveValue('')
  await expect.element(donor).toHaveValue('')
  await expect.element(purpose).toHaveValue('p1')
  await expect.element(button('Print receipt SD/2026-27/00007')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open', exact: true }))
    .toHaveAttribute('href', '/donations?open=g1')
})

test('begins with the donor that the address names', async () => {
  const named = { 'GET /donors/d1': ok({ ...DONOR, _id: 'd1' }) }
  await openPanel('/donations/new?donor=d1', entryBackend(named))
  await expect.element(donor).toHaveValue('Asha Patil')
  await expect.element(amount).toHaveFocus()
})

test('describes the leaf number as replacing the receipt number, except for modes without receipts', async () => {
  await openPanel('/donations/new', entryBackend())
  await page.getByText('More', { exact: true }).click()
  const sentence = /^A gift with a leaf gets no receipt number, unless Settings say so\.$/
  await expect.element(field('Leaf number')).toHaveAccessibleDescription(sentence)
  await mode('In kind').click()
  await expect.element(field('Leaf number')).not.toHaveAccessibleDescription()
})

test('names the leaf of the receipt book after saving', async () => {
  const saved = { ...SAVED_GIFT, donorId: null, donorName: '', receipts: [], bookNumber: '', leafNumber: '12' }
  await openPanel('/donations/new', entryBackend({ 'POST /gifts': ok(saved) }))
  await amount.fill('500')
  await chooseAnonymous()
  await button('Save').click()
  await expect.element(page.getByText('Receipt leaf 12 · ₹500 · Anonymous')).toBeVisible()
})

test('remembers the last mode and purpose of the account, and offers no retired purpose', async () => {
  const { router } = await openPanel(
    '/donations/new',
    entryBackend({
      'POST /gifts': ok({ ...SAVED_GIFT, mode: 'collection', donorId: null, donorName: '', receipts: [] }),
    }),
  )
  await mode('Collection').click()
  await amount.fill('100')
  await field('Counted by').fill('Ravi, Meera')
  await purpose.selectOptions('Cow feed')
  await expect.element(page.getByRole('combobox', { name: 'Institution' })).toHaveValue('i1')
  await expect.element(option('Old well')).not.toBeInTheDocument()
  await button('Save').click()
  await expect.element(page.getByText('Saved without a receipt · ₹500')).toBeVisible()
  await router.navigate({ to: '/profile' })
  await router.navigate({ to: '/donations/new' })
  await expect.element(mode('Collection')).toBeChecked()
  await expect.element(purpose).toHaveValue('p1')
})

test('saves no gift without a valid amount, nor while it is not said who gave it', async () => {
  await openPanel('/donations/new', entryBackend())
  const calls = watchCalls()
  await amount.fill('10.555')
  await button('Save').click()
  await expect.element(amount).toHaveAccessibleDescription(/An amount has at most two digits after the point\./)
  await expect.element(amount).toHaveFocus()
  await amount.fill('500')
  await button('Save').click()
  await expect.element(donor).toHaveAccessibleDescription(/Choose the donor, or “Anonymous”\./)
  await donor.click()
  await userEvent.keyboard('asha{Escape}')
  await button('Save').click()
  await expect.element(donor).toHaveAccessibleDescription(/Choose the donor in the list, or add a new one\./)
  await expect.element(donor).toHaveValue('asha')
  await chooseAnonymous()
  await button('Save').click()
  await expect.poll(() => calls).toMatchObject([['POST /gifts', { donorId: null }]])
})

test('names the warnings, and sends them as confirmed only after a yes', async () => {
  const warnings = [{ code: 'double', message: 'A gift of ₹500 was entered already.' }]
  await openPanel(
    '/donations/new',
    entryBackend({ 'POST /gifts': refusal(409, 'Check.', { code: 'gift_warning', warnings }) }),
  )
  const calls = watchCalls()
  await expect.element(amount).toHaveFocus()
  await userEvent.keyboard('500')
  await chooseAsha()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const dialog = page.getByRole('alertdialog', { name: 'Save this gift?' })
  await expect.element(dialog).toMatchTextContent('A gift of ₹500 was entered already.')
  await expect.element(dialog.getByRole('button', { name: 'Check again' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Not saved yet. Check the gift, then save it.')).toBeVisible()
  await expect.element(donor).toHaveFocus()
  await expect.element(amount).toHaveValue('500')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog).toBeVisible()
  await respondWith(entryBackend())
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect.element(page.getByText(/^Receipt SD/)).toBeVisible()
  const confirmed = calls.map(([, body]) => Reflect.get(Object(body), 'confirmed'))
  expect(confirmed).toEqual([undefined, undefined, ['double']])
})

test('shows sentences of the server at their fields, also in a closed part of the form', async () => {
  const fields = { receivedOn: 'This day is in the future.', leafNumber: 'This leaf was used.' }
  await openPanel('/donations/new', entryBackend({ 'POST /gifts': refusal(400, 'No.', { code: 'invalid', fields }) }))
  await amount.fill('500')
  await field('Day of receipt').fill('24112026')
  await chooseAnonymous()
  await button('Save').click()
  await expect.element(field('Day of receipt')).toHaveAccessibleDescription(/This day is in the future\./)
  await expect.element(field('Day of receipt')).toHaveFocus()
  await expect.element(field('Leaf number')).toHaveAccessibleDescription(/This leaf was used\./)
  await expect.element(page.getByText('No.', { exact: true })).not.toBeInTheDocument()
})

test('makes a new donor in place, whose PAN is stored nowhere', async () => {
  const taken = refusal(409, 'No.', { code: 'pan_taken', fields: { pan: 'The donor Meera has this PAN.' } })
  await openPanel('/donations/new', entryBackend({ 'POST /donors': taken }))
  const calls = watchCalls()
  await amount.fill('500')
  await donor.click()
  await userEvent.keyboard('asha')
  await option('New donor...').click()
  await expect.element(field('Name as on the PAN')).toHaveValue('asha')
  await expect.element(field('Phone')).toHaveFocus()
  await field('Phone').fill('98765 43210')
  await field('PAN').fill('abcde 1234 f')
  await expect.element(field('PAN')).toHaveAccessibleDescription(/fourth letter D is known\. Check it once more\./)
  await field('PAN').fill('ABCPE1234F')
  await button('Save').click()
  await expect.element(donor).toHaveAccessibleDescription(/Add the new donor first\./)
  await button('Add the donor').click()
  await expect.element(field('PAN')).toHaveAccessibleDescription('The donor Meera has this PAN.')
  dispatchEvent(new Event('pagehide'))
  expect(JSON.stringify(localStorage)).toContain('98765 43210')
  expect(JSON.stringify(localStorage)).not.toContain('ABCPE1234F')
  await respondWith(entryBackend({ 'POST /donors': ok({ ...DONOR, _id: 'd2', name: 'Asha' }) }))
  await field('PAN').fill('ABCPE1234G')
  await page.getByRole('combobox', { name: 'Citizenship' }).selectOptions('foreign')
  await button('Add the donor').click()
  await expect.element(donor).toHaveValue('Asha')
  await expect.element(donor).toHaveFocus()
  await button('Save').click()
  await expect.poll(() => calls.at(-1)).toMatchObject(['POST /gifts', { donorId: 'd2' }])
  expect(calls[1]).toEqual([
    'POST /donors',
    { name: 'asha', kind: 'unknown', phones: ['98765 43210'], pan: 'ABCPE1234G', citizenship: 'foreign' },
  ])
})

test('keeps what was typed without a network, and repeats the save with the same key', async () => {
  await openPanel('/donations/new', entryBackend())
  await mode('Cheque').click()
  await amount.fill('1,00,000')
  await field('Cheque number').fill('004521')
  await chooseAnonymous()
  const keys = watchCallKeys()
  await refuseConnections()
  await button('Save').click()
  await expect.element(page.getByText(/^The server did not answer/)).toBeVisible()
  await expect.element(field('Cheque number')).toHaveValue('004521')
  await button('Save').click()
  await expect.poll(() => keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('asks before unsaved changes are lost, and offers them again', async () => {
  const { router } = await openPanel('/donations/new', entryBackend())
  await mode('In kind').click()
  await field('What was given').fill('Rice')
  await field('Estimated value in rupees').fill('2,000')
  await page.getByRole('link', { name: 'All donations' }).click()
  await button('Leave').click()
  await expect.poll(() => router.state.location.pathname).toBe('/donations')
  await page.getByRole('link', { name: 'Enter a gift' }).click()
  await button('Restore').click()
  await expect.element(field('What was given')).toHaveValue('Rice')
  await expect.element(field('Estimated value in rupees')).toHaveValue('2,000')
  await expect.element(mode('In kind')).toBeChecked()
})

test('fits 320 px in Hindi with every mode', async () => {
  await openPanel('/donations/new', entryBackend())
  await expect.element(amount).toBeVisible()
  await page.viewport(320, 640)
  await activateLanguage('hi')
  for (const radio of page.getByRole('radio').all()) {
    await radio.click()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  }
})
