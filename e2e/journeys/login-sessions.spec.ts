import { expect } from '@playwright/test'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { test } from '../support/test.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

test('logs out another device, deletes its entry, and logs out the current session @other', async ({
  browser,
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401/)
  await server.addAdmin('office', ['Events', 'LoginSessions'])
  const lost = await browser.newContext({ baseURL: server.panelUrl, userAgent: PHONE })
  const phone = await lost.newPage()
  await signInByHttp(phone, server, 'office')
  await signInByHttp(page, server, 'office')
  await page.goto('/login-sessions')

  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(3)
  const { marksOwnSession, phone: phoneName } = server.traits
  if (marksOwnSession) await expect(rows.nth(1)).toContainText('This device')
  await expect(page.getByRole('group', { name: 'Active sessions' })).toContainText('2')
  await driver.press(page.getByRole('button', { name: `Logout ${phoneName}` }))
  await driver.press(page.getByRole('button', { name: 'Yes', exact: true }))
  await expect(toastOf(page, 'The session was logged out')).toBeVisible()
  await expect(page.getByRole('row', { name: phoneName })).toContainText('Inactive')
  await expect(page.getByText('This device')).toHaveCount(marksOwnSession ? 1 : 0)
  if (marksOwnSession) await expect(page.getByRole('button', { name: 'Logout all others' })).toBeDisabled()
  await phone.goto('/events')
  await expect(phone.getByLabel('Username')).toBeVisible()
  await lost.close()

  await driver.press(page.getByRole('button', { name: `Delete ${phoneName}` }))
  await driver.press(page.getByRole('button', { name: 'Yes', exact: true }))
  await driver.press(page.getByRole('button', { name: 'OK' }))
  await expect(rows).toHaveCount(2)

  await driver.press(rows.nth(1).getByRole('button', { name: /^Logout / }))
  await driver.press(page.getByRole('button', { name: marksOwnSession ? 'Yes, logout' : 'Yes', exact: true }))
  await expect(toastOf(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/login-sessions')
  await expect(page.getByLabel('Username')).toBeVisible()
})
