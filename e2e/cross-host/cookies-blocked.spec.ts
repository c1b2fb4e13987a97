import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { donationsOf } from '../support/donations-page.ts'
import { createDriver } from '../support/driver.ts'
import { textOfPdf } from '../support/pdf.ts'
import { phoneVideo, shownColour } from '../support/videos.ts'
import { addDonation } from './add-donation.ts'
import { test } from './cross-test.ts'
import { APPLE_DEVICES, OTHER_DEVICES } from './devices.ts'
import { runShortJourney, signInAs } from './journey.ts'
import { expectBearer } from './sent-credentials.ts'

test.describe.configure({ mode: 'default' })
// panel.test and api.test are different sites, so browsers do not send the same-site cookie.
// Debian's Chromium also blocks unpartitioned third-party cookies.
test.use({ layout: { webServer: 'nginx', apiHost: 'api.test', sessionCookie: 'same-site' } })

test('Apple devices send the bearer token where cookies are blocked', async ({ openDevice, cross }) => {
  for (const [name, device] of Object.entries(APPLE_DEVICES)) {
    await test.step(name, async () => {
      const phases = await runShortJourney(await openDevice(device), cross)
      expectBearer(phases)
      const requests = [...phases.login, ...phases.work, ...phases.logout, ...phases.afterwards]
      expect(requests.filter(({ cookie }) => cookie)).toEqual([])
    })
  }
})

test('Chrome on Windows shows that the login cookie was blocked', async ({ openDevice, cross }) => {
  const page = await openDevice(OTHER_DEVICES['Chrome on Windows'])
  await signInAs(page, cross)
  await expect(page.getByText(/this browser did not save your login/)).toBeVisible()
})

test('without cookies: a video uploads and plays, a receipt and the CSV file are saved', async ({
  openDevice,
  cross,
}) => {
  const page = await openDevice(APPLE_DEVICES['Safari on iPhone'])
  const driver = createDriver(page, 'mouse')
  await signInAs(page, cross)
  await expect(page).toHaveURL(/dashboard/)
  cross.requestLog.take()

  await test.step('video', async () => {
    await page.goto(`${cross.panelUrl}/home-video`)
    await page.getByRole('button', { name: 'Add New Video' }).first().click()
    await page.getByLabel('Title').fill('Arati')
    await page.locator('form input[type=file]').setInputFiles(await phoneVideo())
    await page.locator('form button[type=submit]').click()
    await page.getByRole('button', { name: 'Play Arati' }).click()
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0)
    await expect.poll(() => shownColour(video)).toMatch(/green|blue/)
  })

  await test.step('receipt and CSV', async () => {
    const { id, number } = await addDonation(cross)
    await page.goto(`${cross.panelUrl}/donations`)
    const donations = donationsOf(page, driver)
    await donations.open(0)
    const saving = page.waitForEvent('download')
    await donations.receiptButton.click()
    const receipt = await saving
    expect(await textOfPdf(await readFile(await receipt.path()))).toContain(number)
    await donations.close()
    const { path, name } = await donations.exportCsv()
    expect(name).toMatch(/^donations-\d{4}-\d\d-\d\d\.csv$/)
    expect(await readFile(path, 'utf8')).toContain(id)
  })
  expect(cross.requestLog.take().filter(({ cookie, status }) => cookie || status >= 400)).toEqual([])
})
