import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { parseCsv } from '../support/donation-csv.ts'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { test } from '../support/test.ts'

const MANY = 4_000

test.use({ isBehindProxy: true })

test('shows that a CSV export failed, saves no partial file, and saves all rows on the retry @full', async ({
  page,
  driver,
  slowProxy,
  sevadesk,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR|Failed to load resource/)
  await sevadesk.sql.all(
    `insert into donations (id, donor_name, amount, currency, purpose, status, created_at, updated_at, local_day, search_donor, search_purpose)
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
     select printf('%024d', n), 'Donor ' || hex(randomblob(20)), 100 + n, 'INR', 'Cow feed', 'captured',
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

test('cancels a slow CSV export @full', async ({ page, driver, slowProxy, sevadesk }) => {
  const donations = donationsOf(page, driver)
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  await sevadesk.manyDonations()
  await signInByHttp(page, sevadesk)
  await page.goto('/donations')
  await expect(donations.rows).toHaveCount(10)
  slowProxy.stallResponsesAfter(1_000)
  await driver.press(donations.exportButton)
  await driver.press(page.getByRole('main').getByRole('button', { name: 'Cancel' }))
  await expect(donations.exportButton).toBeVisible()
  slowProxy.resume()
  await donations.exportCsv()
  expect(saved).toHaveLength(1)
})
