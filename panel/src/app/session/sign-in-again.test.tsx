import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../../testing/backend.ts'
import { NOBODY, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { lookAgain, markSessionAlive } from '../../session/session-end.ts'

afterEach(markSessionAlive) // the page, and what it knows, outlives a test

test('that another name loses the work is told aloud, and moves nothing while it is typed', async () => {
  const { queryClient } = await openPanel('/update-password', signedIn(['UpdatePassword']))
  await answerWith(NOBODY)
  await lookAgain(queryClient)
  const dialog = page.getByRole('dialog', { name: 'Please log in again' })
  const username = dialog.getByLabelText('Username')
  const password = dialog.getByLabelText('Password', { exact: true })
  const told = dialog.getByRole('status')
  await expect.element(username).toHaveValue('seva')
  await expect.element(told).toBeEmptyDOMElement()
  const region = told.element()
  await page.viewport(320, 640)
  const places = () => [username, password].map((field) => field.element().getBoundingClientRect().top)
  const before = places()

  await username.fill('meera')
  await expect.element(told).toMatchTextContent('If you log in with another name, what was typed here is lost')
  expect(told.element()).toBe(region)
  await expect.element(username).toHaveAccessibleDescription(/is lost/)
  expect(places()).toEqual(before)
  await username.fill('Seva')
  await expect.element(told).toBeEmptyDOMElement()
  await expect.element(username).not.toHaveAccessibleDescription()
})
