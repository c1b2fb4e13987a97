import { expect } from '@playwright/test'
import type { HistoryEntry } from '@sevadesk/contract/records/history-schemas.ts'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'

const LONG = 'सुबह आरती, फिर भजन और दोपहर में भंडारा। सब लोग परिवार के साथ आएँ। '.repeat(4)
const PHONE = { ip: '203.0.113.9', device: 'Chrome on Linux', location: null }
const PAYMENT = { amount: 510_000, currency: 'INR', donorName: 'सुनीता', status: 'captured' }

/** Each with a kind of sentence or of value that the others lack. */
const ENTRIES = [
  entry({
    ...{ action: 'event.changed', recordKind: 'event', recordId: 'e1', title: 'अन्नकूट', ...PHONE },
    before: { startsAt: '2026-11-20', description: LONG, imageUrl: null },
    after: { startsAt: '2026-11-21T12:30:00.000Z', description: `${LONG}${LONG}`, imageUrl: '/media/a.jpg' },
  }),
  entry({
    ...{ action: 'photo.changed', recordKind: 'photo', recordId: 'p1' },
    ...{ before: { sectionName: 'EyeHospital' }, after: { sectionName: 'NursingHospital' } },
  }),
  entry({ action: 'home-video.restored', title: 'शोभायात्रा', details: { label: 'शोभायात्रा' } }),
  entry({
    ...{ action: 'admin.changed', recordKind: 'admin', recordId: 'a1', title: 'मीरा' },
    before: { role: 'admin', sections: ['Events', 'Gaushala'] },
    after: { role: 'superadmin', sections: ['All'] },
    details: { of: 'मीरा', isPasswordSet: true },
  }),
  entry({
    action: 'session.opened',
    details: { secondStep: 'recovery', isDeviceTrusted: false, recoveryCodesLeft: 3 },
  }),
  entry({ action: 'session.closed', ...PHONE }),
  entry({ action: 'session.refused', username: null, details: { count: 12, minute: '2026-11-23T06:01Z' } }),
  entry({ action: 'donation.deleted', recordKind: 'donation', recordId: 'd1', title: 'सुनीता', details: PAYMENT }),
  entry({ action: 'donation.exported', details: { search: 'सुनीता', period: 'month', status: 'captured' } }),
  entry({
    ...{ action: 'payment.held', username: null },
    details: { ...PAYMENT, reason: 'its amount is not that of the order', ordered: { amount: 500_000 } },
  }),
  entry({ action: 'receipt.voided', command: 'restore', details: { series: '2026-27', first: 7, last: 9 } }),
  entry({
    ...{
      action: 'settings.changed',
      username: null,
      before: { signatory: null },
      after: { signatory: { name: 'हरि' } },
    },
    details: { fingerprint: 'x', settings: { name: 'x' } },
  }),
  entry({ action: 'session.opened', actorId: 'a1', username: null, isErased: true }),
].map((fields, index) => ({ ...fields, n: 40 - index }))

test('every state of the history @full', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/history\b/)
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')
  const items = main.getByRole('listitem')
  const showHistory = async (entries: readonly HistoryEntry[], { isIntact = true } = {}) => {
    await page.unroute('**/api/history?*')
    const json = { success: true, data: entries, next: entries.at(-1)?.n ?? null, isIntact }
    await page.route('**/api/history?*', (route) => route.fulfill({ json }))
  }

  await showHistory(ENTRIES)
  await page.goto('/history')
  await expect(items).toHaveCount(ENTRIES.length)
  await check('history: list')
  for (const item of await items.all()) await item.locator('summary').click()
  await check('history: details')
  await main.getByRole('button', { name: labels.allEntries }).first().click()
  await expect(page).toHaveURL(/record=e1/)
  await check('history: one record')

  await showHistory(ENTRIES.slice(0, 2), { isIntact: false })
  await page.goto('/history?actor=a1&from=2026-11-01')
  await expect(main.getByText('npm run history:verify')).toBeVisible()
  await check('history: changed outside')
  const filters = main.locator('button[aria-expanded=false]:not([aria-haspopup])')
  if (await filters.isVisible()) await filters.click()
  await expect(main.getByRole('combobox')).toHaveCount(2)
  await check('history: filters')

  await showHistory([])
  await page.goto('/history?kind=receipt')
  await expect(items).toHaveCount(0)
  await expect(main.getByText(labels.noEntries)).toBeVisible()
  await check('history: nothing found')
  await page.goto('/history')
  await expect(main.getByText(labels.noEntries)).toBeVisible()
  await check('history: empty')

  await page.unroute('**/api/history?*')
  await page.route('**/api/history?*', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await holdToast(page)
  await check('history: list failed, with its toast')
  await page.unroute('**/api/history?*')
})

function entry(fields: Partial<HistoryEntry>): HistoryEntry {
  return {
    ...{ n: 0, at: '2026-11-23T06:09:00.000Z', action: '', recordKind: '', recordId: '', title: null },
    ...{ actorId: null, username: 'savita', ip: null, device: null, location: null, command: null },
    ...{ before: {}, after: {}, details: {}, isErased: false },
    ...fields,
  }
}
