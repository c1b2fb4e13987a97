import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { parseCsv } from '../support/donation-csv.ts'
import { donationsOf } from '../support/donations-screen.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { test } from '../support/slow-stand.ts'

const MANY = 4_000

test('a line that dies in the middle of a CSV file: that is said, no half of it is saved, the next try is whole', async ({
  page,
  hands,
  line,
  sevadesk,
  watch,
}) => {
  watch.tolerate(/net::ERR|Failed to load resource/)
  await sevadesk.sql.all(
    `insert into donations (id, donor_name, amount, currency, purpose, status, created_at, updated_at)
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
     select printf('%024d', n), 'Donor ' || hex(randomblob(20)), 100 + n, 'INR', 'Cow feed', 'captured',
            '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z' from numbers`,
  )
  const count = (await sevadesk.donations()).length
  const donations = donationsOf(page, hands)
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  await signInByHttp(page, sevadesk)
  await page.goto('/donations')
  await expect(donations.rows).toHaveCount(10)

  line.holdAnswersAfter(30_000)
  await hands.press(donations.exportButton)
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeVisible()
  line.cut()
  await expect(toastOf(page, 'Failed to export donations.')).toBeVisible()
  expect(saved).toEqual([])

  line.release()
  const { path } = await donations.exportCsv()
  expect(parseCsv(await readFile(path, 'utf8'))).toHaveLength(count + 1)
  expect(saved).toHaveLength(1)
})

test('a CSV file that takes too long is called off', async ({ page, hands, line, sevadesk }) => {
  const donations = donationsOf(page, hands)
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  await sevadesk.manyDonations()
  await signInByHttp(page, sevadesk)
  await page.goto('/donations')
  await expect(donations.rows).toHaveCount(10)
  line.holdAnswersAfter(1_000)
  await hands.press(donations.exportButton)
  await hands.press(page.getByRole('main').getByRole('button', { name: 'Cancel' }))
  await expect(donations.exportButton).toBeVisible()
  line.release()
  await donations.exportCsv()
  expect(saved).toHaveLength(1)
})
