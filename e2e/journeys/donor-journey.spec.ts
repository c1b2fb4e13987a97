import { expect } from '@playwright/test'
import { chosen, phoneOf, type RawDonation, statusLabel, textOf } from '../support/donation-figures.ts'
import { panelOf } from '../support/panel.ts'
import { dayOf, tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

test('donors: list, page, search, sort, contact links, delete @other', async ({ page, driver, server }) => {
  const panel = panelOf(page, driver)
  const donors = tableOf(page, 'User Information')
  const now = await server.manyDonations()
  await page.clock.setFixedTime(now)
  const all = chosen(await server.donations(), {})
  const matching = (search: string) => chosen(all, { search, within: 'donor' })

  await test.step('sign in: the ten newest', async () => {
    await page.goto('/')
    await panel.signIn(server.username, server.password)
    await expect(page).toHaveURL('/dashboard')
    await panel.open('User Information')
    await expect(page).toHaveURL('/users')
    await donors.expectPage(all, 1, wordsOf)
  })

  await test.step('the pager shows a window of five, the first and the last page', async () => {
    const last = Math.ceil(all.length / 10)
    expect(await donors.pagerWords()).toEqual(['1', '2', '3', '4', '5', '…', `${last}`])
    await driver.press(donors.next)
    await donors.expectPage(all, 2, wordsOf)
    await driver.press(donors.pageButton(5))
    await donors.expectPage(all, 5, wordsOf)
    expect(await donors.pagerWords()).toEqual(['1', '2', '3', '4', '5', '6', '7', '…', `${last}`])
    await driver.press(donors.pageButton(7))
    await donors.expectPage(all, 7, wordsOf)
    expect(await donors.pagerWords()).toEqual(['1', '…', '5', '6', '7', '8', '9', '…', `${last}`])
    await driver.press(donors.pageButton(last))
    await donors.expectPage(all, last, wordsOf)
    expect(await donors.pagerWords()).toEqual(['1', '…', ...[4, 3, 2, 1, 0].map((back) => `${last - back}`)])
    await page.reload()
    await donors.expectPage(all, last, wordsOf)
    await driver.press(donors.prev)
    await donors.expectPage(all, last - 1, wordsOf)
  })

  await test.step('a search starts on page 1 and ignores the purpose', async () => {
    await driver.type(donors.search, 'LAKSHMI')
    await donors.expectPage(matching('LAKSHMI'), 1, wordsOf)
    await driver.type(donors.search, 'जाहिद')
    await donors.expectPage(matching('जाहिद'), 1, wordsOf)
    await driver.type(donors.search, '98765 432')
    await donors.expectPage(matching('98765 432'), 1, wordsOf)
    await driver.type(donors.search, 'Eye camp')
    await expect(page.getByText('No records found.')).toBeVisible()
    await driver.press(page.getByRole('main').getByRole('button', { name: 'Clear search' }).last())
    await donors.expectPage(all, 1, wordsOf)
  })

  await test.step('oldest first', async () => {
    await driver.press(page.getByRole('button', { name: 'Oldest' }))
    await donors.expectPage(all.toReversed(), 1, wordsOf)
    await driver.press(page.getByRole('button', { name: 'Latest' }))
    await donors.expectPage(all, 1, wordsOf)
  })

  await test.step('e-mail addresses and phone numbers are links', async () => {
    await driver.type(donors.search, "o'brien+seva")
    await donors.expectPage(matching("o'brien+seva"), 1, wordsOf)
    const [email] = await donors.rows.getByRole('link', { name: "o'brien+seva@example.org" }).all()
    await expect(email ?? donors.rows).toHaveAttribute('href', "mailto:o'brien%2Bseva@example.org")
    await driver.type(donors.search, '०९८१२३४५६७८')
    await donors.expectPage(matching('०९८१२३४५६७८'), 1, wordsOf)
    const [phone] = await donors.rows.getByRole('link', { name: '०९८१२३४५६७८' }).all()
    await expect(phone ?? donors.rows).toHaveAttribute('href', 'tel:09812345678')
  })

  await test.step('delete with confirmation and notice; the row leaves the list', async () => {
    await driver.type(donors.search, 'Åsa')
    const before = matching('Åsa')
    await donors.expectPage(before, 1, wordsOf)
    await driver.press(donors.rows.first().getByRole('button', { name: 'Delete Åsa Øst' }))
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect(question.getByRole('button')).toHaveText(['Cancel', 'Yes'])
    await driver.press(question.getByRole('button', { name: 'Cancel' }))
    await donors.expectPage(before, 1, wordsOf)
    await driver.press(donors.rows.first().getByRole('button', { name: 'Delete Åsa Øst' }))
    await driver.press(question.getByRole('button', { name: 'Yes', exact: true }))
    const notice = page.getByRole('alertdialog', { name: 'Deleted!' })
    await driver.press(notice.getByRole('button', { name: 'OK' }))
    await donors.expectPage(before.slice(1), 1, wordsOf)
    const left = (await server.donations()).map(({ _id }) => _id)
    expect(left).not.toContain(before[0]?._id)
    expect(left).toHaveLength(all.length - 1)
  })
})

function wordsOf({ donorName, donorEmail, donorPhone, createdAt, localStatus }: RawDonation): string[] {
  const name = textOf(donorName) || 'Anonymous'
  return [name, textOf(donorEmail) || '—', phoneOf(donorPhone) || '—', dayOf(createdAt), statusLabel(localStatus)]
}
