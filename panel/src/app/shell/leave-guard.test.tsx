import { expect, test } from 'vitest'
import { openBrowserHistory } from '../../../testing/browser-history.ts'
import { openPanel } from '../../../testing/open-panel.tsx'
import { leaveQuestion, openSavingForm, SCHOOL, typeATitle } from '../../../testing/unsaved-form.tsx'

test('asks before input is lost, but not for an empty form', async () => {
  const screen = await openPanel('/school', SCHOOL)
  await typeATitle(screen)
  await screen.getByRole('link', { name: 'Events' }).click()
  await expect.element(leaveQuestion(screen)).toMatchTextContent('Your changes have not been saved.')
  await screen.getByRole('button', { name: 'Stay' }).click()
  await expect.element(screen.getByLabelText('Title')).toHaveValue('At the sea')
  expect(screen.path()).toBe('/school')

  await screen.getByRole('link', { name: 'Events' }).click()
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toHaveFocus()

  await screen.getByRole('link', { name: 'School' }).click()
  await screen.getByRole('button', { name: 'Add New Photo' }).first().click()
  await screen.getByRole('link', { name: 'Events' }).click()
  await expect.poll(screen.path).toBe('/events')
})

test('asks on Back while saving, when the form cannot be closed', async () => {
  const screen = await openPanel('/events', SCHOOL, openBrowserHistory('/events'))
  await openSavingForm(screen)
  window.history.back()
  await screen.getByRole('button', { name: 'Stay' }).click()
  await expect.poll(() => location.pathname).toBe('/school')
  await expect.element(screen.getByLabelText('Title')).toHaveValue('At the sea')
  window.history.back()
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Events Management' })).toBeVisible()
  expect(location.pathname).toBe('/events')
})

test('asks before the tab closes only while there are unsaved changes', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const screen = await openPanel('/school', SCHOOL)
  await typeATitle(screen)
  expect(isAsked()).toBe(true)
  await screen.getByRole('button', { name: 'Close Form' }).click()
  await screen.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(screen.getByLabelText('Title')).not.toBeInTheDocument()
  expect(isAsked()).toBe(false)
})
