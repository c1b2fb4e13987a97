import { expect } from '@playwright/test'
import { test } from '../support/own-stand.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { seedAdmin } from '../support/seed.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

test('a lost phone is logged out from the office, its entry deleted, and then the own login', async ({
  browser,
  page,
  hands,
  sevadesk,
  watch,
}) => {
  watch.tolerate(/status of 401/)
  await seedAdmin(sevadesk.sql, 'office', ['Events', 'LoginSessions'], sevadesk.username)
  const lost = await browser.newContext({ baseURL: sevadesk.panelUrl, userAgent: PHONE })
  const phone = await lost.newPage()
  await signInByHttp(phone, sevadesk, 'office')
  await signInByHttp(page, sevadesk, 'office')
  await page.goto('/login-sessions')

  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('This device')
  await expect(page.getByRole('group', { name: 'Active sessions' })).toContainText('2')
  await hands.press(page.getByRole('button', { name: 'Logout Chrome on Android' }))
  await hands.press(page.getByRole('button', { name: 'Yes, logout' }))
  await expect(toastOf(page, 'The session was logged out')).toBeVisible()
  await expect(rows.nth(2)).toContainText('Inactive')
  await expect(page.getByRole('button', { name: 'Logout all others' })).toBeDisabled()
  await phone.goto('/events')
  await expect(phone.getByLabel('Username')).toBeVisible()
  await lost.close()

  await hands.press(page.getByRole('button', { name: 'Delete Chrome on Android' }))
  await hands.press(page.getByRole('button', { name: 'Yes', exact: true }))
  await hands.press(page.getByRole('button', { name: 'OK' }))
  await expect(rows).toHaveCount(2)

  await hands.press(rows.nth(1).getByRole('button', { name: /^Logout / }))
  await hands.press(page.getByRole('button', { name: 'Yes, logout' }))
  await expect(toastOf(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/login-sessions')
  await expect(page.getByLabel('Username')).toBeVisible()
})
