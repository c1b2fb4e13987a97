import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { brokenWords, emulatePrint } from '../../../testing/layout.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'
import { DONATIONS_KEY } from '../../queries/query-keys.ts'

const EXTENDED = { level: 1 }
const KEEPER = signedIn(['Donations'], EXTENDED)
const DAY = '2026-11-20'
const NO_TEXTS = { reference: '', bank: '', receiptNumber: '', bookNumber: '', leafNumber: '', item: '', quantity: '' }
const BY = { enteredBy: 'meera', receivedOn: DAY, ...NO_TEXTS }
const entry = (_id: string, more: object = {}) => ({
  ...{ _id, giftId: `g${_id}`, kind: 'gift', mode: 'cash', amount: 1_100_50, donorName: 'Asha', ...BY },
  enteredAt: `${DAY}T05:00:00.000Z`,
  ...more,
})
const ENTRIES = [
  entry('1', { receiptNumber: 'SD/2026-27/000001' }),
  entry('2', { mode: 'cheque', donorName: 'Om', amount: 5_000_00, reference: '000123', bank: 'State Bank' }),
  entry('3', { mode: 'cheque', donorName: 'Om', kind: 'bounce', amount: -5_000_00, receivedOn: '2026-11-10' }),
  entry('4', { mode: 'in_kind', donorName: '', amount: 0, item: 'Rice', quantity: '20 kg' }),
  entry('5', { mode: 'collection', donorName: '', amount: 200_00 }),
  entry('6', { kind: 'reversal', mode: 'in_kind', amount: 0, donorName: 'Farida', leafNumber: '34' }),
  entry('7', {
    kind: 'correction',
    mode: 'in_kind',
    amount: 0,
    donorName: 'Farida',
    bookNumber: '12',
    leafNumber: '35',
  }),
]
const BOOK = {
  ...{ day: DAY, closing: null, entries: ENTRIES, count: 7, amount: 1_300_50 },
  byMode: [
    { mode: 'cash', count: 1, amount: 1_100_50 },
    { mode: 'cheque', count: 2, amount: 0 },
    { mode: 'in_kind', count: 3, amount: 0 },
    { mode: 'collection', count: 1, amount: 200_00 },
  ],
  byPerson: [{ name: 'meera', count: 7, amount: 1_300_50 }],
  carried: { count: 1, amount: -5_000_00 },
}
const EMPTY = { ...BOOK, entries: [], count: 0, amount: 0, byMode: [], byPerson: [], carried: { count: 0, amount: 0 } }
const answer = (data: object, total = 7): Backend[string] => [
  200,
  { success: true, data, total, isCapped: false, page: 1 },
]
const bookCall = (day: string) => `GET /cash-book/${day}?page=1`
const VIEWER = signedIn(['Donations'], { ...EXTENDED, donationRights: ['view'] })
const backend = (more: Backend = {}): Backend => ({ ...KEEPER, [bookCall(DAY)]: answer(BOOK), ...more })
const CLOSED = { closedAt: `${DAY}T15:00:00.000Z`, closedBy: 'Ravi' }

const main = page.getByRole('main')
const rows = main.getByRole('table', { name: 'Entries' }).getByRole('row')
const sums = (name: string) => main.getByRole('table', { name, exact: true })

test('lets only who may close days close one', async () => {
  await openPanel(`/cash-book?day=${DAY}`, backend(VIEWER))
  await expect.element(page.getByRole('table', { name: 'Entries' })).toBeVisible()
  await expect.element(button('Close the day')).not.toBeInTheDocument()
})

