import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, refusal, respondWith } from '../../testing/backend.ts'
import { button, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'

test.each([
  ['/users', 'GET /donate', 'Loading...', 'Failed to fetch users', 'No records found.'],
  [
    '/donations',
    'GET /donate',
    'Loading donations...',
    'Failed to fetch donations.',
    'No donations found for this filter.',
  ],
  [
    '/message',
    'GET /message/getMessage',
    'Loading messages...',
    'Server error while fetching messages.',
    'No messages found.',
  ],
  ['/admin', 'GET /admin', 'Loading admins...', 'Failed to fetch admins', 'No admins found.'],
  ['/login-sessions', 'GET /admin/sessions', 'Loading sessions...', 'Failed to fetch sessions', 'No sessions found.'],
])('%s shows the loading, error and empty states', async (path, call, loading, failed, empty) => {
  const main = page.getByRole('main')
  const { unmount } = await openPanel(path, { ...SUPERADMIN, [call]: [0, ''] })
  await expect.element(main.getByText(loading, { exact: true })).toBeVisible()
  await unmount()
  await openPanel(path, { ...SUPERADMIN, [call]: refusal(403, 'The books are closed.') })
  await expect.element(page.getByRole('status').getByText(failed, { exact: true })).toBeVisible()
  await expect.element(main.getByText(failed, { exact: true })).toBeVisible()
  await expect.element(main.getByText('The books are closed.')).toBeVisible()
  await respondWith({ ...SUPERADMIN, [call]: ok([]) })
  await button('Try again').click()
  await expect.element(main.getByText(empty)).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})
