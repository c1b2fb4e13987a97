import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../../testing/backend.ts'
import { ASHA, CERTIFICATE, certificateBackend, one } from '../../../../testing/donors.ts'
import { holdResponses } from '../../../../testing/held-responses.ts'
import { type Backend, button, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../../testing/saved-files.ts'
import { activateLanguage } from '../../../locales/language.ts'

const DONOR = '/donors?open=a1'
const PDF = '%PDF-1.7\n%%EOF\n'

const certificates = page.getByRole('region', { name: 'Certificates' })
const rows = certificates.getByRole('row')

test('lists year, name, number, who added it and the size', async () => {
  const other = { ...CERTIFICATE, _id: 'c2', year: '2024-25', name: null, number: '', addedBy: null }
  await openPanel(DONOR, certificateBackend([CERTIFICATE, other]))
  await expect.element(rows).toHaveLength(3)
  await expect.element(rows.nth(1)).toMatchTextContent(/^2025-26Form 10BEABC12302 Jun 2026meera625 kBDownload$/)
  await expect.element(rows.nth(2)).toMatchTextContent(/^2024-25Certificate—02 Jun 2026625 kBDownload$/)
  await expect.element(certificates).toMatchTextContent(/The history records each download\.$/)
})

test('is neither shown nor requested without Donations', async () => {
  const fetching = vi.spyOn(window, 'fetch')
  await openPanel(DONOR, { ...certificateBackend([]), ...signedIn(['UserInformation'], { level: 1 }) })
  await expect.element(page.getByRole('heading', { name: 'Gifts' })).toBeVisible()
  await expect.element(certificates).not.toBeInTheDocument()
  expect(fetching.mock.calls.filter(([address]) => String(address).includes('certificates'))).toEqual([])
})

test('explains where certificates come from while there are none', async () => {
  await openPanel(DONOR, certificateBackend([]))
  await expect.element(certificates.getByText('No certificates yet.')).toBeVisible()
  await expect
    .element(certificates)
    .toMatchTextContent(
      'The income-tax portal makes them after the yearly statement. Add the PDF here to find it again.',
    )
  await expect.element(certificates).not.toMatchTextContent('The history records each download.')
})

test('loads again after a failure, and focuses the first row', async () => {
  await openPanel(DONOR, certificateBackend([], { 'GET /donors/a1/certificates': [500, { success: false }] }))
  await expect.element(certificates.getByText('Failed to fetch the certificates')).toBeVisible()
  await respondWith(certificateBackend([CERTIFICATE]))
  await certificates.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rows.nth(1)).toHaveFocus()
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
  const held = holdResponses('GET /donors/certificates/c1')
  const element = download.element()
  for (const _ of [1, 2]) element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  held.release()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['certificate-2025-26-ABC123.pdf'])
  expect(held.calls).toHaveLength(1)
  expect(new TextDecoder().decode(await files[0]?.bytes())).toBe(PDF)
})

test('downloads two certificates at the same time', async () => {
  const other = { ...CERTIFICATE, _id: 'c2', number: 'DEF456' }
  const named = (name: string): Backend[string] => [
    200,
    PDF,
    { 'content-disposition': `attachment; filename="${name}"` },
  ]
  const first: Backend = {
    'GET /donors/certificates/c1': named('one.pdf'),
    'GET /donors/certificates/c2': named('two.pdf'),
  }
  await openPanel(DONOR, certificateBackend([CERTIFICATE, other], first))
  await expect.element(rows).toHaveLength(3)
  const files = watchSavedFiles()
  const held = holdResponses('GET /donors/certificates/c1')
  await button('Download Form 10BE 2025-26 ABC123').click()
  await expect.element(rows.nth(1)).toMatchTextContent('Downloading...')
  await expect.element(rows.nth(2)).not.toMatchTextContent('Downloading...')
  await button('Download Form 10BE 2025-26 DEF456').click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['two.pdf'])
  held.release()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['two.pdf', 'one.pdf'])
  await expect.element(rows.nth(1)).not.toMatchTextContent('Downloading...')
})

test('tells certificates without a number apart by when they were added', async () => {
  const unnumbered = { ...CERTIFICATE, number: '' }
  const later = { ...unnumbered, _id: 'c2', createdAt: '2026-07-09T06:00:00.000Z' }
  await openPanel(DONOR, certificateBackend([unnumbered, later]))
  await expect.element(button('Download Form 10BE 2025-26, added on 02 Jun 2026, 11:30 AM')).toBeVisible()
  await button('Delete Form 10BE 2025-26, added on 09 Jul 2026, 11:30 AM').click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toMatchTextContent('Form 10BE 2025-26, added on 09 Jul 2026, 11:30 AM')
})

test('shows the names in the language that the user changes to', async () => {
  await openPanel(DONOR, certificateBackend([CERTIFICATE]))
  await expect.element(rows.nth(1)).toMatchTextContent('Form 10BE')
  await respondWith(certificateBackend([{ ...CERTIFICATE, name: 'फ़ॉर्म 10BE' }]))
  await activateLanguage('hi')
  await expect.element(page.getByRole('row').filter({ hasText: 'फ़ॉर्म 10BE' })).toBeVisible()
})

test('a failed download leaves focus where it is, until the certificate that another user deleted is gone', async () => {
  await openPanel(DONOR, certificateBackend([CERTIFICATE]))
  await expect.element(rows).toHaveLength(2)
  const files = watchSavedFiles()
  const download = button('Download Form 10BE 2025-26 ABC123').element() as HTMLElement
  // Safari does not focus a clicked button.
  download.click()
  await expect.element(page.getByText('Failed to download the certificate')).toBeVisible()
  const held = holdResponses('GET /donors/certificates/c1')
  download.click()
  await expect.element(rows.nth(1)).toMatchTextContent('Downloading...')
  expect(document.activeElement).toBe(document.body)
  await respondWith(certificateBackend([]))
  held.release()
  await expect.element(certificates.getByText('No certificates yet.')).toBeVisible()
  await expect.element(button('Add certificate')).toHaveFocus()
  expect(files).toEqual([])
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
  const message = 'This donor already has certificate ABC123 for 2025-26.'
  const refusal: Backend = { 'POST /trash/certificate/c1/restore': [409, { success: false, message }] }
  await respondWith(certificateBackend([other], refusal))
  await button('Undo').click()
  await expect.element(page.getByText(message)).toBeVisible()
  const restored: Backend = { 'POST /trash/certificate/c1/restore': ok({}) }
  await respondWith(certificateBackend([CERTIFICATE, other], restored))
  await button('Undo').click()
  await expect.element(rows).toHaveLength(3)
  await expect.element(rows.nth(1)).toHaveFocus()
})