test('shows the entries of the day in the address with totals by mode and by person', async () => {
  await openPanel(`/cash-book?day=${DAY}`, backend())
  await expect.element(main.getByRole('heading', { name: 'Friday, 20 November 2026' })).toBeVisible()
  await expect.element(rows.nth(1)).toMatchTextContent(/Asha.*10:30 AM.*SD\/2026-27\/000001.*Cash.*meera.*₹1,100\.50/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Om.*Cheque.*000123, State Bank.*₹5,000\.00/)
  await expect.element(rows.nth(3)).toMatchTextContent(/Cheque bounced.*received on 10 Nov 2026.*-₹5,000\.00/)
  await expect.element(rows.nth(4)).toMatchTextContent(/Anonymous.*20 kg Rice.*In kind.*—$/)
  await expect.element(rows.nth(5)).toMatchTextContent(/Collection.*₹200\.00/)
  await expect.element(rows.nth(6)).toMatchTextContent(/Farida.*Reversal.*Leaf 34.*In kind/)
  await expect.element(rows.nth(7)).toMatchTextContent(/Farida.*Correction.*Book 12, leaf 35.*In kind/)
  await expect.element(rows.nth(1).getByRole('link', { name: 'Asha' })).toHaveAttribute('href', '/donations?open=g1')
  await expect.element(sums('Totals by mode').getByRole('row').nth(3)).toMatchTextContent(/In kind3—/)
  await expect.element(sums('Totals by mode').getByRole('row').last()).toMatchTextContent(/Total7₹1,300\.50/)
  await expect.element(sums('Totals by person').getByRole('row').nth(1)).toMatchTextContent(/meera7₹1,300\.50/)
  await expect
    .element(main.getByText(/^Of these, entries for gifts of earlier days: 1,/))
    .toMatchTextContent(/-₹5,000\.00/)
})

test('breaks no word, on screens of any width and in print', async () => {
  const entries = ENTRIES.map((each) => ({ ...each, enteredBy: 'superadmin' }))
  await openPanel(`/cash-book?day=${DAY}`, backend({ [bookCall(DAY)]: answer({ ...BOOK, entries }) }))
  await expect.element(rows).toHaveLength(8)
  for (const language of ['en', 'hi'] as const) {
    await activateLanguage(language)
    for (const width of [1280, 1160, 910, 360]) {
      await page.viewport(width, 800)
      expect(brokenWords(), `${language} ${width}`).toEqual([])
    }
    const restoreScreen = await emulatePrint()
    expect(brokenWords(), `${language}, printed`).toEqual([])
    await restoreScreen()
  }
})

test('closes the day after a question that says what closing means', async () => {
  const { queryClient } = await openPanel(`/cash-book?day=${DAY}`, {
    ...backend(),
    [`POST /cash-book/${DAY}/close`]: ok({ day: DAY, ...CLOSED }),
  })
  queryClient.setQueryData(DONATIONS_KEY, [])
  const calls = watchCalls()
  await expect.element(main.getByText('Open', { exact: true })).toBeVisible()
  await button('Close the day').click()
  const dialog = page.getByRole('alertdialog', { name: 'Close the day 20 Nov 2026?' })
  await expect.element(dialog).toMatchTextContent(/closed for good.*first open day.*7 entries, total ₹1,300\.50/)
  await expect.element(dialog).not.toMatchTextContent(/later today/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(calls).toEqual([])
  await button('Close the day').click()
  await respondWith({
    ...backend({ [bookCall(DAY)]: answer({ ...BOOK, closing: CLOSED }) }),
    [`POST /cash-book/${DAY}/close`]: ok({ day: DAY, ...CLOSED }),
  })
  await dialog.getByRole('button', { name: 'Close the day' }).dblClick()
  await expect.element(page.getByText('The day is closed', { exact: true })).toBeVisible()
  await expect.element(main.getByText(/^Closed by Ravi/)).toMatchTextContent('20 Nov 2026, 08:30 PM')
  await expect
    .element(main.getByRole('link', { name: 'History of 20 Nov 2026' }))
    .toHaveAttribute('href', `/history?kind=cash-book&record=${DAY}`)
  await expect.element(button('Close the day')).not.toBeInTheDocument()
  await expect.element(main.getByRole('heading', { name: 'Cash book' })).toHaveFocus()
  expect(calls).toEqual([[`POST /cash-book/${DAY}/close`, null]])
  expect(queryClient.getQueryState(DONATIONS_KEY)?.isInvalidated).toBe(true)
})

test('asks with the entries as they are now, and says where later gifts of today go', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(`${DAY}T06:00:00Z`))
  const book = (count: number, amount: number) => answer({ ...BOOK, count, amount }, count)
  await openPanel('/cash-book', { ...KEEPER, [bookCall(DAY)]: book(5, 6_811_00) })
  await expect.element(rows.nth(1)).toMatchTextContent('Asha')
  await respondWith({ ...KEEPER, [bookCall(DAY)]: book(6, 7_312_00) })
  await button('Close the day').click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toMatchTextContent(/6 entries, total ₹7,312\.00/)
  await expect.element(dialog).toMatchTextContent(/later today go into the book of the next open day/)
})

