import { expect } from '@playwright/test'
import { navigateInPage, panelOf, signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

// The panel's tests check the section of every page, and the server's the sections of every call.
test('an account with only Gallery opens its six pages and no other', async ({ page, driver, server }) => {
  await server.addAdmin('keeper', ['Gallery'])
  await signInByHttp(page, server, 'keeper')
  await page.goto('/')
  await expect(page).toHaveURL('/gaushala')
  const galleries = ['Gaushala', 'Vriddhashram', 'Eye Hospital', 'School', 'Physiotherapy', 'Nursing Hospital']
  const entries = panelOf(page, driver).sidebar.getByRole('link')
  await expect(entries).toHaveText([...galleries, ...server.traits.extraEntries.editor])
  for (const name of galleries) {
    await entries.filter({ hasText: name }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  }
  await navigateInPage(page, '/donations')
  await expect(page).toHaveURL('/403')
  await page.goto('/events')
  await expect(page).toHaveURL('/403')
  await expect(page.getByText('403 — No Access')).toBeVisible()
  // Built: a bundler may leave out what only the source has. Caddy refuses such addresses itself.
  for (const path of process.env.E2E_SERVERS ? [] : ['/%', '/gaushala/%E0%A4%A/edit']) {
    await page.goto(path)
    await expect(page.getByText('404 - Page Not Found')).toBeVisible()
  }
})

test('a superadmin lands on the dashboard and sees the specified entries in their order, and those beyond @other', async ({
  page,
  driver,
  server,
}) => {
  const { hasCashBook, hasDonors, extraEntries } = server.traits
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  await signInByHttp(page, server)
  await page.goto('/post-login')
  await expect(page).toHaveURL('/dashboard')
  const { sidebar } = panelOf(page, driver)
  await driver.press(sidebar.getByRole('button', { name: 'Gallery' }))
  const specified = [
    ...['Dashboard', 'Home Video', 'Gaushala', 'Vriddhashram', 'Eye Hospital', 'School', 'Physiotherapy'],
    ...['Nursing Hospital', 'Events', 'User Information', ...(hasDonors ? ['Donors'] : [])],
    ...['Donations', ...(hasCashBook ? ['Cash book'] : []), 'User Messages', 'Admin'],
    ...['Profile', 'Update Password', 'Login Sessions'],
  ]
  const links = sidebar.getByRole('link')
  const isExtra = (entry: string) => extraEntries.superadmin.includes(entry)
  await expect(links).toHaveCount(specified.length + extraEntries.superadmin.length)
  const entries = await links.allInnerTexts()
  expect(entries.filter((entry) => !isExtra(entry))).toEqual(specified)
  expect(entries.filter(isExtra)).toEqual(extraEntries.superadmin)
})

test('sends an admin without sections to /403', async ({ page, server }) => {
  await server.addAdmin('nothing', [])
  await signInByHttp(page, server, 'nothing')
  await page.goto('/')
  await expect(page).toHaveURL('/403')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/403')
  await page.getByRole('main').getByRole('link', { name: /login/i }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})
