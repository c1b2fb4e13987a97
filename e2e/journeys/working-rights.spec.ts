import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { test } from '../support/test.ts'
import { cookieOf, listOf, type TestServer } from '../support/test-server.ts'

/** Changes an account's sections by HTTP, outside the browser. */
async function grant(server: TestServer, id: unknown, sections: string[], role = 'admin'): Promise<void> {
  const response = await fetch(`${server.apiUrl}/api/admin/${id}`, {
    method: 'PUT',
    headers: { cookie: await cookieOf(server.apiUrl), origin: server.panelUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'at.work', email: 'at.work@seva.example', role, sections }),
  })
  expect(response.ok, await response.text()).toBe(true)
}

async function expectNoAccess(page: Page, words: string): Promise<void> {
  await expect(page).toHaveURL('/403')
  await expect(page.getByText('403 — No Access')).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
}

test('changed sections apply on the next click, without a reload', async ({ page, driver, server, pageErrors }) => {
  pageErrors.allow(/status of 403/)
  const panel = panelOf(page, driver)
  const entries = panel.sidebar.getByRole('link')
  const events = contentOf(page, driver, 'event')
  await server.addAdmin('at.work', ['UserInformation', 'Events', 'Gaushala', 'Profile'])
  const id = (await listOf(server, '/admin')).find(({ username }) => username === 'at.work')?._id
  await signInByHttp(page, server, 'at.work')
  let loads = 0
  page.on('load', () => loads++)

  await test.step('the open page is revoked', async () => {
    await page.goto('/profile')
    await panel.open('User Information')
    await expect(page.getByText('Meera Joshi')).toBeVisible()
    await grant(server, id, ['Events', 'Gaushala', 'Profile'])
    await driver.press(page.getByRole('button', { name: 'Oldest' }))
    await expectNoAccess(page, 'You do not have access to this page.')
    await expect(page.getByText('Meera Joshi')).toHaveCount(0)
    await expect(entries).toHaveText(['Gaushala', 'Events', 'Profile', 'Trash'])
    await page.goBack()
    await page.goForward()
    await expectNoAccess(page, 'You do not have access to this page.')
  })

  await test.step('a section is revoked while a form is open: the refused save is shown', async () => {
    await panel.open('Events')
    await driver.press(events.addButton)
    await events.fill({ title: 'Not any more', description: '' })
    await grant(server, id, ['Gaushala', 'Profile'])
    await driver.press(events.save)
    await expect(toastOf(page, 'Failed to save event')).toBeVisible()
    await expectNoAccess(page, 'You do not have access to this page.')
  })

  await test.step('one gallery section is revoked', async () => {
    const photos = contentOf(page, driver, 'photo')
    await panel.open('Gaushala')
    // Else the list's own request would be refused, and the button could not be pressed.
    await expect(page.getByText('No photos found.')).toBeVisible()
    await grant(server, id, ['School', 'Profile'])
    await driver.press(photos.addButton)
    await panel.open('Profile')
    await expect(entries).toHaveText(['School', 'Profile', 'Trash'])
  })

  await test.step('every section is granted, then revoked', async () => {
    await grant(server, id, [], 'superadmin')
    await panel.open('School')
    await expect(entries.first()).toHaveText('Dashboard')
    await panel.open('Donations')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await grant(server, id, [])
    await panel.open('Dashboard')
    await expectNoAccess(page, 'Your account has no sections.')
    await expect(entries).toHaveCount(0)
  })
  expect(loads).toBe(1)
})
