import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'

afterEach(() => vi.restoreAllMocks())

const ASHA = {
  _id: 'a1',
  kind: 'person',
  name: 'Asha Patil',
  otherNames: ['आशा पाटिल'],
  phones: ['+919876543210'],
  emails: ['asha@example.org'],
  pan: '••••••234F',
  address: 'Gandhi Marg',
  pinCode: '281001',
  otherIdType: null,
  otherId: null,
  citizenship: 'indian',
  language: 'hi',
  notes: 'Calls in the evening',
  consent: 'given',
  consentSource: 'paper form',
  consentAt: '2026-05-01T00:00:00.000Z',
  members: [],
  source: 'gift',
  mergedInto: null,
  isMasked: false,
  createdAt: '2026-05-01T00:00:00.000Z',
  version: 3,
}
const RAVI = { ...ASHA, _id: 'b2', name: 'Ravi', otherNames: [], pan: null, phones: [], notes: 'Old friend' }
const DETAILS = { years: [{ year: '2026-27', count: 2, amount: 150_000 }], hasOtherCurrency: false, merges: [] }
const GIFT = {
  _id: 'g1',
  donorName: 'A. Patil',
  amount: 50_000,
  localStatus: 'captured',
  createdAt: '2026-05-01T06:00:00.000Z',
  receipt: { token: 't', number: 'SD/2026-27/00001' },
}
const list = (rows: object[]) => [200, { success: true, data: rows, total: rows.length, page: 1 }] as const
const one = (donor: object, more: object = {}) =>
  [200, { success: true, data: { ...donor, ...DETAILS, ...more } }] as const
const CAPABILITIES = ['donors', 'versions', 'creates.once', 'history']

