import { expect } from '@playwright/test'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { insertOfflineGift } from '../support/seed-offline-gifts.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Today in the trust's zone. */
const today = () => new Date(Date.now() + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 10)
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

test('a day is counted, closed and taken to the bank; a wrong slip is cancelled @pg @phone @keys', async ({
  page,
  driver,
  sevadesk,
}) => {
  const { sql } = sevadesk
  const yesterday = dayBefore(today())
  const cheque = { instrument_number: '000123', bank: 'State Bank' }
  for (const gift of [
    { id: 'a1', mode: 'cash', amount: 1_100_50, donor: 'Asha Sharma', by: 'meera' },
    { id: 'a2', mode: 'cheque', amount: 5_000_00, donor: 'Om Prakash', by: 'ravi', more: cheque },
    { id: 'a3', mode: 'upi', amount: 501_00, donor: 'Kiran', by: 'meera', more: { reference: '412345678901' } },
    { id: 'a4', mode: 'in_kind', amount: 0, donor: 'Farida', by: 'ravi', more: { item: 'Rice', quantity: '20 kg' } },
    { id: 'a5', mode: 'collection', amount: 210_00, donor: null, by: 'meera' },
  ])
    await insertOfflineGift(sql, { ...gift, day: yesterday })
  await signInByHttp(page, sevadesk)
  await page.goto('/dashboard')
  await panelOf(page, driver).open('Cash book')
  await expect(page.getByText('Nothing was entered for this day.')).toBeVisible()
  await driver.press(page.getByRole('button', { name: 'Previous day' }))
  await expect(page).toHaveURL(`/cash-book?day=${yesterday}`)
  const entries = tableOf(page, 'Entries').rows
  await expect(entries).toHaveCount(5)
  await expect(entries.filter({ hasText: 'Farida' })).toContainText('20 kg Rice')
  const byMode = page.getByRole('table', { name: 'Totals by mode' }).getByRole('row')
  await expect(byMode.last()).toHaveText('Total5₹6,811.50')
  await expect(page.getByRole('table', { name: 'Totals by person' }).getByRole('row').nth(1)).toHaveText(
    'meera3₹1,811.50',
  )
  // Without the tooltip of the button.
  await page.reload()
  await expect(entries).toHaveCount(5)
  await driver.press(page.getByRole('button', { name: 'Close the day' }))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await driver.press(dialog.getByRole('button', { name: 'Close the day' }))
  await expect(toastOf(page, 'The day is closed')).toBeVisible()
  await expect(page.getByText(`Closed by ${sevadesk.username}`)).toBeVisible()
  expect(await sql.all('select day from cash_book_closings')).toEqual([{ day: yesterday }])

  await driver.press(page.getByRole('link', { name: 'Bank deposit' }))
  const gifts = tableOf(page, 'Gifts to deposit').rows
  await expect(gifts).toHaveCount(3)
  await driver.press(gifts.filter({ hasText: 'Asha Sharma' }).getByRole('checkbox'))
  await driver.press(gifts.filter({ hasText: 'Om Prakash' }).getByRole('checkbox'))
  const bar = page.getByRole('region', { name: 'Selected gifts' })
  await expect(bar).toContainText('2 gifts, ₹6,100.50')
  await expect(bar).toContainText('Cash ₹1,100.50 · Cheque ₹5,000.00')
  await driver.press(bar.getByRole('button', { name: 'Deposit these gifts' }))
  const form = page.getByRole('form', { name: 'Deposit 2 gifts' })
  await driver.type(form.getByLabel('Number of the deposit slip'), '17')
  await driver.type(form.getByLabel('Bank account'), 'State Bank 4321')
  await driver.press(form.getByRole('button', { name: 'Mark as deposited' }))
  await expect(toastOf(page, 'Marked as deposited')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Deposit slip', exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Totals by mode' }).getByRole('row').last()).toHaveText(
    'Total2₹6,100.50',
  )
  const deposited = "select count(*) as n from offline_gifts where deposited_on is not null and deposit_slip_id <> ''"
  expect(Number((await sql.all(deposited))[0]?.n)).toBe(2)

  await driver.press(page.getByRole('button', { name: 'Cancel the slip' }))
  await driver.press(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the slip' }))
  await expect(toastOf(page, 'The deposit slip is cancelled')).toBeVisible()
  await expect(page.getByText(/^Cancelled on/)).toBeVisible()
  expect(Number((await sql.all(deposited))[0]?.n)).toBe(0)
  await page.goto('/deposits')
  await expect(gifts).toHaveCount(3)
})

test('a book of 44 entries prints on one page, a longer one names the last page @full', async ({ page, sevadesk }) => {
  const { sql } = sevadesk
  const day = today()
  const modes = ['cash', 'cheque', 'draft', 'bank_transfer', 'upi', 'card', 'in_kind', 'collection']
  /** 36 gifts, of which four of different modes were corrected. */
  const addEntries = async (from: number) => {
    for (let at = from; at < from + 36; at += 1) {
      const mode = modes[at % 8] ?? 'cash'
      const isCheque = mode === 'cheque' || mode === 'draft'
      const hasReceipt = mode !== 'in_kind' && mode !== 'collection' && (!isCheque || at % 16 < 8)
      const hasLeaf = mode !== 'collection' && at % 5 === 0
      const number = String(at + 34)
      const gift = {
        ...{ id: `b${at.toString(16).padStart(4, '0')}`, mode, day, amount: 1_23_456_78 },
        donor: mode === 'collection' ? null : `Lakshmi Narayan Iyer ${at}`,
        by: ['meera', 'ravi', 'sunita', 'om'][at % 4] ?? '',
        ...(hasReceipt && (!hasLeaf || at % 10 === 0) && { receipt: `SD/2026-27/000${number.padStart(3, '0')}` }),
        ...(at % 9 === 0 && { kinds: ['gift', 'reversal', 'correction'] }),
        more: {
          ...(isCheque && { instrument_number: '000123', bank: 'State Bank of India' }),
          ...(mode === 'bank_transfer' && { reference: 'SBIN226324123456' }),
          ...(mode === 'upi' && { reference: '412345678901' }),
          ...(mode === 'in_kind' && { item: 'Rice in sacks for the kitchen', quantity: '50 kg' }),
          ...(hasLeaf && { book_number: '12', leaf_number: number }),
          ...(at % 6 === 1 && { received_on: '2026-04-01' }),
        },
      }
      await insertOfflineGift(sql, gift)
    }
  }
  await addEntries(0)
  await signInByHttp(page, sevadesk)
  const pagesOf = async (language = 'en') => {
    await page.goto(`/cash-book?day=${day}`)
    await page.evaluate((chosen) => localStorage.setItem('sevadesk_language', chosen), language)
    await page.reload()
    await expect(page.getByRole('table').last()).toBeVisible()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    return pdf.match(/\/Type \/Page\b/g)?.length
  }
  const note = page.getByText('The totals and signatures are on the last page.')
  expect([await pagesOf('hi'), await pagesOf('en'), await note.count()]).toEqual([1, 1, 0])
  await addEntries(36)
  expect([await pagesOf(), await note.count()]).toEqual([2, 1])
})
