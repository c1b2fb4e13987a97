import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, type Panel, signedIn } from '../../../testing/open-panel.tsx'
import { lookAgain } from '../../session/session-end.ts'

const RAVI = { _id: '2', username: 'ravi', email: 'ravi@trust.example' }
const field = (name: string) => page.getByLabelText(name, { exact: true })
const dialog = page.getByRole('dialog', { name: 'Please log in again' })

/** The session ends, and somebody else logs in at the dialog over the work of the first. */
async function logInAs({ queryClient }: Panel, backend: Backend) {
  await answerWith(NOBODY)
  await lookAgain(queryClient)
  await answerWith({ ...backend, 'POST /admin/login': [200, { token: 't' }] })
  await dialog.getByLabelText('Username').fill('ravi')
  await dialog.getByLabelText('Password', { exact: true }).fill('right')
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Account of ravi' })).toBeVisible()
}

test('who begins on the page of the last person finds none of their passwords', async () => {
  const screen = await openPanel('/update-password', signedIn(['UpdatePassword']))
  await field('Current password').fill('Secret-1!')
  await field('New password').fill('Secret-2!')
  await logInAs(screen, signedIn([], { ...RAVI, mustChangePassword: true }))
  await expect.element(page.getByText('Choose your own password first.')).toBeVisible()
  await expect.element(field('Current password')).toHaveValue('')
  await expect.element(field('New password')).toHaveValue('')
  expect(screen.path()).toBe('/update-password')
})

test('nor their profile, neither to read nor to change', async () => {
  const screen = await openPanel('/profile', signedIn(['Profile']))
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await field('Username').fill('seva.k')
  await logInAs(screen, signedIn(['Profile'], RAVI))
  await expect.element(page.getByRole('region', { name: 'Profile' })).toMatchTextContent('ravi@trust.example')
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  expect(screen.path()).toBe('/profile')
})