function backend(sections = ['Donations'], more: Backend = {}): Backend {
  return {
    ...signedIn(sections, { capabilities: CAPABILITIES }),
    'GET /donors?page=1&limit=10': [...list([ASHA, RAVI])],
    'GET /donors/duplicates?page=1&limit=10': [...list([])],
    'GET /donors/a1': [...one(ASHA)],
    'GET /donors/b2': [...one(RAVI)],
    'GET /donors/a1/gifts?page=1&limit=10': [...list([GIFT])],
    'GET /donors/b2/gifts?page=1&limit=10': [...list([])],
    ...more,
  }
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const main = page.getByRole('main')

test('lists donors, opens one at its own address, and shows years, gifts and the donation', async () => {
  const { router } = await openPanel('/donors', backend())
  await expect.element(page.getByRole('row', { name: /^Asha Patil/ })).toMatchTextContent('••••••234F')
  await expect.element(page.getByRole('row', { name: /^Ravi/ }).getByRole('cell').first()).toMatchTextContent('—')
  await link('Asha Patil').click()
  expect(router.state.location.search).toMatchObject({ open: 'a1' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Asha Patil' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^2026-27/ })).toMatchTextContent('₹1,500.00')
  const gift = page.getByRole('row', { name: /A\. Patil/ })
  await expect.element(gift).toMatchTextContent('SD/2026-27/00001')
  await expect.element(gift.getByRole('link')).toHaveAttribute('href', '/donations?open=g1')
  router.history.back()
  await expect.element(link('Ravi')).toBeVisible()
})

test('is not there without the capability, and only to read without Donations', async () => {
  await openPanel('/donors', signedIn(['Donations'], { capabilities: [] }))
  await expect.element(page.getByRole('heading', { name: /404|not found/i })).toBeVisible()
  const masked = { ...ASHA, address: null, notes: null, isMasked: true }
  await openPanel('/donors?open=a1&merge=b2', backend(['UserInformation'], { 'GET /donors/a1': [...one(masked)] }))
  await expect.element(main.getByText('Only for those who may open Donations')).toHaveLength(2)
  await expect.element(main.getByText('••••••234F')).toBeVisible()
  for (const name of ['Edit donor', 'Show numbers in full']) await expect.element(button(name)).not.toBeInTheDocument()
  await expect.element(link('Merge')).not.toBeInTheDocument()
})

test('shows a PAN in full only when asked, until the record changes', async () => {
  const numbers = { pan: 'ABCPE1234F', otherId: null, memberPans: {} }
  await openPanel('/donors?open=a1', backend(['Donations'], { 'POST /donors/a1/numbers': [200, { data: numbers }] }))
  await expect.element(main.getByText('••••••234F')).toBeVisible()
  await button('Show numbers in full').click()
  await expect.element(main.getByText('ABCPE1234F')).toBeVisible()
  const changed = { ...ASHA, pan: '••••••999K', version: 4 }
  const calls: Backend = {
    'PUT /donors/a1': [200, { success: true, data: changed }],
    'GET /donors/a1': [...one(changed)],
  }
  await respondWith(backend(['Donations'], calls))
  await button('Edit donor').click()
  await page.getByRole('textbox', { name: 'PAN' }).fill('ABCPE1999K')
  await button('Save').click()
  await expect.element(main.getByText('••••••999K')).toBeVisible()
})

test('sends only what changed, so that odd fields of a gift do not matter', async () => {
  const members = [
    { _id: 'm1', name: 'Asha', pan: '••••••678F', share: 5000 },
    { _id: 'm2', name: 'Ravi', pan: null, share: 5000 },
  ]
  const odd = { ...ASHA, name: '', phones: ['447911123456'], emails: ['x@y'], members }
  const calls = watchCalls()
  await openPanel('/donors?open=a1', backend(['Donations'], { 'GET /donors/a1': [...one(odd)] }))
  await button('Edit donor').click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  await button('Save').click()
  await expect.poll(() => calls).toContainEqual(['PUT /donors/a1', { notes: 'Mine' }])
  await page.getByRole('checkbox', { name: 'Remove the PAN of person 1' }).click()
  await button('Save').click()
  const sent = [
    { _id: 'm1', name: 'Asha', share: 5000, pan: '' },
    { _id: 'm2', name: 'Ravi', share: 5000 },
  ]
  await expect.poll(() => calls).toContainEqual(['PUT /donors/a1', { notes: 'Mine', members: sent }])
})

test('the form never holds the stored PAN, and shows sentences at their fields', async () => {
  const refusal = {
    success: false,
    message: 'No.',
    code: 'pan_taken',
    fields: { pan: 'The donor Meera has this PAN.' },
  }
  await openPanel('/donors?open=a1', backend(['Donations'], { 'PUT /donors/a1': [409, refusal] }))
  await button('Edit donor').click()
  const pan = page.getByRole('textbox', { name: 'PAN' })
  await expect.element(pan).toHaveValue('')
  await expect.element(pan).toHaveAccessibleDescription('Now ••••••234F. Leave it blank to keep it.')
  await pan.fill('XYZPE1234F')
  await button('Save').click()
  await expect.element(pan).toHaveAccessibleDescription(/The donor Meera has this PAN\./)
  await expect.element(pan).toHaveValue('XYZPE1234F')
})

test('merges what others saved meanwhile', async () => {
  const current = { ...ASHA, notes: 'Moved', version: 4 }
  const conflict = { success: false, message: 'Someone', code: 'version_conflict', current }
  await openPanel('/donors?open=a1', backend(['Donations'], { 'PUT /donors/a1': [412, conflict] }))
  await button('Edit donor').click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  await button('Save').click()
  await expect.element(page.getByText('Someone else saved a change here meanwhile.')).toBeVisible()
  await page.getByRole('radio', { name: 'Theirs' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Moved')
})

test('merges two donors with the chosen fields, and offers to undo it', async () => {
  const merges = [{ _id: 'm1', name: 'Ravi', gifts: 3, mergedAt: '', undoUntil: '2026-12-01T00:00:00.000Z' }]
  const { router } = await openPanel('/donors?open=a1&merge=b2', backend())
  await expect.element(page.getByRole('group', { name: 'Notes' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Address' })).not.toBeInTheDocument()
  await page.getByRole('radio', { name: 'Old friend' }).click()
  await button('Merge').click()
  const question = page.getByRole('alertdialog', { name: 'Merge these donors?' })
  await expect.element(question).toMatchTextContent('All gifts of Ravi move to Asha Patil.')
  await respondWith(
    backend(['Donations'], { 'POST /donors/a1/merge': [409, { success: false, message: 'Ravi was merged.' }] }),
  )
  await question.getByRole('button', { name: 'Merge' }).click()
  await expect.element(main.getByText('Ravi was merged.')).toBeVisible()
  await respondWith(
    backend(['Donations'], {
      'POST /donors/a1/merge': [200, { success: true, data: ASHA }],
      'GET /donors/a1': [...one(ASHA, { merges })],
    }),
  )
  await button('Merge').click()
  await question.getByRole('button', { name: 'Merge' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ open: 'a1' })
  await expect.element(main.getByText(/^Ravi was merged into this record with 3 gifts/)).toBeVisible()
  await expect.element(button('Undo merge')).toBeVisible()
})

test('proposes the kind with the PAN, and lets choose between numbers that look equal', async () => {
  const passport = { otherIdType: 'passport', otherId: '••••4567' }
  const kept = { ...ASHA, ...passport, pan: null }
  const company = { ...RAVI, ...passport, kind: 'company', pan: '••••••234F' }
  const calls = watchCalls()
  const donors: Backend = { 'GET /donors/a1': [...one(kept)], 'GET /donors/b2': [...one(company)] }
  await openPanel('/donors?open=a1&merge=b2', backend(['Donations'], donors))
  await expect.element(page.getByRole('radio', { name: 'Company' })).toBeChecked()
  await expect.element(page.getByRole('group', { name: 'Other identity document' })).toBeVisible()
  await button('Merge').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
  await expect.poll(() => calls).toContainEqual(['POST /donors/a1/merge', { mergedId: 'b2', take: ['kind', 'pan'] }])
})

test('only the newest merge can be undone at once', async () => {
  const merge = { gifts: 1, mergedAt: '', undoUntil: '2026-12-01T00:00:00.000Z' }
  const merges = [
    { ...merge, _id: 'm2', name: '' },
    { ...merge, _id: 'm1', name: 'Ravi' },
  ]
  await openPanel('/donors?open=a1', backend(['Donations'], { 'GET /donors/a1': [...one(ASHA, { merges })] }))
  await expect.element(main.getByText('Undo the later merge first.')).toBeVisible()
  await expect.element(button('Undo merge')).toHaveLength(1)
})

test('works through the likely duplicates', async () => {
  const pair = { _id: 'd1', reason: 'phone', donor: ASHA, other: RAVI, otherName: null }
  const name = { _id: 'd2', reason: 'name', donor: ASHA, other: null, otherName: 'Meera Patil' }
  const [status, body] = list([pair, name])
  const capped = { ...body, total: 1000, isCapped: true }
  await openPanel('/donors', backend(['Donations'], { 'GET /donors/duplicates?page=1&limit=10': [status, capped] }))
  await link('Likely duplicates (1000+)').click()
  await expect.element(link('Merge')).toHaveAttribute('href', '/donors?open=a1&merge=b2')
  await expect.element(page.getByText(/^A gift with the phone, e-mail or PAN of Asha Patil/)).toBeVisible()
  await respondWith(
    backend(['Donations'], {
      'GET /donors/duplicates?page=1&limit=10': [...list([pair])],
      'POST /donors/duplicates/d2/same': [200, { success: true, message: '' }],
    }),
  )
  await button('Same donor: Asha Patil and Meera Patil').click()
  await expect.element(page.getByText('Meera Patil')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('has states for loading, nothing and failure, and all of it in Hindi at 360 px', async () => {
  await openPanel(
    '/donors',
    backend(['Donations'], { 'GET /donors?page=1&limit=10': [500, { success: false, message: 'Down.' }] }),
  )
  await expect.element(main.getByText('Failed to fetch donors')).toBeVisible()
  await respondWith(backend(['Donations'], { 'GET /donors?page=1&limit=10': [...list([])] }))
  await button('Try again').click()
  await expect.element(main.getByText('No donors found.')).toBeVisible()
  const { container } = await openPanel('/donors?open=a1', backend())
  await page.viewport(360, 800)
  await button('Edit donor').click()
  await button('Several persons give together').click()
  await activateLanguage('hi')
  await expect.element(page.getByRole('heading', { name: 'दानदाता बदलें' })).toBeVisible()
  const known =
    /Asha Patil|A\. Patil|asha@example\.org|Gandhi Marg|Calls in the evening|paper form|English|HUF|SD\/[\d-]+\/\d+/g
  const text = container.querySelector('main')?.textContent ?? ''
  expect(text.replaceAll(known, '').match(/[A-Za-z]{2,}/g)).toBeNull()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await activateLanguage('en')
})
