import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../../testing/donations.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'

/** 23 donations, newest first: three pages. */
const DONATIONS = [
  donation(1, { donorName: 'Asha Patil', donorPhone: '+91 98765 43210', localStatus: 'authorized' }),
  donation(2, { donorName: null, donorEmail: null, localStatus: 'PENDING' }),
  donation(3, { donorName: 'आशा पाटील', purpose: 'Asha' }),
  ...Array.from({ length: 20 }, (_, index) => donation(index + 4, { localStatus: index % 2 ? 'failed' : null })),
]
const ME = signedIn(['UserInformation'])
const ME_PAGED = signedIn(['UserInformation'], { level: 1 })

type Donations = ReturnType<typeof donation>[]
const plain = (donations: Donations = DONATIONS, more: Backend = {}) => plainBackend(donations, { ...ME, ...more })
const paged = (donations: Donations = DONATIONS, more: Backend = {}) =>
  extendedBackend(
    donations,
    [
      { searchIn: 'donor' },
      { search: 'asha', searchIn: 'donor' },
      { search: '98765-43210', searchIn: 'donor' },
      { search: 'nobody', searchIn: 'donor' },
    ],
    { ...ME_PAGED, ...more },
  )

const deleteButton = (donor: string) => page.getByRole('button', { name: `Delete ${donor}: removes this donation.` })
const rows = page.getByRole('row')
const cells = (row: number) => rows.nth(row).element().querySelectorAll('th, td')
const textOf = (row: number) => [...cells(row)].map((cell) => cell.textContent)

test('leads to the donor records where the backend has them', async () => {
  await openPanel('/users', plain())
  await expect.element(page.getByText('All donors. A donor with several donations has several rows.')).toBeVisible()
  const { path } = await openPanel('/users', paged())
  await page.getByRole('link', { name: 'donor records' }).click()
  await expect.poll(path).toBe('/donors')
})

