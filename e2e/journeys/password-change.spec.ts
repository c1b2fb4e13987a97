import { expect } from '@playwright/test'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { test } from '../support/test.ts'

const NEW_PASSWORD = 'Lotus-pond-7!'

test('a new password counts from then on, and ends the login on the other device', async ({
  browser,
  page,
  hands,
  stand,
  watch,
}) => {
  watch.tolerate(/status of 40[01]/)
  await stand.addAdmin('changes', ['Events', 'UpdatePassword'])
  await signInByHttp(page, stand, 'changes')
  const elsewhere = await browser.newContext({ baseURL: stand.panelUrl })
  const other = await elsewhere.newPage()
  await signInByHttp(other, stand, 'changes')
  await other.goto('/events')
  await expect(other.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()

  await page.goto('/update-password')
  const form = {
    current: page.getByLabel('Current password', { exact: true }),
    next: page.getByLabel('New password', { exact: true }),
    confirm: page.getByLabel('Confirm new password', { exact: true }),
    send: page.getByRole('button', { name: 'Update password', exact: true }),
  }
  await hands.type(form.current, 'Not-this-one-1!')
  await hands.type(form.next, NEW_PASSWORD)
  await hands.type(form.confirm, NEW_PASSWORD)
  await hands.press(form.send)
  if (stand.traits.namesFields) {
    await expect(form.current).toHaveAttribute('aria-invalid', 'true')
    await expect(form.current).toBeFocused()
  } else {
    await expect(page.getByRole('form')).toContainText('The old password is not right')
  }
  await hands.type(form.current, stand.password)
  await hands.press(form.send)
  await expect(toastOf(page, stand.traits.passwordUpdated)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Update Password' })).toBeVisible()

  await other.reload()
  await expect(other.getByLabel('Username')).toBeVisible()
  await panelOf(other, hands).signIn('changes', NEW_PASSWORD)
  await expect(other).toHaveURL('/events')
  await elsewhere.close()
})
