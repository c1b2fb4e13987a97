import { expect, type Page } from '@playwright/test'
import { createDriver } from '../support/driver.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { callFrom, jsonOf, type Site } from '../support/site.ts'
import { test } from '../support/test.ts'

const PHONE = '+919811122233'

/** Pays a donation on the public site. */
async function give(visitor: Page, apiUrl: string, site: Site, donor: Record<string, string>): Promise<void> {
  const ordered = await callFrom(visitor, `${apiUrl}/api/donate/order`, { amount: 501_00, ...donor })
  const { orderId } = jsonOf<{ orderId: string }>(ordered)
  const paid = await callFrom(visitor, `${apiUrl}/api/donate/verify`, site.razorpay.pay(orderId))
  expect(paid.status, Buffer.from(paid.bytes, 'base64').toString()).toBe(200)
}

const openDonor = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('two gifts of one phone with different names are one donor, until a person says that they are two @full @pg @phone', async ({
  page,
  driver,
  visitor,
  sevadesk,
  site,
}) => {
  await give(visitor, sevadesk.apiUrl, site, { donorName: 'Meera Joshi', donorPhone: PHONE, donorPan: 'ABCPJ1234K' })
  await give(visitor, sevadesk.apiUrl, site, { donorName: 'JOSHI Meera', donorPhone: '098111 22233' })
  await give(visitor, sevadesk.apiUrl, site, { donorName: 'Hari Joshi', donorPhone: PHONE })
  await signInByHttp(page, sevadesk)
  await page.goto('/dashboard')
  await panelOf(page, driver).open('Donors')
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)

  await driver.press(openDonor(page, 'Meera Joshi'))
  await expect(page.getByRole('row', { name: /₹1,503\.00/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Gifts' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByText('••••••234K')).toBeVisible()
  await driver.press(button(page, 'Show numbers in full'))
  await expect(page.getByText('ABCPJ1234K')).toBeVisible()
  await driver.press(page.getByRole('link', { name: 'History of Meera Joshi' }))
  await expect(page.getByText(/opened the full identity numbers of the donor Meera Joshi/)).toBeVisible()

  await page.goto('/donors')
  await driver.press(page.getByRole('link', { name: 'Likely duplicates (1)' }))
  const notTheSame = button(page, 'Not the same: Meera Joshi and Hari Joshi')
  await expect(notTheSame).toBeVisible()
  await driver.press(notTheSame)
  await expect(page.getByText('Nothing to decide.')).toBeVisible()
  await driver.press(page.getByRole('link', { name: 'All donors' }))
  await driver.press(openDonor(page, 'Hari Joshi'))
  await expect(page.getByRole('row', { name: /₹501\.00/ }).first()).toBeVisible()
  await give(visitor, sevadesk.apiUrl, site, { donorName: 'Hari Joshi', donorPhone: PHONE })
  await page.reload()
  await expect(page.getByRole('table', { name: 'Gifts' }).getByRole('row')).toHaveCount(3)
})

test('merges two donors field by field, and undoes it @full @pg @keys', async ({
  page,
  driver,
  visitor,
  sevadesk,
  site,
}) => {
  await give(visitor, sevadesk.apiUrl, site, { donorName: 'Meera Joshi', donorPhone: PHONE })
  await give(visitor, sevadesk.apiUrl, site, { donorName: 'Mira Joshi', donorEmail: 'mira@example.org' })
  await signInByHttp(page, sevadesk)
  await page.goto('/donors?q=Meera')
  await driver.press(openDonor(page, 'Meera Joshi'))
  await driver.press(page.getByRole('link', { name: 'Merge', exact: true }))
  await driver.type(page.getByRole('searchbox'), 'mira@')
  await driver.press(page.getByRole('link', { name: 'Choose Mira Joshi' }))
  // By keyboard, the arrow keys choose within a group.
  await page.getByRole('radio', { name: 'Meera Joshi' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Mira Joshi' })).toBeChecked()
  await driver.press(button(page, 'Merge'))
  await driver.press(page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }))
  await expect(toastOf(page, 'Donors merged')).toBeVisible()
  await expect(heading(page)).toHaveText('Mira Joshi')
  await expect(page.getByRole('table', { name: 'Gifts' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByText(/^Mira Joshi was merged into this record with 1 gift/)).toBeVisible()

  await driver.press(button(page, 'Undo merge'))
  await driver.press(page.getByRole('alertdialog').getByRole('button', { name: 'Undo merge' }))
  await expect(heading(page)).toHaveText('Meera Joshi')
  await expect(page.getByRole('table', { name: 'Gifts' }).getByRole('row')).toHaveCount(2)
  await driver.press(page.getByRole('table', { name: 'Gifts' }).getByRole('link'))
  await expect(page.getByRole('dialog').getByText('Meera Joshi')).toBeVisible()
  await page.goto('/donors')
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(3)
})

test('a second tab that saves later is asked what to keep, and nothing typed is lost @full', async ({
  context,
  page,
  driver,
  inputMode,
  sevadesk,
  pageErrors,
}) => {
  pageErrors.allow(/status of 4(00|12).*\/api\/donors/)
  await signInByHttp(page, sevadesk)
  await page.goto('/donors')
  await driver.press(button(page, 'Add New Donor'))
  await driver.type(page.getByLabel('Name as on the PAN'), 'Asha Patil')
  await driver.type(page.getByLabel('PAN', { exact: true }), 'abcde1234f')
  await driver.press(button(page, 'Save'))
  await expect(page.getByText('The fourth letter of this PAN is D; it must be').first()).toBeVisible()
  await page.getByLabel('PAN', { exact: true }).fill('ABCPE1234F')
  await driver.press(button(page, 'Save'))
  await expect(heading(page)).toHaveText('Asha Patil')

  const other = await context.newPage()
  await other.goto(page.url())
  for (const tab of [page, other]) await createDriver(tab, inputMode).press(button(tab, 'Edit donor'))
  await other.getByLabel('Notes').fill('From the second tab')
  await createDriver(other, inputMode).press(button(other, 'Save'))
  await expect(toastOf(other, 'Donor updated successfully')).toBeVisible()
  await page.getByLabel('Notes').fill('From the first tab')
  await page.getByLabel('Address').fill('Gandhi Marg')
  await driver.press(button(page, 'Save'))
  await expect(page.getByText('Someone else saved a change here meanwhile.')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Gandhi Marg')
  await driver.press(page.getByRole('radio', { name: 'Yours' }))
  await driver.press(button(page, 'Save'))
  await expect(toastOf(page, 'Donor updated successfully')).toBeVisible()
  await expect(page.getByText('From the first tab')).toBeVisible()
})

test('on a phone, an admin with User Information alone sees masked numbers and changes nothing @full', async ({
  page,
  visitor,
  sevadesk,
  site,
}) => {
  const address = { donorAddress: 'Gandhi Marg, Mathura', donorPan: 'ABCPJ1234K' }
  await give(visitor, sevadesk.apiUrl, site, { donorName: 'Meera Joshi', donorPhone: PHONE, ...address })
  await page.setViewportSize({ width: 360, height: 740 })
  await sevadesk.addAdmin('asha', ['UserInformation'])
  await signInByHttp(page, sevadesk, 'asha')
  await page.goto('/donors')
  await expect(openDonor(page, 'Meera Joshi')).toBeVisible()
  await openDonor(page, 'Meera Joshi').click()
  await expect(page.getByText('••••••234K')).toBeVisible()
  await expect(page.getByText('Only for those who may open Donations').first()).toBeVisible()
  for (const text of ['Gandhi Marg', 'Edit donor', 'Merge', 'Show numbers in full'])
    await expect(page.getByText(text)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
