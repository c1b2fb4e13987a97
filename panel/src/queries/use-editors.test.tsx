import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../testing/open-panel.tsx'
import { watchReports } from '../../testing/sent-calls.ts'

const EVENT = { _id: 'e1', title: 'Aarti', createdAt: '2026-01-01T00:00:00.000Z', version: 1 }
const EDITORS = [{ username: 'Meera', since: '2026-11-23T06:09:00.000Z' }]
const backend = (level: number): Backend => ({
  ...signedIn(['Events'], { level }),
  'GET /event': ok([EVENT]),
  'POST /editing': ok(EDITORS),
})
const formId = expect.stringMatching(/^[0-9a-f]{32}$/)
const report = (isOpen: boolean) => ({ kind: 'event', id: 'e1', formId, isOpen })
const hint = page.getByText('Meera is editing since 11:39 AM')

test('shows who else edits the record, and reports when the form opens and closes', async () => {
  await openPanel('/events', backend(1))
  const reports = watchReports()
  await button('Edit Aarti').click()
  await expect.element(hint).toBeVisible()
  dispatchEvent(new Event('pagehide'))
  await button('Close Form').click()
  await expect.element(hint).not.toBeInTheDocument()
  expect(reports).toEqual([report(true), report(false), report(false)])
  await button('Add New Event').first().click()
  await expect.element(page.getByRole('form', { name: 'Add event' })).toBeVisible()
  expect(reports).toHaveLength(3)
})

test('reports nothing to a plain backend', async () => {
  await openPanel('/events', backend(0))
  const reports = watchReports()
  await button('Edit Aarti').click()
  await expect.element(page.getByRole('form', { name: 'Edit event' })).toBeVisible()
  await expect.element(hint).not.toBeInTheDocument()
  expect(reports).toEqual([])
})
