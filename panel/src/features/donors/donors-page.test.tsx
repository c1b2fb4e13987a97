import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith } from '../../../testing/backend.ts'
import { donation, pagedBackend, plainBackend } from '../../../testing/donations.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

/** 23 of them, newest first, on three pages. */
const DONATIONS = [
  donation(1, { donorName: 'Asha Patil', donorPhone: '+91 98765 43210', localStatus: 'authorized' }),
  donation(2, { donorName: null, donorEmail: null, localStatus: 'PENDING' }),
  donation(3, { donorName: 'आशा पाटील', purpose: 'Asha' }),
  ...Array.from({ length: 20 }, (_, index) => donation(index + 4, { localStatus: index % 2 ? 'failed' : null })),
]
const ME = signedIn(['UserInformation'])
const ME_PAGED = signedIn(['UserInformation'], { capabilities: ['donations.paged'] })

type Donations = ReturnType<typeof donation>[]
const plain = (donations: Donations = DONATIONS, more: Backend = {}) => plainBackend(donations, { ...ME, ...more })
const paged = (donations: Donations = DONATIONS, more: Backend = {}) =>
  pagedBackend(
    donations,
    [
      { searchIn: 'donor' },
      { search: 'asha', searchIn: 'donor' },
      { search: '98765-43210', searchIn: 'donor' },
      { search: 'nobody', searchIn: 'donor' },
    ],
    { ...ME_PAGED, ...more },
  )

const button = (name: string) => page.getByRole('button', { name, exact: true })
const rows = page.getByRole('row')
const cells = (row: number) => rows.nth(row).element().querySelectorAll('th, td')
const textOf = (row: number) => [...cells(row)].map((cell) => cell.textContent)

describe.each([
  ['a backend that answers the whole list', plain],
  ['a server that pages', paged],
])('from %s', (_, backend) => {
  const open = (address = '/users') => openPanel(address, backend())

  test('ten to a page, newest first, each a row of six cells', async () => {
    await open()
    await expect.element(rows).toHaveLength(11)
    expect(textOf(0)).toEqual(['Name', 'Email', 'Phone', 'Created', 'Status', 'Actions'])
    expect(textOf(1).slice(0, 3)).toEqual(['Asha Patil', 'donor1@example.org', '+91 98765 43210'])
    expect(textOf(1)[4]).toBe('Success')
    expect(textOf(2)).toEqual(['Anonymous', '—', '—', expect.any(String), 'Pending', ''])
    expect(textOf(4)[4]).toBe('Unknown')
    await expect.element(page.getByText('1–10 of 23', { exact: true })).toBeVisible()
    const phone = page.getByRole('link', { name: '+91 98765 43210' })
    await expect.element(phone).toHaveAttribute('href', 'tel:+919876543210')
    const email = page.getByRole('link', { name: 'donor1@example.org' })
    await expect.element(email).toHaveAttribute('href', 'mailto:donor1@example.org')
  })

  test('the pager is in the address, and Back goes back', async () => {
    const { router } = await open()
    await button('Next').click()
    await expect.element(rows.nth(1)).toMatchTextContent('Donor 11')
    await expect.element(button('Next')).toHaveFocus()
    expect(router.state.location.search).toEqual({ page: '2' })
    router.history.back()
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
  })

  test('a search looks in name, e-mail and phone, and not in the purpose', async () => {
    const { router } = await open('/users?page=2')
    await expect.element(rows.nth(1)).toMatchTextContent('Donor 11')
    await page.getByLabelText('Search by name, e-mail or phone').fill('asha')
    await expect.element(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
    await expect.poll(() => router.state.location.search).toEqual({ q: 'asha' })
    await page.getByLabelText('Search by name, e-mail or phone').fill('98765-43210')
    await expect.poll(() => router.state.location.search).toEqual({ q: '98765-43210' })
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
  })

  test('what is found nowhere is said, and the search can be taken back', async () => {
    await open('/users?q=nobody')
    await expect.element(page.getByText('No records found.')).toBeVisible()
    await button('Clear search').last().click()
    await expect.element(rows).toHaveLength(11)
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
  })

  test('deleting asks and tells, and focus goes to the row that took the place', async () => {
    await openPanel('/users', { ...backend(), 'DELETE /donate/d0001': [200, ''] })
    await button('Delete Asha Patil').click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect.element(question).toMatchTextContent('The record of Asha Patil goes from this list')
    await expect.element(button('Cancel')).toHaveFocus()
    await button('Yes').click()
    const told = page.getByRole('alertdialog', { name: 'Deleted!' })
    await expect.element(told).toMatchTextContent('The record has been deleted.')
    await button('OK').click()
    await expect.element(page.getByRole('row', { name: /^Anonymous/ })).toHaveFocus()
  })

  test('a deletion that fails says so, and the row stays', async () => {
    await openPanel('/users', { ...backend(), 'DELETE /donate/d0001': [200, { success: false, message: 'No.' }] })
    await button('Delete Asha Patil').click()
    await button('Yes').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toMatchTextContent('Failed to delete user.')
    await button('OK').click()
    await expect.element(page.getByRole('row', { name: /^Asha Patil/ })).toBeVisible()
  })

  test('without the last row of the last page, the page before is shown', async () => {
    const eleven = DONATIONS.slice(0, 11)
    const { router } = await openPanel('/users?page=2', { ...backend(eleven), 'DELETE /donate/d0011': [200, ''] })
    await button('Delete Donor 11').click()
    await button('Yes').click()
    await button('OK').click()
    await expect.element(rows.nth(1)).toMatchTextContent('Asha Patil')
    await expect.poll(() => router.state.location.search).toEqual({})
    await expect.element(page.getByRole('row', { name: /^Donor 10/ })).toHaveFocus()
  })

  test('a page beyond the last is the last', async () => {
    const { router } = await open('/users?page=999999999')
    await expect.element(page.getByText('21–23 of 23', { exact: true })).toBeVisible()
    await expect.poll(() => router.state.location.search).toEqual({ page: '3' })
  })

  test('none yet', async () => {
    await openPanel('/users', backend([]))
    await expect.element(page.getByText('No records found.')).toBeVisible()
    await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  })

  test('in Hindi nothing is left in English', async () => {
    const { container } = await open()
    await expect.element(rows).toHaveLength(11)
    await activateLanguage('hi')
    await expect.element(page.getByRole('columnheader', { name: 'फ़ोन' })).toBeVisible()
    const main = container.querySelector('main')?.textContent ?? ''
    const foreign = main.replaceAll(/Asha Patil|Donor \d+|donor\d+@example\.org/g, '').match(/[A-Za-z]{2,}/g)
    expect(foreign).toBeNull()
  })
})

test('the order is two buttons and the address', async () => {
  const { router } = await openPanel('/users', plain())
  await expect.element(button('Latest')).toHaveAttribute('aria-pressed', 'true')
  await button('Oldest').click()
  await expect.element(rows.nth(1)).toMatchTextContent('Donor 23')
  await expect.element(button('Oldest')).toHaveAttribute('aria-pressed', 'true')
  expect(router.state.location.search).toEqual({ sort: 'oldest' })
})

test('a server that pages is asked for the other order', async () => {
  const query = 'searchIn=donor&sort=oldest&page=1&limit=10'
  const oldest = { success: true, data: [donation(23)], total: 1, isCapped: false, page: 1 }
  await openPanel('/users?sort=oldest', paged(DONATIONS, { [`GET /donate?${query}`]: [200, oldest] }))
  await expect.element(rows.nth(1)).toMatchTextContent('Donor 23')
})

test('a list that could not be had says so in a toast and in its place, and is asked for again', async () => {
  await openPanel('/users', { ...ME, 'GET /donate': [200, { success: false, message: 'The books are closed.' }] })
  const words = page.getByText('Failed to fetch users', { exact: true })
  await expect.element(words).toHaveLength(2)
  await expect.element(page.getByText('The books are closed.')).toBeVisible()
  await answerWith(plain())
  await button('Try again').click()
  await expect.element(page.getByRole('row', { name: /^Asha Patil/ })).toHaveFocus()
})

test('while they come, the words and the shape of the table', async () => {
  await openPanel('/users', { ...ME, 'GET /donate': [0, ''] })
  await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible()
})

test('a list that was being read while a record was deleted does not bring it back', async () => {
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
    const answer = await send(address, { ...init, signal: null })
    if (isLate) await late // what the server had read before the deletion
    if (init?.method === 'DELETE') await answerWith(plain(DONATIONS.slice(1)))
    return answer
  })
  const reading = queryClient.refetchQueries({ queryKey: ['donations', 'ledger'] })
  await button('Delete Asha Patil').click()
  await button('Yes').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Deleted!' })).toBeVisible()
  arrive()
  await reading
  vi.restoreAllMocks()
  await button('OK').click()
  await expect.element(page.getByText('1–10 of 22', { exact: true })).toBeVisible()
  await expect.element(button('Delete Asha Patil')).not.toBeInTheDocument()
})

