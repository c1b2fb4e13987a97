import { expect, type Page } from '@playwright/test'
import { chosen } from '../support/donation-figures.ts'
import { donationsOf } from '../support/donations-page.ts'
import { createDriver } from '../support/driver.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

const yes = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true })
const ok = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'OK' })

test.beforeEach(async ({ page, server }) => {
  await page.clock.setFixedTime(await server.manyDonations())
  await signInByHttp(page, server)
})

test('shows that a list failed to load, and loads it on the retry @full @other', async ({ page, pageErrors }) => {
  pageErrors.allow(/\/api\/donate/)
  for (const [path, sentence, table] of [
    ['/donations', 'Failed to fetch donations.', 'Donations'],
    ['/users', 'Failed to fetch users', 'User Information'],
  ] as const) {
    for (const response of [
      { status: 500, body: 'oops' },
      { json: { success: false, message: 'No' } },
      { json: { data: {} } },
    ]) {
      await page.route(/\/api\/donate(\/summary)?(\?.*)?$/, (route) => route.fulfill(response))
      await page.goto(path)
      await expect(toastOf(page, sentence)).toBeVisible()
      await expect(page.getByText(/No (donations|records) found/)).toHaveCount(0)
      await expect(page.getByRole('main').getByText('₹0.00', { exact: true })).toHaveCount(0)
      await page.unroute(/\/api\/donate(\/summary)?(\?.*)?$/)
    }
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click()
    await expect(tableOf(page, table).rows).toHaveCount(10)
  }
})

test('saves no error, HTML page or empty PDF as a receipt @full', async ({ page, driver, pageErrors }) => {
  pageErrors.allow(/\/api\/donate\/receipt\//)
  const donations = donationsOf(page, driver)
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  const receipt = { token: 'a-token', expiresAt: null, number: 'X/1' }
  await page.route(/\/api\/donate(\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object[] }
    await route.fulfill({ response, json: { ...rest, data: data.map((row) => ({ ...row, receipt })) } })
  })
  await page.goto('/donations')
  await donations.open(0)
  for (const response of [
    { status: 404, json: { success: false, message: 'Nothing' } },
    { status: 410, json: { success: false, message: 'Too late' } },
    { status: 500, body: '' },
    { json: { success: false, message: 'No' } },
    { contentType: 'text/html', body: '<!doctype html><title>Login</title>' },
    { contentType: 'application/pdf', body: '' },
  ]) {
    await page.route('**/donate/receipt/*', (route) => route.fulfill(response))
    await driver.press(donations.receiptButton)
    await expect(toastOf(page, 'Failed to download receipt.')).toBeVisible()
    await expect(donations.receiptButton).toBeEnabled()
    await page.unroute('**/donate/receipt/*')
  }
  expect(saved).toEqual([])
})

test('shows that a deletion failed, and deletes once for two clicks @other', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/\/api\/donate\//)
  const donors = tableOf(page, 'User Information')
  const [first, second] = chosen(await server.donations(), {})
  await page.goto('/users')
  await page.route('**/api/donate/*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No' } }),
  )
  await driver.press(donors.rows.first().getByRole('button'))
  await driver.press(yes(page))
  await expect(page.getByRole('alertdialog', { name: 'Error!' })).toContainText('Failed to delete user.')
  await driver.press(ok(page))
  await page.unroute('**/api/donate/*')
  expect((await server.donations()).map(({ _id }) => _id)).toContain(first?._id)

  const deletions: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))
  await donors.rows.first().getByRole('button').dblclick()
  await yes(page)
    .dblclick({ noWaitAfter: true })
    .catch(() => undefined) // the first click closes the dialog
  await expect(page.getByRole('alertdialog', { name: 'Deleted!' })).toBeVisible()
  await driver.press(ok(page))
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(deletions).toEqual([expect.stringContaining(String(first?._id))])
  const left = (await server.donations()).map(({ _id }) => _id)
  expect(left).not.toContain(first?._id)
  expect(left).toContain(second?._id)
})

test('shows an error when deleting a donation that another tab has deleted @full', async ({
  context,
  page,
  driver,
  inputMode,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404.*\/api\/donate\//)
  const other = await context.newPage()
  await other.clock.setFixedTime(await server.manyDonations())
  const [here, there] = [tableOf(page, 'User Information'), tableOf(other, 'User Information')]
  const there2 = createDriver(other, inputMode)
  for (const tab of [page, other]) await tab.goto('/users')
  const newest = chosen(await server.donations(), {})
  await expect(here.rows).toHaveCount(10)
  await expect(there.rows).toHaveCount(10)

  const row = page.locator(`[id="row-${newest[1]?._id}"]`)
  await driver.press(row.getByRole('button'))
  await expect(yes(page)).toBeVisible()

  await other.bringToFront()
  await there2.press(there.rows.nth(1).getByRole('button'))
  await there2.press(yes(other))
  await there2.press(ok(other))
  await expect(there.rows.nth(9)).toBeVisible()

  await page.bringToFront()
  await driver.press(yes(page))
  await expect(page.getByRole('alertdialog', { name: 'Error!' })).toContainText('Failed to delete user.')
  await driver.press(ok(page))
  await expect(row).toHaveCount(0)
  await driver.press(here.next)
  await expect(here.rows.first()).toHaveAttribute('id', `row-${newest[11]?._id}`)
})

test('opens the previous page after the last row of the last page is deleted @full', async ({
  page,
  driver,
  server,
}) => {
  const donors = tableOf(page, 'User Information')
  const all = chosen(await server.donations(), {})
  const expected = chosen(all, { search: 'donor', within: 'donor' })
  const last = Math.ceil(expected.length / 10)
  await page.goto(`/users?q=donor&page=${last}`)
  const rest = expected.length - (last - 1) * 10
  await expect(donors.rows).toHaveCount(rest)
  for (let left = rest - 1; left >= 0; left -= 1) {
    await driver.press(donors.rows.last().getByRole('button'))
    await driver.press(yes(page))
    await driver.press(ok(page))
    await expect(donors.rows).toHaveCount(left === 0 ? 10 : left)
  }
  await expect(page).toHaveURL(new RegExp(`page=${last - 1}$`))
  await expect(page.getByRole('main').getByText(new RegExp(`–${(last - 1) * 10} of ${(last - 1) * 10}$`))).toBeVisible()
})
