import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
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
