import { expect } from '@playwright/test'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

test('shows each failure to load messages, and that a deletion failed @full @other', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/\/message\//)
  const list = tableOf(page, 'User Messages')
  await server.someMessages()
  await signInByHttp(page, server)

  const refusal = { json: { success: false, message: 'Not today' } }
  for (const [sentence, fail] of [
    ['Failed to load messages.', () => page.route('**/getMessage*', (route) => route.fulfill(refusal))],
    ['Server error while fetching messages.', () => page.route('**/getMessage*', (route) => route.abort())],
    [
      'Server error while fetching messages.',
      () => page.route('**/getMessage*', (route) => route.fulfill({ status: 500 })),
    ],
  ] as const) {
    await fail()
    await page.goto('/message')
    await expect(toastOf(page, sentence)).toBeVisible()
    await expect(list.rows).toHaveCount(0)
    await expect(page.getByText('No messages found.')).toHaveCount(0)
    await page.unroute('**/getMessage*')
  }
  await driver.press(page.getByRole('main').getByRole('button', { name: 'Try again' }))
  await expect(list.row('Nobody wrote this')).toBeVisible()

  await page.route('**/deleteMessage/*', (route) => route.abort())
  await driver.press(list.row('Nobody wrote this').getByRole('button', { name: /^Delete/ }))
  await driver.press(page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }))
  await expect(page.getByText('Server error while deleting message.').first()).toBeVisible()
  await expect(list.row('Nobody wrote this')).toBeVisible()
})

test('shows that there are no messages @full', async ({ page, server }) => {
  await page.route('**/getMessage*', (route) => route.fulfill({ json: { success: true, data: [], message: '' } }))
  await signInByHttp(page, server)
  await page.goto('/message')
  await expect(page.getByText('No messages found.')).toBeVisible()
})
