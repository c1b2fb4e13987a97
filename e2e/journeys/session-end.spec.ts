import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'
import { endSessions } from '../support/test-server.ts'

test('keeps the form’s input when the session ends @other', async ({ page, driver, server, pageErrors }) => {
  pageErrors.allow(/status of 401/)
  const gallery = contentOf(page, driver, 'photo')
  await signInByHttp(page, server)
  await page.goto('/physio')
  await driver.press(gallery.addButton)
  await gallery.fill({ title: 'New machines', description: 'A gift' })
  await gallery.pickFiles([await plainPhoto('good.jpg', '#557755')])

  await endSessions(server)
  await driver.press(gallery.save)
  await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Please log in again' })
  await expect(dialog.getByLabel('Username')).toHaveValue(server.username)
  await driver.type(dialog.getByLabel('Password', { exact: true }), server.password)
  await driver.press(dialog.getByRole('button', { name: 'Login', exact: true }))
  await expect(dialog).toHaveCount(0)

  await expect(gallery.title).toHaveValue('New machines')
  await expect(gallery.description).toHaveValue('A gift')
  await driver.press(gallery.save)
  await gallery.expectAdded()
  await expect(gallery.card('New machines')).toHaveCount(1)
})

test('a logout in one tab shows the login screen in both @other', async ({
  context,
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401/)
  await signInByHttp(page, server)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/gaushala')
  await expect(contentOf(other, driver, 'photo').addButton).toBeVisible()

  await panelOf(page, driver).logOut()
  await expect(other).toHaveURL('/')
  await expect(other.getByLabel('Username')).toBeVisible()
})

test("shows the server's message for a wrong password, and keeps the username @other", async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401.*\/admin\/login$/)
  const panel = panelOf(page, driver)
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/admin/login', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await panel.signIn(server.username, 'not the password')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  const refusal = page.waitForResponse('**/api/admin/login')
  respond()
  const { message } = (await (await refusal).json()) as { message: string }
  await expect(toastOf(page, message)).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(server.username)
  await expect(panel.loginButton).toBeVisible()
})
