import { expect } from '@playwright/test'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

const DONATIONS = '/api/donate?page=1&limit=10'
const SUMMARY = '/api/donate/summary'
/** The values of the filters, which the first paint does not need. */
const FIELDS = '/api/donate/fields'
const REQUESTS_MAX = 14

test('a later visit asks for its data before /admin/me has answered, and sends each request once', async ({
  page,
  sevadesk,
}) => {
  await signInByHttp(page, sevadesk)
  const lastResponse = page.waitForResponse(`**${FIELDS}`)
  await page.goto('/donations')
  await lastResponse
  await page.waitForLoadState('networkidle')

  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname !== '/favicon.svg') requests.push(pathname + search)
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/me', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => requests).toEqual(expect.arrayContaining([DONATIONS, SUMMARY]))
  await expect(page.getByText('Checking authentication...')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)

  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Donations Management' })).toBeVisible()
  // The network can seem idle while a slow browser still renders the page that then asks for these.
  await expect.poll(() => requests).toContain(FIELDS)
  await page.waitForLoadState('networkidle')
  expect(requests).not.toContain('/config.json')
  expect(requests.filter((url) => url.startsWith('/api/')).sort()).toEqual(
    ['/api/admin/me', DONATIONS, SUMMARY, FIELDS].sort(),
  )
  expect(requests.length).toBeLessThanOrEqual(REQUESTS_MAX)
})
