import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { createDriver } from '../support/driver.ts'
import { isOnDisk, launchKillableBrowser } from '../support/killable-browser.ts'
import { signInByHttp } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'

const MELA = { title: 'Mela at the river', description: 'Boats leave at six' }
const WAITING = { timeout: 90_000 } // Chromium writes localStorage up to once a minute

test('restores and saves by keyboard at 360 px what was typed before the browser was killed @full @other', async ({
  playwright,
  launchOptions,
  server,
}, testInfo) => {
  testInfo.skip(process.platform !== 'linux', 'finds the browser process in /proc')
  const profile = testInfo.outputPath('profile')
  const options = { ...launchOptions, baseURL: server.panelUrl, viewport: { width: 360, height: 740 } }
  const photo = await plainPhoto('boats.jpg', '#3377cc')

  const first = await launchKillableBrowser(playwright.chromium, profile, options)
  await signInByHttp(first.page, server)
  await first.page.goto('/events')
  const typing = contentOf(first.page, createDriver(first.page, 'keyboard'), 'event')
  await typing.addButton.click()
  await typing.fill(MELA)
  await typing.pickFiles([photo])
  // The count of files is stored last: an earlier write to the disk may lack the photo.
  await expect.poll(() => isOnDisk(profile, '"files":1'), WAITING).toBe(true)
  await first.kill()

  const second = await launchKillableBrowser(playwright.chromium, profile, options)
  const { page } = second
  await signInByHttp(page, server)
  await page.goto('/events')
  const driver = createDriver(page, 'keyboard')
  const events = contentOf(page, driver, 'event')
  await driver.press(events.addButton)
  await expect(events.form).toHaveAccessibleDescription(/^You have unsaved changes from .+\. The photo .+ not kept/)
  await expect(events.title).toHaveValue('')
  await driver.press(events.form.getByRole('button', { name: 'Restore', exact: true }))
  await expect(events.title).toBeFocused()
  await expect(events.title).toHaveValue(MELA.title)
  await expect(events.description).toHaveValue(MELA.description)
  await events.pickFiles([photo])
  await driver.press(events.save)
  await events.expectAdded()
  await expect(events.card(MELA.title)).toContainText(MELA.description)
  await driver.press(events.addButton)
  await expect(events.form).toBeVisible()
  await expect(events.form).not.toContainText('unsaved changes')
  await second.context.close()
})
