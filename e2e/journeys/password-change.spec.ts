import { expect } from '@playwright/test'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { test } from '../support/test.ts'

const NEW_PASSWORD = 'Lotus-pond-7!'

test('a new password ends the session on another device @full @other', async ({
  browser,
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40[01]/)
  await server.addAdmin('changes', ['Events', 'UpdatePassword'])
  await signInByHttp(page, server, 'changes')
  const elsewhere = await browser.newContext({ baseURL: server.panelUrl })
  const other = await elsewhere.newPage()
  await signInByHttp(other, server, 'changes')
  await other.goto('/events')
  await expect(other.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()

  await page.goto('/update-password')
  const form = {
    current: page.getByLabel('Current password', { exact: true }),
    next: page.getByLabel('New password', { exact: true }),
    confirm: page.getByLabel('Confirm new password', { exact: true }),
    send: page.getByRole('button', { name: 'Update password', exact: true }),
  }
  await driver.type(form.current, 'Not-this-one-1!')
  await driver.type(form.next, NEW_PASSWORD)
  await driver.type(form.confirm, NEW_PASSWORD)
  await driver.press(form.send)
  if (server.traits.namesFields) {
    await expect(form.current).toHaveAttribute('aria-invalid', 'true')
    await expect(form.current).toBeFocused()
  } else {
    await expect(page.getByRole('form')).toContainText('The old password is not right')
  }
  await driver.type(form.current, server.password)
  await driver.press(form.send)
  await expect(toastOf(page, server.traits.passwordUpdated)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Update Password' })).toBeVisible()

  await other.reload()
  await expect(other.getByLabel('Username')).toBeVisible()
  await panelOf(other, driver).signIn('changes', NEW_PASSWORD)
  await expect(other).toHaveURL('/events')
  await elsewhere.close()
})
