import { expect, type Page } from '@playwright/test'
import type { Driver } from '../support/driver.ts'
import { signInByHttp } from '../support/panel.ts'
import type { SevadeskServer } from '../support/sevadesk-server.ts'
import { test } from '../support/test.ts'

/** Seconds per key of an average typist, and per decision (Card, Moran and Newell: keystroke-level model). */
const KEY_SECONDS = 0.28
const DECISION_SECONDS = 1.35
/** What to think about: the amount, the donor, the choice in the list, the save. */
const DECISIONS = 4

const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount in rupees' })
const donor = (page: Page) => page.getByRole('combobox', { name: 'Donor' })
/** While the next search runs, the options of the one before are disabled. */
const option = (page: Page, name: string) => page.getByRole('option', { name, disabled: false })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const saved = (page: Page) => page.getByRole('main').getByText(/^Receipt SD\//)
const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

async function post(page: Page, { apiUrl, panelUrl }: SevadeskServer, path: string, data: object): Promise<string> {
  const headers = { origin: new URL(panelUrl).origin }
  const response = await page.request.post(`${apiUrl}/api${path}`, { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return String((await response.json()).data._id)
}

/** Counts the keys and taps of the user from now on. */
async function countInput(page: Page): Promise<() => Promise<{ keys: number; taps: number }>> {
  await page.evaluate(() => {
    const count = { keys: 0, taps: 0 }
    Reflect.set(window, 'inputCount', count)
    addEventListener('keydown', ({ isTrusted }) => isTrusted && count.keys++, { capture: true })
    addEventListener('touchstart', ({ isTrusted }) => isTrusted && count.taps++, { capture: true })
  })
  return () => page.evaluate(() => ({ ...Reflect.get(window, 'inputCount') }))
}

async function openForm(page: Page, driver: Driver, sevadesk: SevadeskServer): Promise<void> {
  await signInByHttp(page, sevadesk)
  await post(page, sevadesk, '/donors', { name: 'Asha Sharma', phones: ['+919811122233'], pan: 'ABCPS1234K' })
  await page.goto('/donations')
  await driver.press(page.getByRole('link', { name: 'Enter a gift' }))
  await expect(amount(page)).toBeFocused()
}

/** Types into the field of the donor, and chooses an option of its list. */
async function chooseDonor(page: Page, driver: Driver, text: string, name: string): Promise<void> {
  await driver.type(donor(page), text)
  await driver.pick(option(page, name))
}

test('a cash gift of a known donor takes at most 20 seconds by keyboard alone', async ({ page, driver, sevadesk }) => {
  await openForm(page, driver, sevadesk)
  const countOf = await countInput(page)
  await page.keyboard.type('500')
  await page.keyboard.press('Tab')
  await page.keyboard.type('asha')
  await expect(option(page, 'Asha Sharma')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(donor(page)).toHaveValue('Asha Sharma')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(saved(page)).toHaveText(/ · ₹500 · Asha Sharma$/)
  const { keys } = await countOf()
  const seconds = keys * KEY_SECONDS + DECISIONS * DECISION_SECONDS
  test.info().annotations.push({ type: 'keys', description: `${keys} keys, ${seconds.toFixed(1)} s` })
  expect(keys).toBeGreaterThan(8)
  expect(seconds).toBeLessThanOrEqual(20)
  await expect(amount(page)).toBeFocused()
  await expect(amount(page)).toHaveValue('')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a cash gift of a known donor takes at most 12 taps', async ({ page, driver, sevadesk }) => {
    await openForm(page, driver, sevadesk)
    const countOf = await countInput(page)
    await amount(page).tap()
    await page.keyboard.type('500')
    await donor(page).tap()
    await page.keyboard.type('9811')
    await option(page, 'Asha Sharma').tap()
    await button(page, 'Save').tap()
    await expect(saved(page)).toHaveText(/ · ₹500 · Asha Sharma$/)
    const { taps } = await countOf()
    test.info().annotations.push({ type: 'taps', description: `${taps} taps` })
    expect(taps).toBeGreaterThan(2)
    expect(taps).toBeLessThanOrEqual(12)
  })
})

test('a correction cancels the receipt; a cheque is cleared, and bounces @full @phone @keys', async ({
  page,
  sevadesk,
  driver,
  pageErrors,
}) => {
  pageErrors.allow(/\/api\/gifts$/) // the refused cheque
  await openForm(page, driver, sevadesk)
  await driver.type(amount(page), '1,500.50')
  await chooseDonor(page, driver, 'no one', 'New donor...')
  await driver.type(page.getByRole('textbox', { name: 'Phone' }), '98111 44455')
  await driver.press(button(page, 'Add the donor'))
  await expect(donor(page)).toHaveValue('no one')
  await driver.press(button(page, 'Save'))
  await expect(saved(page)).toHaveText(/ · ₹1,500\.50 · no one$/)
  await driver.press(page.getByRole('link', { name: 'Open', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Donation details' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await driver.press(dialog.getByRole('link', { name: 'Correct' }))
  await driver.type(amount(page), '2000')
  await expect(page.getByText(/^Saving cancels the receipt SD\//)).toBeVisible()
  await driver.press(button(page, 'Save'))
  await expect(dialog.getByText(/^Cancelled because the gift was corrected/)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await driver.press(dialog.getByRole('button', { name: 'Close' }))

  await page.goto('/donations/new')
  await driver.pick(mode(page, 'Cheque'))
  await driver.type(amount(page), '5000')
  await chooseDonor(page, driver, 'Asha', 'Asha Sharma')
  await driver.press(button(page, 'Save'))
  await expect(page.getByText('Enter the number of the cheque.')).toBeVisible()
  await driver.type(page.getByRole('textbox', { name: 'Cheque number' }), '004521')
  await driver.press(button(page, 'Save'))
  await expect(page.getByText('Saved without a receipt · ₹5,000 · Asha Sharma')).toBeVisible()
  await driver.press(page.getByRole('link', { name: 'Open', exact: true }))
  for (const step of ['Deposited', 'Cleared']) {
    await driver.press(dialog.getByRole('button', { name: step }))
    await expect(dialog.getByRole('textbox', { name: 'On which day?' })).toBeFocused()
    await driver.press(dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog.getByText(`${step} on`)).toBeVisible()
  }
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await driver.press(dialog.getByRole('button', { name: 'Bounced' }))
  await driver.type(dialog.getByRole('textbox', { name: 'Reason of the bank' }), 'Funds insufficient')
  await driver.press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText(/^Cancelled because the cheque bounced/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Correct' })).toBeHidden()
})
