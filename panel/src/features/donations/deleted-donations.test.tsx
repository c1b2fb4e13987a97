import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { donation, pagedBackend, plainBackend } from '../../../testing/donations.ts'
import { openPanel } from '../../../testing/open-panel.tsx'

const LISTED = [donation(1)]
const DELETED = [
  { ...donation(5, { donorName: 'Asha' }), deletedAt: '2026-04-01T06:30:00.000Z', deletedBy: 'meera' },
  {
    ...donation(6, { donorName: null, receipt: { token: 't', number: 'SD/7' } }),
    deletedAt: '2026-03-31T06:30:00.000Z',
    deletedBy: null,
  },
]
const deleted = (list: readonly object[]) => ({
  'GET /donate/deleted?page=1&limit=10': [
    200,
    { success: true, data: list, total: list.length, isCapped: false, page: 1 },
  ] as [number, unknown],
})
const backend = (restoring: [number, unknown] = [200, { success: true, message: 'Back' }]) =>
  pagedBackend(LISTED, [], { ...deleted(DELETED), 'POST /donate/d0005/restore': restoring })

const rows = () => page.getByRole('table').getByRole('row')

test('lists deleted donations with who deleted them and when, and adds a history entry', async () => {
  const { router } = await openPanel('/donations', backend())
  await page.getByRole('button', { name: 'Deleted donations' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Deleted donations')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(document.title).toBe('Deleted donations · Seva Trust')
  expect(router.state.location.search).toEqual({ view: 'deleted' })
  await expect.element(rows()).toHaveLength(3)
  await expect
    .element(rows().nth(1))
    .toMatchTextContent(/^Ashadonor5@example\.org₹100\.00Gau Seva.*meera 01 Apr 202612:00 PMRestore/)
  await expect.element(rows().nth(2)).toMatchTextContent(/^Anonymousdonor6@example\.org.*Gau SevaSD\/7.*— 31 Mar 2026/)
  await page.getByRole('button', { name: 'All donations' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Donations Management')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(document.title).toBe('Donations Management · Seva Trust')
  router.history.back()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Deleted donations')
})

test('shows the top of each view, and Back restores the scroll position', async () => {
  const many = Array.from({ length: 12 }, (_, hour) => donation(hour))
  const gone = many.map((one) => ({ ...one, deletedAt: '2026-04-01T06:30:00.000Z', deletedBy: 'meera' }))
  const { router } = await openPanel('/donations?view=deleted', { ...pagedBackend(many), ...deleted(gone) })
  await expect.element(rows()).toHaveLength(13)
  await page.getByRole('button', { name: 'All donations' }).click()
  await expect.element(rows()).toHaveLength(11)
  const scrolled = new Promise((done) => document.addEventListener('scroll', done, { once: true }))
  window.scrollTo(0, document.body.scrollHeight)
  await scrolled
  const position = window.scrollY
  expect(position).toBeGreaterThan(0)
  // A click as in Safari, which does not focus the button.
  const opener = page.getByRole('button', { name: 'Deleted donations' }).element()
  opener.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(rows()).toHaveLength(13)
  await expect.poll(() => window.scrollY).toBe(0)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  window.scrollTo(0, 100)
  router.history.back()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Donations Management')
  await expect.poll(() => window.scrollY).toBeCloseTo(position, 0)
})

test('restores a donation after confirmation and invalidates all lists and totals', async () => {
  const { queryClient } = await openPanel('/donations?view=deleted', backend())
  queryClient.setQueryData(['donations', 'successful'], [])
  queryClient.setQueryData(['donations', 'summary'], {})
  await page.getByRole('button', { name: 'Restore donation from Asha' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('The donation from Asha will appear in all lists and totals again.')
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await respondWith({ ...backend(), ...deleted(DELETED.slice(1)) })
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.element(page.getByText('Donation restored successfully')).toBeVisible()
  await expect.element(rows()).toHaveLength(2)
  await expect.element(rows().nth(1)).toHaveFocus()
  expect(queryClient.getQueryState(['donations', 'successful'])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['donations', 'summary'])?.isInvalidated).toBe(true)
})

test('focuses the heading after the last donation is restored', async () => {
  await openPanel('/donations?view=deleted', { ...backend(), ...deleted(DELETED.slice(0, 1)) })
  await page.getByRole('button', { name: 'Restore donation from Asha' }).click()
  await respondWith({ ...backend(), ...deleted([]) })
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.element(page.getByText('No deleted donations.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('shows a failed restore and keeps the row', async () => {
  await openPanel('/donations?view=deleted', backend([404, { success: false, message: 'Gone' }]))
  await page.getByRole('button', { name: 'Restore donation from Asha' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.element(page.getByText('Failed to restore donation.')).toBeVisible()
  await expect.element(rows()).toHaveLength(3)
})

test('sends no request for deleted donations to a backend that cannot restore them', async () => {
  const requests = vi.spyOn(window, 'fetch')
  await openPanel('/donations?view=deleted', plainBackend(LISTED))
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Donations Management')
  await expect.element(page.getByRole('button', { name: 'Deleted donations' })).not.toBeInTheDocument()
  expect(requests.mock.calls.some(([address]) => String(address).includes('/donate/deleted'))).toBe(false)
  requests.mockRestore()
})