describe.each([
  ['a backend that sends the whole list', plain],
  ['a paging server', paged],
])('with %s', (_, backend) => {
  test('lists ten rows per page, newest first, and keeps the page in the address', async () => {
    const { router } = await openPanel('/users?page=999999999', backend())
    await expect.element(page.getByText('21–23 of 23', { exact: true })).toBeVisible()
    await expect.poll(() => router.state.location.search).toEqual({ page: '3' })
    await button('Page 1').click()
    await expect.element(page.getByText('1–10 of 23', { exact: true })).toBeVisible()
    await expect.element(rows).toHaveLength(11)
    expect(textOf(0)).toEqual(['Name', 'Email', 'Phone', 'Created', 'Status', 'Actions'])
    expect(textOf(1).slice(0, 3)).toEqual(['Asha Patil', 'donor1@example.org', '+91 98765 43210'])
    expect(textOf(1)[4]).toMatch(backend === paged ? /^SuccessNot received/ : /^Success$/)
    expect(textOf(2)).toEqual(['Anonymous', '—', '—', expect.any(String), 'Pending', ''])
    expect(textOf(4)[4]).toBe('Unknown')
    const phone = page.getByRole('link', { name: '+91 98765 43210' })
    await expect.element(phone).toHaveAttribute('href', 'tel:+919876543210')
    const email = page.getByRole('link', { name: 'donor1@example.org' })
    await expect.element(email).toHaveAttribute('href', 'mailto:donor1@example.org')

    await button('Next').click()
    await expect.element(rows.nth(1)).toMatchTextContent('Donor 11')
    await expect.element(button('Next')).toHaveFocus()
    await expect.poll(() => router.state.location.search).toEqual({ page: '2' })
    router.history.back()
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
  })

  test('searches name, e-mail and phone but not the purpose, and announces the result', async () => {
    const { router } = await openPanel('/users?page=2', backend())
    await expect.element(rows.nth(1)).toMatchTextContent('Donor 11')
    const search = page.getByRole('searchbox', { name: 'Search by name, e-mail or phone' })
    await search.fill('asha')
    await expect.element(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
    await expect.poll(() => router.state.location.search).toEqual({ q: 'asha' })
    await search.fill('98765-43210')
    await expect.poll(() => router.state.location.search).toEqual({ q: '98765-43210' })
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
    const liveRegion = page.getByText('Found: 1, page 1', { exact: true }).element().closest('[aria-live=polite]')
    await search.fill('nobody')
    const nothing = page.getByText('No records found.')
    await expect.element(nothing).toBeVisible()
    expect(nothing.element().closest('[aria-live=polite]')).toBe(liveRegion)
    await button('Clear search').last().click()
    await expect.element(rows).toHaveLength(11)
    await expect.element(search).toHaveFocus()
  })

  test('deletes after confirmation and focuses the next row; keeps the row when the server refuses', async () => {
    await openPanel('/users', { ...backend(), 'DELETE /donate/d0001': [200, { success: false, message: 'No.' }] })
    await deleteButton('Asha Patil').click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect.element(question).toMatchTextContent(/This record of Asha Patil .*will be removed here/)
    await expect.element(button('Cancel')).toHaveFocus()
    await button('Yes').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toMatchTextContent('Failed to delete user.')
    await button('OK').click()
    await expect.element(page.getByRole('row', { name: /^Asha Patil/ })).toBeVisible()
    const message = 'Cancel the deposit slip first.'
    await respondWith({ ...backend(), 'DELETE /donate/d0001': [409, { success: false, code: 'conflict', message }] })
    await deleteButton('Asha Patil').click()
    await button('Yes').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toMatchTextContent(message)
    await button('OK').click()
    await respondWith({ ...backend(), 'DELETE /donate/d0001': [200, ''] })
    await deleteButton('Asha Patil').click()
    await button('Yes').click()
    const notice = page.getByRole('alertdialog', { name: 'Deleted!' })
    await expect.element(notice).toMatchTextContent('The record has been deleted.')
    await button('OK').click()
    await expect.element(page.getByRole('row', { name: /^Anonymous/ })).toHaveFocus()
  })

  test('shows the previous page after the only row of the last page is deleted', async () => {
    const eleven = DONATIONS.slice(0, 11)
    const { router } = await openPanel('/users?page=2', { ...backend(eleven), 'DELETE /donate/d0011': [200, ''] })
    await deleteButton('Donor 11').click()
    await button('Yes').click()
    await button('OK').click()
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
    await expect.poll(() => router.state.location.search).toEqual({})
    await expect.element(page.getByRole('row', { name: /^Donor 10/ })).toHaveFocus()
  })
})

test('sorts by the Latest and Oldest buttons, and keeps the order in the address', async () => {
  const { router } = await openPanel('/users', plain())
  await expect.element(button('Latest')).toHaveAttribute('aria-pressed', 'true')
  await button('Oldest').click()
  await expect.element(rows.nth(1)).toMatchTextContent('Donor 23')
  await expect.element(button('Oldest')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => router.state.location.search).toEqual({ sort: 'oldest' })
})

test('requests the oldest first from a paging server', async () => {
  const query = 'searchIn=donor&sort=oldest&page=1&limit=10'
  const oldest = { success: true, data: [donation(23)], total: 1, isCapped: false, page: 1 }
  await openPanel('/users?sort=oldest', paged(DONATIONS, { [`GET /donate?${query}`]: [200, oldest] }))
  await expect.element(rows.nth(1)).toMatchTextContent('Donor 23')
})

test('does not restore a deleted record when a fetch from before the deletion completes', async () => {
  const { queryClient } = await openPanel('/users', { ...plain(), 'DELETE /donate/d0001': [200, ''] })
  await expect.element(rows).toHaveLength(11)
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const send = window.fetch
  let isFirst = true
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const isLate = isFirst
    isFirst = false
    const response = await send(address, { ...init, signal: null })
    if (isLate) await late // delays the response from before the deletion
    if (init?.method === 'DELETE') await respondWith(plain(DONATIONS.slice(1)))
    return response
  })
  const reading = queryClient.refetchQueries({ queryKey: ['donations', 'all'] })
  await deleteButton('Asha Patil').click()
  await button('Yes').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Deleted!' })).toBeVisible()
  arrive()
  await reading
  vi.restoreAllMocks()
  await button('OK').click()
  await expect.element(page.getByText('1–10 of 22', { exact: true })).toBeVisible()
  await expect.element(deleteButton('Asha Patil')).not.toBeInTheDocument()
})

test('shows the loading text while the previous page loads after a deletion', async () => {
  const first = 'GET /donate?searchIn=donor&page=1&limit=10'
  const second = 'GET /donate?searchIn=donor&page=2&limit=10'
  const backend = { ...paged(DONATIONS.slice(0, 11)), 'DELETE /donate/d0011': [200, ''] } satisfies Backend
  await openPanel('/users?page=2', { ...backend, [first]: [0, ''] })
  await expect.element(deleteButton('Donor 11')).toBeVisible()
  await respondWith({ ...backend, [first]: [0, ''], [second]: [0, ''] })
  await deleteButton('Donor 11').click()
  await button('Yes').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Deleted!' })).toBeVisible()
  await button('OK').click()
  await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect.element(page.getByText('No records found.')).not.toBeInTheDocument()
})

