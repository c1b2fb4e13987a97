import { expect, type Page } from '@playwright/test'
import type { Driver } from '../support/driver.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { textOfPdf } from '../support/pdf.ts'
import type { SevadeskServer } from '../support/sevadesk-server.ts'
import type { Site } from '../support/site.ts'
import { test } from '../support/test.ts'

const fieldsOf = (page: Page) => {
  const form = page.getByRole('main').getByRole('form')
  return { form, field: (name: string) => form.getByLabel(name, { exact: true }) }
}

/** Checks the preview, which a narrow screen shows in a dialog. */
async function withPreview(page: Page, driver: Driver, check: () => Promise<void>): Promise<void> {
  const opener = page.getByRole('button', { name: 'Show the receipt' })
  const isNarrow = await opener.isVisible()
  if (isNarrow) await driver.press(opener)
  await check()
  if (isNarrow) await driver.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
}

/** Pays a donation on the public site and returns the text of its receipt. */
async function receiptOfNewDonation({ apiUrl, sql }: SevadeskServer, site: Site): Promise<string> {
  const post = async (path: string, body: object) =>
    (
      await fetch(`${apiUrl}/api/donate/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site.url },
        body: JSON.stringify(body),
      })
    ).json()
  const donor = { donorName: 'Meera Joshi', donorPan: 'ABCPJ1234K', donorAddress: '12 Station Road' }
  const { data } = await post('order', { amount: 501_00, ...donor })
  expect(await post('verify', site.razorpay.pay(data.orderId))).toMatchObject({ success: true })
  const [row] = await sql.all(`select receipt_token from donations where order_id = '${data.orderId}'`)
  const receipt = await fetch(`${apiUrl}/api/donate/receipt/${row?.receipt_token}`, { method: 'POST' })
  return textOfPdf(new Uint8Array(await receipt.arrayBuffer()))
}

/** Tomorrow in the trust's zone, UTC+5:30. */
function tomorrow(): string {
  return new Date(Date.now() + 29.5 * 60 * 60_000).toISOString().slice(0, 10)
}

test('a superadmin changes the signatory and adds a wording for a later day @full @keys', async ({
  page,
  driver,
  sevadesk,
  site,
}) => {
  const day = tomorrow()
  const typed = day.split('-').reverse().join('/')
  const days: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/settings/preview')) days.push(request.postDataJSON().day)
  })
  const before = await receiptOfNewDonation(sevadesk, site)
  await signInByHttp(page, sevadesk)
  await page.goto('/dashboard')
  await panelOf(page, driver).open('Settings')
  await driver.press(page.getByRole('button', { name: 'Change: Signatory and pictures' }))
  const { form, field } = fieldsOf(page)
  const picture = page.getByRole('img', { name: 'Receipt of an example donation' })
  await expect(field('Name of the signatory (English)')).toBeVisible()
  let first: string | null
  await withPreview(page, driver, async () => {
    await expect(picture).toBeVisible()
    first = await picture.getAttribute('src')
  })
  await driver.type(field('Name of the signatory (English)'), 'Smt. Radha Sharma')
  await withPreview(page, driver, () => expect(picture).not.toHaveAttribute('src', first ?? ''))
  await driver.press(form.getByRole('button', { name: 'Save' }))
  await expect(toastOf(page, 'Settings saved successfully')).toBeVisible()

  await test.step('the preview shows the day whose wording is edited', async () => {
    await driver.press(page.getByRole('button', { name: 'Change: Wordings on taxes' }))
    await driver.press(form.getByRole('button', { name: 'Add a wording' }))
    await field('For donations from this day on').fill(typed)
    await driver.type(field('Heading of the receipt (English)'), 'Receipt under the new law')
    await withPreview(page, driver, async () => {
      await expect(page.getByLabel('Day of the donation', { exact: true })).toHaveValue(typed)
      await expect.poll(() => days.at(-1)).toBe(day)
    })
    await driver.press(form.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Version 3 · in force')).toBeVisible()
  })

  await page.goto('/history')
  await expect(page.getByText(/changed the settings: Wordings on taxes\./)).toBeVisible()

  const after = await receiptOfNewDonation(sevadesk, site)
  const withoutNumber = (text: string) => text.replaceAll(/SD\/\d{4}-\d\d\/\d+|pay_\w+/g, '')
  expect(after).toContain('Smt.RadhaSharma')
  expect(withoutNumber(after)).toBe(withoutNumber(before).replaceAll('Dr.AnandSwaroopSharma', 'Smt.RadhaSharma'))
})
