import { expect, type Page } from '@playwright/test'
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
  await expect(page.getByRole('row', { name: /^All years 3 ₹1,503\.00/ })).toBeVisible()
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
