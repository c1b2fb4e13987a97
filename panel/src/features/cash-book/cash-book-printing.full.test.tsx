import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'

const KEEPER = signedIn(['Donations'], { level: 1 })
const DAY = '2026-11-20'
const TEXTS = { reference: '', bank: '', receiptNumber: '', bookNumber: '', leafNumber: '', item: '', quantity: '' }
const ENTRIES = Array.from({ length: 501 }, (_, at) => ({
  ...{ _id: String(at), giftId: `g${at}`, kind: 'gift', mode: 'cash', amount: 1, donorName: 'Asha', ...TEXTS },
  ...{ enteredAt: `${DAY}T05:00:00.000Z`, enteredBy: 'meera', receivedOn: DAY },
}))
const SUMS = { count: 501, amount: 501, byMode: [], byPerson: [], carried: { count: 0, amount: 0 } }
const pageOf = (entries: object[]): Backend[string] => [
  200,
  { success: true, data: { day: DAY, closing: null, entries, ...SUMS }, total: 501, isCapped: false, page: 1 },
]

const main = page.getByRole('main')
const rows = main.getByRole('table', { name: 'Entries' }).getByRole('row')

test('prints all pages of a long book as one table', async () => {
  const first: Backend = { ...KEEPER, [`GET /cash-book/${DAY}?page=1`]: pageOf(ENTRIES.slice(0, 500)) }
  await openPanel(`/cash-book?day=${DAY}`, first)
  await expect.element(rows.nth(500)).toBeInTheDocument()
  await respondWith({ ...first, [`GET /cash-book/${DAY}?page=2`]: pageOf(ENTRIES.slice(500)) })
  const printed: number[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    printed.push(rows.elements().length - 1)
    dispatchEvent(new Event('afterprint'))
  })
  await main.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => printed).toEqual([501])
  await expect.poll(() => rows.elements().length - 1).toBe(500)
})
