import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith, stallUploads } from '../../../../testing/backend.ts'
import { ASHA, CERTIFICATE, certificateBackend, donorBackend, list, one } from '../../../../testing/donor-records.ts'
import { type Backend, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../../testing/saved-files.ts'
import { chooseFile, watchForms, watchKeys } from '../../../../testing/sent-forms.ts'
import { activateLanguage } from '../../../locales/language.ts'

const DONOR = '/donors?open=a1'
const ADD = 'POST /donors/a1/certificates'
const ADDED: Backend[string] = [201, { success: true, data: CERTIFICATE }]
const LINE_CUT: Backend[string] = [-1, '']
const PDF = '%PDF-1.7\n%%EOF\n'

const certificates = page.getByRole('region', { name: 'Certificates' })
const rows = certificates.getByRole('row')
const form = page.getByRole('form', { name: 'Add certificate' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const year = form.getByRole('combobox', { name: 'Financial year' })
const number = form.getByRole('textbox', { name: 'Number' })
const pdf = (name: string, type = 'application/pdf') => new File([PDF], name, { type, lastModified: 1 })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function openForm(more: Backend = {}) {
  await openPanel(DONOR, certificateBackend([], more))
  await button('Add certificate').click()
  await expect.element(form).toBeVisible()
}

test('lists year, name, number, who added it and the size', async () => {
  const other = { ...CERTIFICATE, _id: 'c2', year: '2024-25', name: null, number: '', addedBy: null }
  await openPanel(DONOR, certificateBackend([CERTIFICATE, other]))
  await expect.element(rows).toHaveLength(3)
  await expect.element(rows.nth(1)).toMatchTextContent(/^2025-26Form 10BEABC12302 Jun 2026meera625 kBDownload$/)
  await expect.element(rows.nth(2)).toMatchTextContent(/^2024-25Certificate—02 Jun 2026625 kBDownload$/)
})

test.each([
  ['the capability', donorBackend()],
  [
    'Donations',
    {
      ...certificateBackend([]),
      ...signedIn(['UserInformation'], { capabilities: ['donors', 'donors.certificates'] }),
    },
  ],
])('is neither shown nor asked for without %s', async (_what, backend) => {
  const fetching = vi.spyOn(window, 'fetch')
  await openPanel(DONOR, backend)
  await expect.element(page.getByRole('heading', { name: 'Gifts' })).toBeVisible()
  await expect.element(certificates).not.toBeInTheDocument()
  expect(fetching.mock.calls.filter(([address]) => String(address).includes('certificates'))).toEqual([])
})

test('shows a record without id, with its buttons disabled', async () => {
  await openPanel(DONOR, certificateBackend([{ year: 2025 }]))
  await expect.element(rows.nth(1)).toMatchTextContent(/^2025Certificate———Download$/)
  for (const name of ['Download Certificate 2025', 'Delete Certificate 2025'])
    await expect.element(button(name)).toBeDisabled()
})

test('says what certificates are while there are none, and loads again after a failure', async () => {
  await openPanel(DONOR, certificateBackend([], { 'GET /donors/a1/certificates': [500, { success: false }] }))
  await expect.element(certificates.getByText('Failed to fetch the certificates')).toBeVisible()
  await respondWith(certificateBackend([]))
  await certificates.getByRole('button', { name: 'Try again' }).click()
  await expect.element(certificates.getByText('No certificates yet.')).toBeVisible()
  await expect.element(certificates).toMatchTextContent('The income-tax portal makes them after the yearly statement.')
})

test('a record that was merged into another shows certificates, and none can be added', async () => {
  const merged = { 'GET /donors/a1': one({ ...ASHA, mergedInto: 'b2' }) } as const
  await openPanel(DONOR, certificateBackend([CERTIFICATE], { 'GET /donors/a1': [...merged['GET /donors/a1']] }))
  await expect.element(rows).toHaveLength(2)
  await expect.element(button('Add certificate')).not.toBeInTheDocument()
})

test('saves the file under the name that the server gives, once for two clicks', async () => {
  const response: Backend[string] = [
    200,
    PDF,
    { 'content-disposition': 'attachment; filename="certificate-2025-26-ABC123.pdf"' },
  ]
  await openPanel(DONOR, certificateBackend([CERTIFICATE], { 'GET /donors/certificates/c1': response }))
  const download = button('Download Form 10BE 2025-26 ABC123')
  await expect.element(download).toBeVisible()
  const files = watchSavedFiles()
  const element = download.element()
  for (const _ of [1, 2]) element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['certificate-2025-26-ABC123.pdf'])
  expect(new TextDecoder().decode(await files[0]?.bytes())).toBe(PDF)
})

test('a certificate that another user deleted is not downloaded, and leaves the list', async () => {
  await openPanel(DONOR, certificateBackend([CERTIFICATE]))
  await expect.element(rows).toHaveLength(2)
  await respondWith(certificateBackend([]))
  const files = watchSavedFiles()
  await button('Download Form 10BE 2025-26 ABC123').click()
  await expect.element(page.getByText('Failed to download the certificate')).toBeVisible()
  await expect.element(certificates.getByText('No certificates yet.')).toBeVisible()
  expect(files).toEqual([])
})

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
  await expect.element(picker).toHaveAccessibleDescription('A PDF file may be up to 9.5 MB.')
  await chooseFile(pdf('scan.jpg', 'image/jpeg'))
  await expect.element(picker).toMatchTextContent('Not a PDF file: scan.jpg. Only PDF files can be added here.')
  await chooseFile(new File([new Uint8Array(10_000_001)], 'large.pdf', { type: 'application/pdf' }))
  await expect
    .element(picker)
    .toMatchTextContent('“large.pdf” is 9.6 MB. A PDF file may be up to 9.5 MB, so it was not added.')
  await number.fill('X'.repeat(26))
  await button('Save').click()
  await expect.element(number).toHaveAccessibleDescription(/A number has at most 25 characters\.$/)
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

test('an upload that does not move can be cancelled and sent again', async () => {
  await openForm()
  await number.fill('ABC123')
  await chooseFile(new File([new Uint8Array(9_900_000)], 'a.pdf', { type: 'application/pdf' }))
  await stallUploads()
  await button('Save').click()
  await expect.element(form.getByRole('progressbar')).toBeVisible()
  await button('Cancel').click()
  await expect.element(form).toMatchTextContent('Stopped. What you entered is still here.')
  await expect.element(button('Save')).toHaveFocus()
  await expect.element(number).toHaveValue('ABC123')
  await respondWith(certificateBackend([CERTIFICATE], { [ADD]: ADDED }))
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
})

test('two quick clicks on Save send one certificate', async () => {
  await openForm({ [ADD]: ADDED })
  await chooseFile(pdf('a.pdf'))
  const forms = watchForms()
  const element = button('Save').element()
  for (const _ of [1, 2]) element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await expect.element(form).not.toBeInTheDocument()
  expect(forms).toHaveLength(1)
})

test('deletes a certificate after a question, and brings it back', async () => {
  const other = { ...CERTIFICATE, _id: 'c2', year: '2024-25', number: 'OLD' }
  await openPanel(DONOR, certificateBackend([CERTIFICATE, other]))
  await button('Delete Form 10BE 2025-26 ABC123').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toMatchTextContent('Form 10BE 2025-26 ABC123')
  await expect.element(question).toMatchTextContent('It can be restored for 30 days.')
  await respondWith(certificateBackend([CERTIFICATE, other], { 'DELETE /donors/certificates/c1': [500, ''] }))
  await button('Yes').click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Error!' }))
    .toMatchTextContent('Failed to delete the certificate.')
  await button('OK').click()
  await expect.element(rows).toHaveLength(3)
  await respondWith(certificateBackend([other], { 'DELETE /donors/certificates/c1': [200, { success: true }] }))
  await button('Delete Form 10BE 2025-26 ABC123').click()
  await button('Yes').click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Deleted!' }))
    .toMatchTextContent('The certificate has been deleted.')
  await button('OK').click()
  await expect.element(rows).toHaveLength(2)
  await expect.element(rows.nth(1)).toHaveFocus()
  const restored: Backend = { 'POST /trash/certificate/c1/restore': [200, { success: true, data: {} }] }
  await respondWith(certificateBackend([CERTIFICATE, other], restored))
  await button('Undo').click()
  await expect.element(rows).toHaveLength(3)
  await expect.element(rows.nth(1)).toHaveFocus()
})

test('keeps the list of other donors apart', async () => {
  const { router } = await openPanel(DONOR, certificateBackend([CERTIFICATE]))
  await expect.element(rows).toHaveLength(2)
  router.history.push('/donors?open=b2')
  await expect.element(certificates.getByText('No certificates yet.')).toBeVisible()
})

test('the year and the number of an unsaved form come back, and the file is to be chosen again', async () => {
  await openForm({ 'GET /donors/a1/gifts?page=1&limit=10': [...list([])] })
  await number.fill('ABC123')
  await chooseFile(pdf('a.pdf'))
  await button('Close Form').click()
  await button('Leave').click()
  await button('Add certificate').click()
  await expect.element(form.getByText('The file that you had chosen is not kept. Choose it again.')).toBeVisible()
  await button('Restore').click()
  await expect.element(number).toHaveValue('ABC123')
})

test('fits 320 px in Hindi', async () => {
  await openForm({ 'GET /donors/a1/certificates': [...list([{ ...CERTIFICATE, number: 'A'.repeat(25) }])] })
  await chooseFile(pdf(`${'लंबा-नाम-'.repeat(8)}.pdf`))
  await page.viewport(320, 640)
  await activateLanguage('hi')
  await expect.element(page.getByRole('button', { name: /^डाउनलोड करें: Form 10BE 2025-26 A{25}$/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
