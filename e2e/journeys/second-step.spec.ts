import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { scanQrCode } from '../support/authenticator.ts'
import { panelOf, toastOf } from '../support/panel.ts'
import { seedAdmin } from '../support/seed.ts'
import { test } from '../support/test.ts'

test.use({ colorScheme: 'dark' })

test('two-step sign-in: set up, five wrong codes, a trusted device, a recovery code @full @phone @keys', async ({
  page,
  driver,
  sevadesk,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401.*\/admin\/login(\/second-step)?$/)
  const panel = panelOf(page, driver)
  const { sql, username, password } = sevadesk
  await seedAdmin(sql, 'kavita', ['Profile', 'LoginSessions'], username)
  const code = page.getByLabel('Code', { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const signIn = () => panel.signIn('kavita', password)

  const app = await test.step('turn it on in Profile, with the app that scanned the code', async () => {
    await page.goto('/')
    await signIn()
    await expect(page).toHaveURL('/profile')
    await driver.press(button('Set up'))
    const app = await scanQrCode(page.getByRole('img', { name: 'QR code for the authenticator app' }))
    await expect(page.getByText(app.typedKey, { exact: true })).toBeVisible()
    await driver.type(code, app.nextCode())
    await driver.press(button('Turn on'))
    return app
  })

  const [recoveryCode = ''] = await test.step('download the recovery codes', async () => {
    const downloading = page.waitForEvent('download')
    await driver.press(button('Download'))
    const file = await downloading
    expect(file.suggestedFilename()).toBe('sevadesk-recovery-codes.txt')
    const codes = (await readFile(await file.path(), 'utf8')).trim().split(/\r\n/)
    await expect(page.getByRole('region', { name: 'Two-step sign-in' }).getByRole('listitem')).toHaveText(codes)
    await driver.press(button('I have saved the codes'))
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
    await panel.logOut()
    return codes
  })

  await test.step('five wrong codes lead back to the password', async () => {
    await signIn()
    for (let n = 1; n <= 5; n += 1) {
      await expect(code).toBeFocused()
      await driver.type(code, app.wrongCode)
      await driver.press(panel.loginButton)
      if (n < 5) await expect(code).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(page.getByRole('main').getByText(/^Five codes were wrong/)).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('kavita')
  })

  await test.step('a right code signs in, and the device is trusted', async () => {
    await driver.press(panel.loginButton)
    await driver.press(page.getByLabel('Trust this device for 30 days'))
    await driver.type(code, app.nextCode())
    await driver.press(panel.loginButton)
    await expect(page).toHaveURL('/profile')
    await panel.logOut()
    await signIn()
    await expect(page).toHaveURL('/profile')
  })

  await test.step('end the trust in Login Sessions', async () => {
    await panel.open('Login Sessions')
    await expect(page.getByText(/^Trusted until/).first()).toBeVisible()
    await driver.press(page.getByRole('button', { name: /^End trust/ }).first())
    await expect(toastOf(page, 'This device needs a code at its next sign-in')).toBeVisible()
    await expect(page.getByText(/^Trusted until/)).toHaveCount(0)
    await panel.logOut()
  })

  await test.step('without the phone, a recovery code signs in', async () => {
    await signIn()
    await driver.press(button('Use a recovery code'))
    await driver.type(page.getByLabel('Recovery code', { exact: true }), recoveryCode)
    await driver.press(panel.loginButton)
    await expect(toastOf(page, 'You have 9 recovery codes left. You can make new ones in Profile.')).toBeVisible()
    await panel.open('Profile')
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  })
})
