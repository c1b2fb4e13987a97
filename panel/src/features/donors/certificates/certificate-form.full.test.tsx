import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../../testing/backend.ts'
import { ASHA, CERTIFICATE, certificateBackend, list, one } from '../../../../testing/donors.ts'
import { type Backend, button, openPanel } from '../../../../testing/open-panel.tsx'
import { chooseFile, watchForms, watchKeys } from '../../../../testing/sent-forms.ts'
import { activateLanguage } from '../../../locales/language.ts'

const DONOR = '/donors?open=a1'
const ADD = 'POST /donors/a1/certificates'
const ADDED: Backend[string] = [201, { success: true, data: CERTIFICATE }]
const LINE_CUT: Backend[string] = [-1, '']
const MERGED: Backend[string] = [...one({ ...ASHA, mergedInto: 'b2' })]
const PDF = '%PDF-1.7\n%%EOF\n'

const certificates = page.getByRole('region', { name: 'Certificates' })
const rows = certificates.getByRole('row')
const form = page.getByRole('form', { name: 'Add certificate' })
const year = form.getByRole('combobox', { name: 'Financial year' })
const number = form.getByRole('textbox', { name: 'Number' })
const pdf = (name: string, type = 'application/pdf') => new File([PDF], name, { type, lastModified: 1 })

async function openForm(more: Backend = {}) {
  await openPanel(DONOR, certificateBackend([], more))
  await button('Add certificate').click()
  await expect.element(form).toBeVisible()
}

test('adds a certificate of the last complete year, unless another is chosen', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T06:00:00Z'), toFake: ['Date'] })
  await openForm({ [ADD]: ADDED })
  const forms = watchForms()
  await expect.element(year).toHaveFocus()
  await expect.element(year).toHaveValue('2025-26')
  await year.selectOptions('2021-22')
  await number.fill(' abc123 ')
  // The years and numbers in the name of a file count for nothing.
  await chooseFile(pdf('AAAAA1234A_10BE_2025-26.pdf'))
  await expect.element(year).toHaveValue('2021-22')
  await expect.element(number).toHaveValue(' abc123 ')
  await respondWith(certificateBackend([CERTIFICATE], { [ADD]: ADDED }))
  await button('Save').click()
  await expect.element(page.getByText('Certificate added successfully')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(rows).toHaveLength(2)
  await expect.element(button('Add certificate')).toHaveFocus()
  expect(forms).toEqual([
    [
      ['year', '2021-22'],
      ['number', 'abc123'],
      ['file', expect.objectContaining({ name: 'AAAAA1234A_10BE_2025-26.pdf' })],
    ],
  ])
})

test('refuses another kind of file, one that is too large and a long number before anything is sent', async () => {
  await openForm()
  const forms = watchForms()
  const picker = form.getByRole('group', { name: 'PDF file' })
  await expect.element(picker).toHaveAccessibleDescription('A PDF file may be up to 10 MB.')
  await chooseFile(pdf('scan.jpg', 'image/jpeg'))
  await expect.element(picker).toMatchTextContent('Not a PDF file: scan.jpg. Only PDF files can be added here.')
  await chooseFile(new File([new Uint8Array(10 * 1024 ** 2 + 1)], 'large.pdf', { type: 'application/pdf' }))
  await expect
    .element(picker)
    .toMatchTextContent('“large.pdf” is 10.1 MB. A PDF file may be up to 10 MB, so it was not added.')
  await number.fill('X'.repeat(26))
  await button('Save').click()
  await expect.element(number).toHaveAccessibleDescription(/The number of a certificate has at most 25 characters\.$/)
  await expect.element(number).toHaveFocus()
  expect(forms).toEqual([])
})

test.each([
  ['number', { number: 'Asha has a certificate of 2025-26 with this number.' }],
  ['file', { file: 'Choose the PDF file of the certificate.' }],
])('shows the sentence of the server for the %s there, and keeps what was entered', async (name, fields) => {
  await openForm({ [ADD]: [409, { success: false, message: 'It was not saved.', fields }] })
  await number.fill('ABC123')
  await chooseFile(pdf('a.pdf'))
  await button('Save').click()
  const target = name === 'number' ? number : form.getByRole('group', { name: 'PDF file' })
  await expect.element(target).toHaveAccessibleDescription(expect.stringContaining(String(Object.values(fields)[0])))
  await expect.element(form).not.toMatchTextContent('It was not saved.')
  await expect.element(number).toHaveValue('ABC123')
  await expect.element(form.getByRole('listitem')).toMatchTextContent('a.pdf')
})

