import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { parseCsv } from '../support/donation-csv.ts'
import { cardsOf, chosen } from '../support/donation-figures.ts'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { seedAdmin } from '../support/seed.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

test('a deleted donation leaves every list, sum and export until it is restored @pg', async ({
  page,
  driver,
  sevadesk,
}) => {
  await sevadesk.manyDonations()
  await seedAdmin(sevadesk.sql, 'donor-keeper', ['UserInformation'], sevadesk.username)
  const donors = tableOf(page, 'User Information')
  const donations = donationsOf(page, driver)
  const trash = tableOf(page, 'Trash')
  const all = await sevadesk.donations()
  const [gone] = chosen(all, { search: 'joseph@', status: 'Authorized' })
  const id = String(gone?._id)
  const left = all.filter(({ _id }) => _id !== id)

  await test.step('delete as an admin of User Information alone', async () => {
    await signInByHttp(page, sevadesk, 'donor-keeper')
    const matches = chosen(all, { search: 'joseph@', within: 'donor' })
    const index = matches.findIndex(({ _id }) => _id === id)
    await page.goto(`/users?q=joseph@&page=${Math.floor(index / 10) + 1}`)
    await driver.press(page.locator(`[id="row-${id}"]`).getByRole('button'))
    await driver.press(page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }))
    await driver.press(page.getByRole('alertdialog', { name: 'Deleted!' }).getByRole('button', { name: 'OK' }))
    await expect(donors.table).toBeVisible()
    await expect(page.locator(`[id="row-${id}"]`)).toHaveCount(0)
    await page.goto('/donations')
    await expect(page).toHaveURL('/403')
  })

  await test.step('list, cards, export and dashboard leave it out', async () => {
    await signInByHttp(page, sevadesk)
    await page.goto('/donations')
    await donations.expectPage(chosen(left, {}), 1)
    await donations.expectCards(cardsOf(left, Date.now()))
    const { path } = await donations.exportCsv()
    const rows = parseCsv(await readFile(path, 'utf8'))
    expect(rows).toHaveLength(left.length + 1)
    expect(rows.flat()).not.toContain(id)
    expect(await sevadesk.figures()).toMatchObject({ total: cardsOf(left, 0).total })
  })

  await test.step('the trash names the admin, offers no deletion for good, and restores it', async () => {
    await driver.press(page.getByRole('button', { name: 'Deleted donations' }))
    await expect(page).toHaveURL('/trash?kind=donation')
    const row = trash.rows.first()
    await expect(row).toHaveAttribute('id', `row-donation-${id}`)
    await expect(row).toContainText('donor-keeper')
    await expect(row.getByRole('button', { name: /^Delete for good/ })).toHaveCount(0)
    await driver.press(row.getByRole('button', { name: /^Restore / }))
    await expect(toastOf(page, 'Restored successfully')).toBeVisible()
    await expect(page.locator(`[id="row-donation-${id}"]`)).toHaveCount(0)
    await page.goto('/donations')
    await donations.expectPage(chosen(all, {}), 1)
    await donations.expectCards(cardsOf(all, Date.now()))
    expect((await sevadesk.donations()).find(({ _id }) => _id === id)).toMatchObject({
      ...gone,
      updatedAt: expect.anything(),
    })
  })

  await test.step('the history holds both, and cannot be changed', async () => {
    const entries =
      'select action, username from history inner join admins on admins.id = actor_id where record_id = ? order by n'
    expect(await sevadesk.sql.all(entries, id)).toEqual([
      { action: expect.stringMatching(/delete/), username: 'donor-keeper' },
      { action: expect.stringMatching(/restore/), username: sevadesk.username },
    ])
    await expect(sevadesk.sql.all("update history set actor_id = 'x'")).rejects.toThrow()
    await expect(sevadesk.sql.all('delete from history')).rejects.toThrow()
  })
})