test('until the page before the last is here, what is shown instead of a deleted last row is that it loads', async () => {
  const first = 'GET /donate?searchIn=donor&page=1&limit=10'
  const second = 'GET /donate?searchIn=donor&page=2&limit=10'
  const backend = { ...paged(DONATIONS.slice(0, 11)), 'DELETE /donate/d0011': [200, ''] } satisfies Backend
  await openPanel('/users?page=2', { ...backend, [first]: [0, ''] })
  await expect.element(button('Delete Donor 11')).toBeVisible()
  await answerWith({ ...backend, [first]: [0, ''], [second]: [0, ''] })
  await button('Delete Donor 11').click()
  await button('Yes').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Deleted!' })).toBeVisible()
  await button('OK').click()
  await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect.element(page.getByText('No records found.')).not.toBeInTheDocument()
})

test('what is found, and that nothing is, is told in a place that stays', async () => {
  await openPanel('/users', plain())
  const told = page.getByText(/^Found: 23, page 1$/)
  await expect.element(told).toBeInTheDocument()
  const place = told.element().closest('[aria-live=polite]')
  await page.getByRole('searchbox').fill('nobody')
  await expect.element(page.getByText('No records found.')).toBeVisible()
  expect(page.getByText('No records found.').element().closest('[aria-live=polite]')).toBe(place)
})

test('focus goes from the pager to the way to try a page again', async () => {
  await openPanel('/users', paged(DONATIONS, { 'GET /donate?searchIn=donor&page=2&limit=10': [403, ''] }))
  await button('Next').click()
  await expect.element(button('Try again')).toHaveFocus()
})

test('a record without an id is shown and not deleted', async () => {
  const stray = { donorName: 'Stray', amount: 1, createdAt: 'soon' }
  await openPanel('/users', { ...ME, 'GET /donate': [200, [stray, null, 'x', { ...stray, _id: 7 }]] })
  await expect.element(rows).toHaveLength(3)
  const buttons = page.getByRole('button', { name: 'Delete Stray' })
  expect(buttons.elements().filter((one) => one.hasAttribute('disabled'))).toHaveLength(1)
})

test('at 360 px each row is a card of labelled lines that still is a row', async () => {
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

test('everything can be done by keyboard alone', async () => {
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