test('says that a deleted donation can be restored only where that is so', async () => {
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  const { unmount } = await openPanel('/users', paged())
  await deleteButton('Asha Patil').click()
  await expect.element(question).toMatchTextContent('It can be restored at any time.')
  await unmount()
  await openPanel('/users', plain())
  await deleteButton('Asha Patil').click()
  await expect.element(question).toMatchTextContent('will be removed here and from Donations.')
  expect(question.element().textContent).not.toMatch(/restored/)
})

test('says which gift by hand is deleted, and what happens to its receipt', async () => {
  const createdAt = '2026-11-20T06:30:00.000Z'
  const known = { enteredAt: '2026-11-21T05:00:00.000Z', receivedOn: '2026-11-20', booksClosedUpTo: null }
  const receipt = { token: 't', number: 'SD/2' }
  const gifts = [
    donation(1, { createdAt, offlineGift: { ...known, hasReceipt: true, heldBySlip: null } }),
    donation(2, { createdAt, offlineGift: { ...known, hasReceipt: true, heldBySlip: true } }),
    donation(3, { createdAt, receipt }),
    donation(4, { createdAt, receipt, offlineGift: { ...known, hasReceipt: true, heldBySlip: null } }),
    donation(5, { createdAt }),
    // As servers before `offlineGift` sent it.
    donation(6, { createdAt, receipt, paymentMethod: 'cash' }),
    donation(7, { createdAt, receipt, localStatus: 'refunded' }),
  ]
  await openPanel('/users', paged(gifts))
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  for (const [donor, words] of [
    ['Donor 1', /\(₹100\.00, 20 Nov 2026\) will be removed .*Its receipt will be cancelled, .*it gets a new receipt\./],
    ['Donor 3', /Until this is restored, its receipt SD\/2 says CANCELLED\./],
    ['Donor 4', /Its receipt SD\/2 will be cancelled/],
    ['Donor 5', /If it has a receipt, the receipt says CANCELLED until this is restored\./],
    ['Donor 6', /^(?!.*receipt).*will be removed/],
    ['Donor 7', /^(?!.*receipt).*will be removed/],
  ] as const) {
    await deleteButton(donor).click()
    await expect.element(question).toMatchTextContent(words)
    await button('Cancel').click()
  }
  await deleteButton('Donor 2').click()
  const obstacle = page.getByRole('alertdialog', { name: 'This cannot be deleted yet' })
  await expect.element(obstacle).toMatchTextContent('Ask someone who may open Donations.')
  await button('OK').click()
})

test('moves focus from the pager to "Try again" when a page fails to load', async () => {
  await openPanel('/users', paged(DONATIONS, { 'GET /donate?searchIn=donor&page=2&limit=10': [403, ''] }))
  await button('Next').click()
  await expect.element(button('Try again')).toHaveFocus()
})

test('shows a record without an id and disables its Delete button', async () => {
  const stray = { donorName: 'Stray', amount: 1, createdAt: 'soon' }
  await openPanel('/users', { ...ME, 'GET /donate': [200, [stray, null, 'x', { ...stray, _id: 7 }]] })
  await expect.element(rows).toHaveLength(3)
  const buttons = deleteButton('Stray')
  expect(buttons.elements().filter((one) => one.hasAttribute('disabled'))).toHaveLength(1)
})

test('shows each row at 360 px as a card of labelled lines with the roles of a table', async () => {
  await openPanel('/users', plain())
  await page.viewport(360, 800)
  const card = page.getByRole('row', { name: /^Asha Patil/ })
  await expect.element(card).toBeVisible()
  expect(card.element().getBoundingClientRect().height).toBeGreaterThan(150)
  const lines = [...card.element().querySelectorAll('td')].map((cell) => getComputedStyle(cell, '::before').content)
  expect(lines.slice(0, 4).map((line) => line.split(' / ')[0])).toEqual(['"Email"', '"Phone"', '"Created"', '"Status"'])
  const nameless = page.getByRole('row', { name: /^Anonymous/ }).element()
  expect(nameless.querySelector('[data-label="Phone"]')?.checkVisibility()).toBe(false)
  await expect.element(page.getByRole('columnheader')).toHaveLength(6)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

test('can be used by keyboard alone', async () => {
  await openPanel('/users', { ...plain(), 'DELETE /donate/d0001': [200, ''] })
  await expect.element(rows).toHaveLength(11)
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('asha{Tab}')
  await expect.element(button('Clear search')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(button('Oldest')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
})
