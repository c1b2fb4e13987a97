import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../../testing/backend.ts'
import { button, openPanel } from '../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../testing/saved-files.ts'
import {
  CONTENT,
  field,
  form,
  openSettingsForm,
  receiptPicture,
  refuseSettings,
  savedBy,
  watchSettings,
  withSettings,
} from '../../../testing/settings.ts'

const WORDINGS = 'Wordings on taxes'

test('shows who saved which version, and the receipt of the one in force', async () => {
  await openPanel('/settings', withSettings())
  const list = page.getByRole('region', { name: 'Versions' })
  await expect.element(list).toMatchTextContent(/Version 2 · in force20 Nov 2026.*meera/)
  await expect.element(list).toMatchTextContent(/Version 1.*read from the file trust\.json/)
  await expect.element(receiptPicture).toBeVisible()
})

test('shows the values of each section, and those of an earlier version without a way to change them', async () => {
  await openPanel('/settings', withSettings())
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect.element(section('Trust')).toMatchTextContent(/Name\s*Seva Trust\s*सेवा न्यास\s*Address\s*—/)
  await expect.element(section('Receipts')).toMatchTextContent(/Language of all receipts\s*English/)
  await expect.element(section(WORDINGS)).toMatchTextContent(/From 01 Apr 2026\s*Heading of the receipt\s*New heading/)
  await section(WORDINGS).getByText('From 01 Apr 2026').click()
  await expect.element(section(WORDINGS).getByText('Old heading')).not.toBeVisible()
  await section(WORDINGS).getByText('From 01 Apr 2021').click()
  await expect.element(section(WORDINGS).getByText('Old heading')).toBeVisible()
  await expect.element(section('Limits and rules')).toMatchTextContent(/when it is cleared\s*Yes/)
  await button('Show version 1').click()
  await expect.element(section('Trust')).toMatchTextContent(/First name/)
  await expect.element(page.getByRole('button', { name: /^Change:/ })).not.toBeInTheDocument()
})

test('returns focus to the section whose form is closed', async () => {
  await openSettingsForm(withSettings(), WORDINGS)
  await expect.element(field('Name (English)')).not.toBeInTheDocument()
  await button('Close Form').click()
  await expect.element(button(`Change: ${WORDINGS}`)).toHaveFocus()
})

test('brings back an earlier version as a new one, after a look and a question', async () => {
  await openPanel('/settings', withSettings({ 'PUT /settings': ok(savedBy(3)) }))
  const { saves, previews } = watchSettings()
  await button('Show version 1').click()
  await expect.element(page.getByText(/^This is how version 1 prints a receipt/)).toBeVisible()
  await expect.poll(() => previews.at(-1)).toMatchObject({ content: { name: 'First name' } })
  await button('Bring back this version').click()
  await button('Bring back').click()
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible()
  expect(saves).toEqual([[{ content: { name: 'First name' } }, '"2"']])
  await expect.element(button('Bring back this version')).not.toBeInTheDocument()
})

test('says why an earlier version cannot be brought back', async () => {
  const backend = withSettings(refuseSettings({ 'receipts.number': 'A later receipt would repeat the number.' }))
  await openPanel('/settings?version=1', backend)
  await button('Bring back this version').click()
  await button('Bring back').click()
  await expect
    .element(button('Bring back this version'))
    .toHaveAccessibleDescription('A later receipt would repeat the number.')
  await expect.element(page.getByText('A later receipt would repeat the number.')).toBeVisible()
})

test('saves a section, with the other settings as they are and the version that they began from', async () => {
  await openSettingsForm(withSettings({ 'PUT /settings': ok(savedBy(3)) }))
  const { saves } = watchSettings()
  await field('Name (English)').fill('Another Trust')
  await button('Save').click()
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  const content = { ...CONTENT, name: { ...CONTENT.name, en: 'Another Trust' } }
  expect(saves).toEqual([[{ content }, '"2"']])
})

test('keeps a sentence at its entry when another entry is added above', async () => {
  await openSettingsForm(
    withSettings(refuseSettings({ 'wordings[0].title.en': 'Must be one line of text.' })),
    WORDINGS,
  )
  await field('Heading of the receipt (English)').fill('Wrong')
  await button('Save').click()
  await expect
    .element(field('Heading of the receipt (English)'))
    .toHaveAccessibleDescription(expect.stringContaining('Must be one line of text.'))
  await button('Add a wording').click()
  const entries = form.getByRole('listitem').filter({ has: page.getByText('Heading of the receipt (English)') })
  await expect.element(entries.nth(1).getByText('Must be one line of text.')).toBeVisible()
  await expect.element(entries.first().getByText('Must be one line of text.')).not.toBeInTheDocument()
})

test('shows the receipt in a dialog on a phone, and fits 320 px', async () => {
  await openPanel('/settings', withSettings())
  await page.viewport(320, 640)
  await button('Change: Trust').click()
  await expect.element(form).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await expect.element(receiptPicture).not.toBeInTheDocument()
  await button('Show the receipt').click()
  await expect.element(page.getByRole('dialog').getByRole('img')).toBeVisible()
})

test('exports the settings as a file', async () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="trust.json"',
  }
  await openPanel('/settings', withSettings({ 'GET /settings/export': [200, CONTENT, headers] }))
  const files = watchSavedFiles()
  await button('Export as a file').click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['trust.json'])
  expect(JSON.parse(new TextDecoder().decode(await files[0]?.bytes()))).toEqual(CONTENT)
})
