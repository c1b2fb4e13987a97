import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'
import { insertOfflineGift } from '../support/seed-offline-gifts.ts'

/** Today in the trust's zone. */
const DAY = new Date(Date.now() + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 10)
const CHEQUE = { instrument_number: '000123', instrument_date: DAY, bank: 'भारतीय स्टेट बैंक' }

test('every state of the cash book and of bank deposits', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/(cash-book|deposit-slips)/)
  const { sql, username: by } = sevadesk
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')

  await page.goto(`/cash-book?day=${DAY}`)
  await expect(main.getByRole('button', { name: labels.closeDay })).toBeVisible()
  await check('cash book: empty')
  await page.goto('/deposits')
  await expect(main.getByText(labels.nothingToDeposit)).toBeVisible()
  await check('deposits: empty')

  for (const gift of [
    { id: 'c1', mode: 'cash', amount: 1_100_50, donor: 'आशा शर्मा', more: { book_number: 'ख-12', leaf_number: '34' } },
    { id: 'c2', mode: 'cheque', amount: 5_000_00, donor: 'ओम प्रकाश', more: CHEQUE },
    { id: 'c3', mode: 'upi', amount: 501_00, donor: null, more: { reference: '412345678901' } },
    { id: 'c4', mode: 'in_kind', amount: 0, donor: 'फ़रीदा', more: { item: 'चावल', quantity: '20 किलो' } },
    { id: 'c5', mode: 'collection', amount: 210_00, donor: null },
    { id: 'c6', kinds: ['correction'], mode: 'cash', amount: 5_00, donor: 'रवि', more: { received_on: '2026-04-01' } },
  ])
    await insertOfflineGift(sql, { ...gift, day: DAY, by })
  await page.goto(`/cash-book?day=${DAY}`)
  await expect(main.getByRole('table')).toHaveCount(3)
  await check('cash book: a day')
  await main.getByRole('button', { name: labels.closeDay }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('cash book: question')
  await page.getByRole('alertdialog').getByRole('button', { name: labels.closeDay }).click()
  await expect(main.getByRole('button', { name: labels.closeDay })).not.toBeVisible()
  await holdToast(page)
  await check('cash book: a closed day')
  await page.goto('/cash-book?view=days')
  await expect(main.getByRole('row')).toHaveCount(2)
  await check('cash book: days')

  await page.goto('/deposits')
  await main.getByRole('checkbox').first().check()
  await page.getByRole('region').last().getByRole('button').last().click()
  const form = main.getByRole('form')
  await form.getByRole('button', { name: labels.deposit }).click()
  await expect(form.locator('[aria-invalid=true]')).toBeVisible()
  await check('deposits: form refused')
  await form.locator('[name=bankAccount]').fill('स्टेट बैंक 4321')
  await form.getByRole('button', { name: labels.deposit }).click()
  await expect(page).toHaveURL(/\/deposits\?open=/)
  await expect(main.getByRole('table')).toHaveCount(2)
  const slip = page.url()
  await sql.all("update donations set amount = amount + 100 where payment_method = 'cheque'")
  await sql.all("update offline_gifts set bounced_on = ? where mode = 'cheque'", DAY)
  await page.reload()
  await expect(main.getByRole('rowheader').filter({ hasText: '₹5,001.00' })).toBeVisible()
  await check('deposits: a slip')
  await page.goto('/deposits?view=slips')
  await expect(main.getByRole('row')).toHaveCount(2)
  await check('deposits: slips')

  await page.route(/\/api\/(cash-book|deposit-slips)/, (route) => route.abort())
  for (const address of ['/cash-book', '/cash-book?view=days', '/deposits', '/deposits?view=slips', slip]) {
    await page.goto(address)
    await expect(main.getByRole('button', { name: labels.tryAgain }).first()).toBeVisible()
    await check(`${address.replace(/open=.*/, 'open=ID')} failed`)
  }
  await page.unroute(/\/api\/(cash-book|deposit-slips)/)
})