test('says at an entry that was made on another day', async () => {
  const late = entry('1', { enteredAt: '2026-11-21T18:31:00.000Z' })
  await openPanel(`/cash-book?day=${DAY}`, backend({ [bookCall(DAY)]: answer({ ...BOOK, entries: [late] }) }))
  await expect.element(rows.nth(1)).toMatchTextContent(/entered on 22 Nov 2026/)
})

test('says why a day cannot be closed, and leaves it open', async () => {
  const message = '20 Nov 2026 was closed already, by ravi.'
  await openPanel(`/cash-book?day=${DAY}`, {
    ...backend(),
    [`POST /cash-book/${DAY}/close`]: [409, { success: false, code: 'conflict', message }],
  })
  await button('Close the day').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close the day' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(button('Close the day')).toBeEnabled()
})

test('leads to other days by buttons and by typing, and keeps the day in the address', async () => {
  const days = ['2026-11-19', '2026-11-18', '2026-04-01']
  const others = Object.fromEntries(days.map((day) => [bookCall(day), answer({ ...EMPTY, day }, 0)]))
  const panel = await openPanel(`/cash-book?day=${DAY}`, backend(others))
  await button('Previous day').click()
  await expect.element(main.getByRole('heading', { name: 'Thursday, 19 November 2026' })).toBeVisible()
  await expect.element(main.getByText('Nothing was entered for this day.')).toBeVisible()
  expect(panel.router.latestLocation.href).toBe('/cash-book?day=2026-11-19')
  await expect.element(button('Print')).not.toBeInTheDocument()
  const field = main.getByLabelText('Day', { exact: true })
  await expect.element(field).toHaveValue('19/11/2026')
  await field.fill('1/4/26')
  expect(panel.router.latestLocation.href).toBe('/cash-book?day=2026-11-19')
  await userEvent.keyboard('{Enter}')
  await expect.element(main.getByRole('heading', { name: 'Wednesday, 1 April 2026' })).toBeVisible()
  await field.fill('२०/११/२०२६')
  await userEvent.keyboard('{Tab}')
  await expect.element(main.getByRole('heading', { name: 'Friday, 20 November 2026' })).toBeVisible()
  await field.fill('010426')
  await userEvent.keyboard('{Tab}')
  await expect.element(main.getByRole('heading', { name: 'Wednesday, 1 April 2026' })).toBeVisible()
  await field.fill('31/02/2026')
  await expect.element(field).toHaveAccessibleDescription(/There is no such day/)
  expect(panel.router.latestLocation.href).toBe('/cash-book?day=2026-04-01')
})

test('shows the failure to load a book with a way to try again, never an empty day', async () => {
  await openPanel(`/cash-book?day=${DAY}`, backend({ [bookCall(DAY)]: [500, ''] }))
  await expect.element(main.getByText('Failed to load the cash book', { exact: true })).toBeVisible()
  await expect.element(main.getByText('Nothing was entered for this day.')).not.toBeInTheDocument()
  await respondWith(backend())
  await button('Try again').click()
  await expect.element(rows.nth(1)).toMatchTextContent('Asha')
})

test('lists the days, in Hindi too', async () => {
  const days = [
    { day: '2026-11-20', closing: null, count: 3, amount: 500_00, cash: 300_00 },
    { day: '2026-11-19', closing: CLOSED, count: 1, amount: 7_00, cash: 0 },
  ]
  await openPanel('/cash-book?view=days', backend({ 'GET /cash-books?page=1&limit=25': answer(days, 2) }))
  const list = main.getByRole('table', { name: 'Cash books' }).getByRole('row')
  await expect.element(list.nth(1)).toMatchTextContent(/20 Nov 2026Open3₹300\.00₹500\.00/)
  await expect.element(list.nth(2)).toMatchTextContent(/19 Nov 2026Closed1₹0\.00₹7\.00/)
  await expect
    .element(list.nth(2).getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining('/cash-book?day=2026-11-19'))
  await activateLanguage('hi')
  await expect.element(main.getByRole('heading', { level: 1 })).toMatchTextContent('रोकड़ बहियाँ')
})

test('fits 320 px', async () => {
  await openPanel(`/cash-book?day=${DAY}`, backend())
  await page.viewport(320, 640)
  await expect.element(rows.nth(1)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
