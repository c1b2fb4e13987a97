import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, refusal, respondWith } from '../../../testing/backend.ts'
import { ASHA, donorBackend, list, one, RAVI, RECEIPTS } from '../../../testing/donors.ts'
import { type Backend, button, openPanel } from '../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../testing/saved-files.ts'
import { watchCalls } from '../../../testing/sent-calls.ts'

const link = (name: string) => page.getByRole('link', { name, exact: true })
const main = page.getByRole('main')

test('lists donors, opens one at its own address, and shows years, gifts and the donation', async () => {
  const { router } = await openPanel('/donors', donorBackend())
  await expect.element(page.getByRole('row', { name: /^Asha Patil/ })).toMatchTextContent('••••••234F')
  await expect.element(page.getByRole('row', { name: /^Ravi/ }).getByRole('cell').first()).toMatchTextContent('—')
  await link('Asha Patil').click()
  await expect.poll(() => router.state.location.search).toMatchObject({ open: 'a1' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Asha Patil' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^2026-27/ })).toMatchTextContent('₹1,500.00')
  await expect.element(page.getByRole('row', { name: /^All years/ })).toMatchTextContent('All years3₹1,501.00')
  await expect.element(page.getByText('First gift 02 May 2024, last gift 20 Nov 2026', { exact: true })).toBeVisible()
  await expect.element(link('Enter a gift')).toHaveAttribute('href', '/donations/new?donor=a1')
  const gift = page.getByRole('row', { name: /A\. Patil/ })
  await expect.element(gift).toMatchTextContent('SD/2026-27/00001')
  await expect.element(gift.getByRole('link')).toHaveAttribute('href', '/donations?open=g1')
  router.history.back()
  await expect.element(link('Ravi')).toBeVisible()
})

test('sorts the list by what donors gave this financial year', async () => {
  const given = [{ ...RAVI, yearAmount: 50_000, lastGiftAt: '2026-05-01T06:00:00.000Z' }, ASHA]
  const sorted: Backend = { 'GET /donors?sort=year-high&page=1&limit=10': [...list(given)] }
  const { router } = await openPanel('/donors', donorBackend(['Donations'], sorted))
  await page.getByRole('columnheader', { name: 'This FY' }).getByRole('button').click()
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/^Ravi.*₹500\.0001 May 2026$/)
  await expect.poll(() => router.state.location.search).toEqual({ sort: 'year-high' })
})

test('lists the receipts of a donor, cancelled ones too, and downloads them', async () => {
  const saved = watchSavedFiles()
  const calls: Backend = {
    'GET /donors/a1/receipts?page=1&limit=10': [...list(RECEIPTS)],
    'POST /donate/receipt/t2': [200, '%PDF-1.7'],
  }
  await openPanel('/donors?open=a1', donorBackend(['Donations'], calls))
  const receipts = page.getByRole('region', { name: 'Receipts' })
  const texts = [
    /^SD\/2026-27\/0000202 May 2026₹500\.00ValidReplaces SD\/2026-27\/00001Download$/,
    /^SD\/2026-27\/0000101 May 2026₹50\.00Cancelled because the gift was corrected · 02 May 2026Replaced by SD\/2026-27\/00002Download$/,
  ]
  for (const [at, text] of texts.entries()) {
    await expect.element(receipts.getByRole('row').nth(at + 1)).toMatchTextContent(text)
  }
  await button('Download receipt SD/2026-27/00002').click()
  await expect.poll(() => saved[0]?.name).toBe('receipt-SD-2026-27-00002.pdf')
  await button('Download receipt SD/2026-27/00001').click()
  await expect.element(page.getByText('No receipt available for this donation.')).toBeVisible()
})

test('says that a donor has no receipts, or loads them again after a failure', async () => {
  const failing: Backend = { 'GET /donors/a1/receipts?page=1&limit=10': refusal(400, '') }
  await openPanel('/donors?open=a1', donorBackend(['Donations'], failing))
  const receipts = page.getByRole('region', { name: 'Receipts' })
  await expect.element(receipts.getByText('Failed to fetch the receipts')).toBeVisible()
  await respondWith(donorBackend())
  await receipts.getByRole('button', { name: 'Try again' }).click()
  await expect.element(receipts.getByText('No receipts yet.')).toBeVisible()
})

test('is only to read without Donations', async () => {
  const masked = { ...ASHA, address: null, notes: null, isMasked: true }
  await openPanel('/donors?open=a1&merge=b2', donorBackend(['UserInformation'], { 'GET /donors/a1': [...one(masked)] }))
  await expect.element(main.getByText('Only for those who may open Donations')).toHaveLength(2)
  await expect.element(main.getByText('••••••234F')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Receipts' })).not.toBeInTheDocument()
  for (const name of ['Edit donor', 'Show numbers in full']) await expect.element(button(name)).not.toBeInTheDocument()
  await expect.element(link('Merge')).not.toBeInTheDocument()
})

test('shows a dash for phones, e-mails, address and PAN that are unknown', async () => {
  const bare = { ...ASHA, phones: [], emails: [], address: '', pinCode: '', pan: null }
  await openPanel('/donors?open=a1', donorBackend(['Donations'], { 'GET /donors/a1': [...one(bare)] }))
  await expect.element(main.getByRole('region', { name: 'Record' }).getByText('—', { exact: true })).toHaveLength(4)
})

test('shows a PAN in full only when asked, until the record changes', async () => {
  const numbers = { pan: 'ABCPE1234F', otherId: null, memberPans: {} }
  await openPanel(
    '/donors?open=a1',
    donorBackend(['Donations'], { 'POST /donors/a1/numbers': [200, { data: numbers }] }),
  )
  await expect.element(main.getByText('••••••234F')).toBeVisible()
  await button('Show numbers in full').click()
  await expect.element(main.getByText('ABCPE1234F')).toBeVisible()
  const changed = { ...ASHA, pan: '••••••999K', version: 4 }
  const calls: Backend = {
    'PUT /donors/a1': ok(changed),
    'GET /donors/a1': [...one(changed)],
  }
  await respondWith(donorBackend(['Donations'], calls))
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
  await openPanel('/donors?open=a1', donorBackend(['Donations'], { 'GET /donors/a1': [...one(odd)] }))
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
  await openPanel('/donors?open=a1', donorBackend(['Donations'], { 'PUT /donors/a1': [409, refusal] }))
  await button('Edit donor').click()
  const pan = page.getByRole('textbox', { name: 'PAN' })
  await expect.element(pan).toHaveValue('')
  await expect.element(pan).toHaveAccessibleDescription('Now ••••••234F. Leave it blank to keep it.')
  await pan.fill('XYZPE1234F')
  await button('Save').click()
  await expect.element(pan).toHaveAccessibleDescription(/The donor Meera has this PAN\./)
  await expect.element(pan).toHaveValue('XYZPE1234F')
})

test.each(['duplicates', 'Merges', 'a1%2Fgifts', '..'])(
  'asks the backend for no donor at an address that names none: %s',
  async (id) => {
    const fetching = vi.spyOn(window, 'fetch')
    await openPanel(`/donors?open=${id}`, donorBackend())
    await expect.element(main.getByText('There is no such donor.')).toBeVisible()
    expect(fetching.mock.calls.filter(([address]) => String(address).includes('/donors'))).toEqual([])
  },
)

test('shows no donor if the server has none', async () => {
  for (const path of ['/donors?open=a1', '/donors?open=b2&merge=a1']) {
    const missing = [404, { success: false, message: 'Not found' }] as const
    await openPanel(path, donorBackend(['Donations'], { 'GET /donors/a1': [...missing] }))
    await expect.element(main.getByText('There is no such donor.')).toBeVisible()
    await expect.element(button('Edit donor')).not.toBeInTheDocument()
    await expect.element(button('Merge')).not.toBeInTheDocument()
  }
})