test('shows a refusal that is about no field, and keeps what was entered', async () => {
  await openForm({ [ADD]: [415, { success: false, message: '“a.pdf” is not a PDF file.' }] })
  await number.fill('ABC123')
  await chooseFile(pdf('a.pdf'))
  await button('Save').click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('“a.pdf” is not a PDF file.')
  await expect.element(form.getByRole('listitem')).toMatchTextContent('Not accepted')
  await expect.element(number).toHaveValue('ABC123')
  await button('Remove a.pdf').click()
  await expect.element(form.getByRole('alert')).not.toMatchTextContent('“a.pdf” is not a PDF file.')
})

test('a form stays open and closable when another user has merged the donor meanwhile', async () => {
  await openForm()
  await number.fill('ABC123')
  await chooseFile(pdf('a.pdf'))
  const refusal: Backend[string] = [409, { success: false, message: 'This record was merged meanwhile.' }]
  await respondWith(certificateBackend([], { [ADD]: refusal, 'GET /donors/a1': MERGED }))
  await button('Save').click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('This record was merged meanwhile.')
  await expect.element(page.getByRole('link', { name: 'Open that donor' })).toBeVisible()
  await expect.element(number).toHaveValue('ABC123')
  await button('Close Form').click()
  await button('Leave').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(button('Add certificate')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('the form of the donor stays closable when another user has merged the donor meanwhile', async () => {
  await openPanel(DONOR, certificateBackend([]))
  await button('Edit donor').click()
  const donor = page.getByRole('form', { name: 'Edit donor' })
  await donor.getByRole('textbox', { name: 'Name as on the PAN' }).fill('Asha P')
  const refusal: Backend[string] = [409, { success: false, message: 'This record was merged meanwhile.' }]
  await respondWith(certificateBackend([], { 'PUT /donors/a1': refusal, 'GET /donors/a1': MERGED }))
  await button('Save').click()
  await expect.element(page.getByRole('link', { name: 'Open that donor' })).toBeVisible()
  await button('Close Form').click()
  await button('Leave').click()
  await expect.element(donor).not.toBeInTheDocument()
  await expect.element(button('Edit donor')).not.toBeInTheDocument()
})

test('opening one of the two forms of the page closes the other, after a question if it was changed', async () => {
  await openForm()
  await number.fill('ABC123')
  const donor = page.getByRole('form', { name: 'Edit donor' })
  await button('Edit donor').click()
  await button('Stay').click()
  await expect.element(number).toHaveValue('ABC123')
  await expect.element(donor).not.toBeInTheDocument()
  await button('Edit donor').click()
  await button('Leave').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(donor).toBeVisible()
  await button('Add certificate').click()
  await expect.element(donor).not.toBeInTheDocument()
  await expect.element(year).toHaveFocus()
})

test('an upload whose response was lost is repeated with the same key, and saved once', async () => {
  await openForm({ [ADD]: LINE_CUT })
  await chooseFile(pdf('a.pdf'))
  const keys = watchKeys()
  await button('Save').click()
  await expect.element(form).toMatchTextContent('It may have been saved. “Save” will not save it twice.')
  await respondWith(certificateBackend([CERTIFICATE], { [ADD]: ADDED }))
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\da-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('fits 320 px in Hindi', async () => {
  await openForm({ 'GET /donors/a1/certificates': [...list([{ ...CERTIFICATE, number: 'A'.repeat(25) }])] })
  await chooseFile(pdf(`${'लंबा-नाम-'.repeat(8)}.pdf`))
  await page.viewport(320, 640)
  await activateLanguage('hi')
  await expect.element(page.getByRole('button', { name: /^डाउनलोड करें: Form 10BE 2025-26 A{25}$/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
