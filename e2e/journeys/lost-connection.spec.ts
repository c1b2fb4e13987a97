import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { parseCsv } from '../support/donation-csv.ts'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { largePhoto } from '../support/photos.ts'
import type { SevadeskServer } from '../support/sevadesk-server.ts'
import { storedFiles, waitForFileJobs } from '../support/stored-files.ts'
import { test } from '../support/test.ts'

const ENTRY = { title: 'Sports day', description: 'The long jump' }
const DONATIONS = 4_000

test.use({ isBehindProxy: true })

test('a photo upload that is cancelled, then cut off, stores nothing and keeps the form; the retry adds each photo once', async ({
  page,
  driver,
  sevadesk,
  slowProxy,
  pageErrors,
}) => {
  pageErrors.allow(/\/api\/galleryphoto\//)
  await waitForFileJobs(sevadesk)
  const filesBefore = await storedFiles(sevadesk)
  await signInByHttp(page, sevadesk)
  await page.goto('/school')
  const gallery = contentOf(page, driver, 'photo')
  await driver.press(gallery.addButton)
  await gallery.fill(ENTRY)
  await gallery.pickFiles([await largePhoto('large.png'), await largePhoto('large-2.png')])
  const startUpload = async () => {
    // Few bytes: socket buffers grow with the bytes read, and could later hold the rest of the upload.
    slowProxy.stallRequestsAfter(100_000)
    await driver.press(gallery.save)
    await gallery.expectHalfSent()
  }
  const expectNothingStored = async () => {
    await gallery.expectKept(ENTRY, 2)
    await expect.poll(() => addedFiles(sevadesk, filesBefore)).toEqual([])
    expect(await sevadesk.photoPaths('School')).toEqual([])
  }

  await startUpload()
  await driver.press(gallery.form.getByRole('button', { name: 'Cancel', exact: true }))
  // Lets the stalled bytes reach the server, followed by the end of the connection.
  slowProxy.resume()
  await expect(gallery.progress).toHaveCount(0)
  await expectNothingStored()

  await startUpload()
  slowProxy.disconnect()
  await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
  await expect(gallery.problem).toHaveText(/did not answer.*check your internet connection/i)
  await expect(toastOf(page, 'Failed to fetch photos')).toBeVisible()
  await expectNothingStored()

  slowProxy.resume()
  await driver.press(gallery.save)
  await gallery.expectAdded()
  await expect(gallery.cards).toHaveCount(2)
  expect(await sevadesk.photoPaths('School')).toHaveLength(2)
})

test('a CSV export that is cut off saves no file; the retry saves all rows', async ({
  page,
  driver,
  slowProxy,
  sevadesk,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|Failed to load resource/)
  await sevadesk.sql.all(
    `insert into donations (id, donor_name, amount, currency, purpose, status, created_at, updated_at, local_day, search_donor, search_purpose)
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${DONATIONS})
     select '0000000000000000000' || (10000 + n), 'Donor ' || n || ' of many, so that the file is long', 100 + n, 'INR', 'Cow feed', 'captured',
            '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-05-01', '', '' from numbers`,
  )
  const count = (await sevadesk.donations()).length
  const donations = donationsOf(page, driver)
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  await signInByHttp(page, sevadesk)
  await page.goto('/donations')
  await expect(donations.rows).toHaveCount(10)

  slowProxy.stallResponsesAfter(30_000)
  await driver.press(donations.exportButton)
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeVisible()
  slowProxy.disconnect()
  await expect(toastOf(page, 'Failed to export donations.')).toBeVisible()
  expect(saved).toEqual([])

  slowProxy.resume()
  const { path } = await donations.exportCsv()
  expect(parseCsv(await readFile(path, 'utf8'))).toHaveLength(count + 1)
  expect(saved).toHaveLength(1)
})

async function addedFiles(sevadesk: SevadeskServer, before: readonly string[]): Promise<string[]> {
  return (await storedFiles(sevadesk)).filter((file) => !before.includes(file))
}
