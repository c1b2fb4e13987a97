import { expect, type Page } from '@playwright/test'
import { holdToast } from './axe.ts'
import { LABELS, type Language } from './labels.ts'
import { insertDonation } from './seed-donations.ts'
import type { SevadeskServer } from './sevadesk-server.ts'

/** Called at each state of a screen, with what it is. */
type Look = (state: string) => Promise<void>

/** What the browser writes to its console about the failures that these tours make. */
export const PROVOKED_BY_DONATIONS = /\/api\/(donate|message)\b/

const DONATIONS = [
  ['रामेश्वर प्रसाद', 'ramesh@example.org', '+919876543210', 'captured', 'गौ सेवा'],
  ['श्रीमती क्षमा अर्जुनवाडकर', null, '९८७६५४३२१०', 'authorized', 'वृद्धाश्रम में भोजन और दवाइयाँ'],
  [null, null, null, 'failed', null],
  ['ज़ाहिद खान', 'zahid.khan.of.a.very.long.address@mail.example.org', null, 'pending', 'नेत्र शिविर'],
  ['चाँद बाई', null, '022 2345 6789', 'refunded', ''],
  ['सुनीता', null, null, 'created', 'विद्यालय'],
  ['हरि', null, null, null, null],
] as const

const MESSAGES = [
  ['अनिल', 'anil@example.org', 'दर्शन', 'क्या हम रविवार को आ सकते हैं?\nहम पाँच लोग हैं।'],
  ['', 'कोई पता नहीं', '', `${'सड़क पर पानी भरा है, इसलिए गाड़ी भेज दीजिए। '.repeat(30)}`],
] as const

/** Leads through what Donations Management can show, in a language that is already chosen and signed in. */
export async function tourOfDonations(
  page: Page,
  server: SevadeskServer,
  language: Language,
  look: Look,
): Promise<void> {
  const words = LABELS[language]
  const main = page.getByRole('main')
  const rows = main.getByRole('table').locator('tbody').getByRole('row')
  await seedDonations(server)
  await page.goto('/donations')
  await expect(rows).toHaveCount(10)
  await look('with pages')

  await rows.first().getByRole('button', { name: words.details }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('dl')).toBeVisible()
  await look('details')
  await dialog.getByRole('button', { name: words.receipt }).click()
  await holdToast(page)
  await look('no receipt, with its toast')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await main.getByRole('searchbox').fill('कोई नहीं')
  await expect(rows).toHaveCount(0)
  await look('nothing found')
  await main.getByRole('button', { name: words.exportCsv }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('nothing to export')
  await page.keyboard.press('Escape')

  await page.route(/\/api\/donate(\/summary)?(\?|$)/, (route) => route.abort())
  await page.goto('/donations')
  await expect(main.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await holdToast(page)
  await look('list and figures failed, with the toast')
  await page.unroute(/\/api\/donate(\/summary)?(\?|$)/)

  await server.sql.all("update donations set deleted_at = '2026-11-20T06:00:00.000Z' where donor_name = 'सुनीता'")
  await page.goto('/donations?view=deleted')
  await expect(rows.first()).toContainText('सुनीता')
  await look('deleted donations')
  await rows.first().getByRole('button', { name: words.restore }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('question before restoring')
  await page.keyboard.press('Escape')
  await server.sql.all('update donations set deleted_at = null')
  await page.reload()
  await expect(rows).toHaveCount(0)
  await look('no deleted donations')
}

/** The same for User Information, where it differs. */
export async function tourOfDonors(page: Page, server: SevadeskServer, language: Language, look: Look): Promise<void> {
  const words = LABELS[language]
  const main = page.getByRole('main')
  const rows = main.getByRole('table').locator('tbody').getByRole('row')
  await seedDonations(server)
  await page.goto('/users?page=2')
  await expect(rows).toHaveCount(4)
  await look('the last page')
  await rows.first().getByRole('button', { name: words.delete }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await look('question')
  await dialog.getByRole('button', { name: words.yes, exact: true }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await look('deleted')
  await dialog.getByRole('button').click()

  await main.getByRole('searchbox').fill('कोई नहीं')
  await expect(rows).toHaveCount(0)
  await look('nothing found')
  await server.sql.all('delete from donations')
  await page.goto('/users')
  await expect(main.getByRole('heading', { level: 2 }).or(main.getByText(words.noRecords))).toBeVisible()
  await look('no donors')
  await page.route('**/api/donate?*', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await look('list failed')
  await page.unroute('**/api/donate?*')
}

/** The same for User Messages. */
export async function tourOfMessages(
  page: Page,
  server: SevadeskServer,
  language: Language,
  look: Look,
): Promise<void> {
  const words = LABELS[language]
  const main = page.getByRole('main')
  const rows = main.getByRole('table').locator('tbody').getByRole('row')
  await server.sql.all('delete from messages')
  for (const [index, message] of MESSAGES.entries()) {
    await server.sql.all(
      'insert into messages (id, name, email, subject, message, created_at) values (?, ?, ?, ?, ?, ?)',
      `${index}`.padStart(24, '0'),
      ...message,
      new Date(Date.UTC(2026, 5, 1 + index)).toISOString(),
    )
  }
  await page.goto('/message')
  await expect(rows).toHaveCount(MESSAGES.length)
  await look('list')
  for (const part of ['रविवार', 'गाड़ी']) {
    await rows.getByRole('button').filter({ hasText: part }).click()
    await expect(page.getByRole('dialog')).toContainText(part)
    await look(`the message of ${part}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.route('**/deleteMessage/*', (route) => route.abort())
  await rows.first().getByRole('button', { name: words.deleteMessage }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('question')
  await page.getByRole('alertdialog').getByRole('button', { name: words.yes, exact: true }).click()
  await holdToast(page)
  await look('not deleted')
  for (const answer of [{ json: { success: false } }, { status: 500, body: '' }]) {
    await page.route('**/getMessage', (route) => route.fulfill(answer))
    await page.reload()
    await expect(main.getByRole('button', { name: words.tryAgain })).toBeVisible()
    await holdToast(page)
    await look('list failed, with its toast')
    await page.unroute('**/getMessage')
  }
  await server.sql.all('delete from messages')
  await page.reload()
  await expect(main.getByText(words.noMessages)).toBeVisible()
  await look('no messages')
}

/** Two of each, so that there are two pages. */
async function seedDonations({ sql }: SevadeskServer): Promise<void> {
  await sql.all('delete from donations')
  const twice = [...DONATIONS, ...DONATIONS]
  for (const [index, [donor_name, donor_email, donor_phone, status, purpose]] of twice.entries()) {
    const created_at = new Date(Date.UTC(2026, 10, 20, 6) - index * 3_600_000).toISOString()
    const fields = { donor_name, donor_email, donor_phone, status, purpose, created_at }
    await insertDonation(sql, { id: `${index}`.padStart(24, '0'), amount: 10 ** (index % 11), ...fields })
  }
}
