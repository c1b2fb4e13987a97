import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'

const MESSAGES = [
  ['अनिल', 'anil@example.org', 'दर्शन', 'क्या हम रविवार को आ सकते हैं?\nहम पाँच लोग हैं।'],
  ['', 'कोई पता नहीं', '', `${'सड़क पर पानी भरा है, इसलिए गाड़ी भेज दीजिए। '.repeat(30)}`],
] as const

test('every state of User Messages', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/message\b/)
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')
  const rows = main.getByRole('table').locator('tbody').getByRole('row')
  await sevadesk.sql.all('delete from messages')
  for (const [index, message] of MESSAGES.entries()) {
    await sevadesk.sql.all(
      'insert into messages (id, name, email, subject, message, created_at) values (?, ?, ?, ?, ?, ?)',
      `${index}`.padStart(24, '0'),
      ...message,
      new Date(Date.UTC(2026, 5, 1 + index)).toISOString(),
    )
  }
  await page.goto('/message')
  await expect(rows).toHaveCount(MESSAGES.length)
  await check('messages: list')
  for (const part of ['रविवार', 'गाड़ी']) {
    await rows.getByRole('button').filter({ hasText: part }).click()
    await expect(page.getByRole('dialog')).toContainText(part)
    await check(`messages: the message of ${part}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.route('**/deleteMessage/*', (route) => route.abort())
  await rows.first().getByRole('button', { name: labels.deleteMessage }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('messages: question')
  await page.getByRole('alertdialog').getByRole('button', { name: labels.yesRemove, exact: true }).click()
  await holdToast(page)
  await check('messages: not deleted')
  for (const response of [{ json: { success: false } }, { status: 500, body: '' }]) {
    await page.route('**/getMessage*', (route) => route.fulfill(response))
    await page.reload()
    await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
    await holdToast(page)
    await check('messages: list failed, with its toast')
    await page.unroute('**/getMessage*')
  }
  await sevadesk.sql.all('delete from messages')
  await page.reload()
  await expect(main.getByText(labels.noMessages)).toBeVisible()
  await check('messages: no messages')
})
