import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../testing/backend.ts'
import { type Backend, EXTENDED_SUPERADMIN, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

const EVENTS = signedIn(['Events'], { level: 1 })
const SAFARI = { ip: '192.0.2.7', device: 'Safari on iPhone', location: 'Local network' }
/** What an entry has unless a test says more. */
const BLANK = {
  ...{ at: '2026-11-23T06:00:00.000Z', recordKind: '', recordId: '', title: null, actorId: null, username: null },
  ...{ ip: null, device: null, location: null, command: null, before: {}, after: {}, details: {}, isErased: false },
}
const ENTRIES = [
  {
    ...{ n: 12, at: '2026-11-23T06:09:00.000Z', action: 'event.changed', recordKind: 'event', recordId: 'e1' },
    ...{ title: 'Annakut', actorId: 'a1', username: 'Asha', ...SAFARI },
    ...{ before: { startsAt: '2026-11-20' }, after: { startsAt: '2026-11-21' }, details: {}, isErased: false },
  },
  { ...BLANK, n: 11, action: 'donation.paid', details: { amount: 50_000, receiptNumber: 'SD/1' } },
  { ...BLANK, n: 10, action: 'photo.painted', username: '<b>Ravi</b>', isErased: true },
]
/** Every filter that the tests choose has the same entries. */
const QUERIES = ['', 'actor=a1&', 'actor=a1&before=10&', 'actor=a1&from=2026-11-01&', 'kind=event&record=e1&']
interface ListOptions {
  data?: object[]
  next?: null
  isIntact?: boolean
  isEndUnchecked?: boolean
}
const list = ({ data = ENTRIES, ...more }: ListOptions = {}): Backend => ({
  ...historyOf([
    200,
    { success: true, data: data.map((entry) => ({ ...BLANK, ...entry })), next: 10, isIntact: true, ...more },
  ]),
  'GET /admin': ok([{ _id: 'a1', username: 'Asha', role: 'admin' }]),
  'GET /admin/superadmins': ok([]),
})
function historyOf(response: [number, unknown]): Backend {
  const queries = [...QUERIES, 'actor=a1&kind=event&record=e1&from=2026-11-01&']
  return Object.fromEntries(queries.map((query) => [`GET /history?${query}limit=50`, response]))
}

test('says who did what in both languages, and opens the details in place', async () => {
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list() })
  const first = page.getByText('Asha changed the event “Annakut”: Start from “20 Nov 2026” to “21 Nov 2026”.')
  await expect.element(first).toBeVisible()
  await expect.element(page.getByText('A donation of ₹500.00 was paid. Receipt: SD/1.')).toBeVisible()
  await expect.element(page.getByText('<b>Ravi</b>: photo.painted.')).toBeVisible()
  await expect.element(page.getByText('Safari on iPhone')).not.toBeVisible()
  await first.click()
  await expect.element(page.getByText('192.0.2.7 (Local network)')).toBeVisible()
  await expect.element(page.getByText('Safari on iPhone')).toBeVisible()
  expect(document.querySelector('main summary b')).toBeNull()
  await activateLanguage('hi')
  await expect.element(page.getByText(/^Asha ने कार्यक्रम “Annakut” बदला: शुरुआत/)).toBeVisible()
})

test('says what became of deleted records and of two-step sign-in', async () => {
  const entries = [
    { n: 4, action: 'photo.erased', recordKind: 'photo', title: 'Feed', username: 'Asha', details: { label: 'Feed' } },
    { n: 3, action: 'admin.second-step-off', recordKind: 'admin', username: 'Asha' },
    { n: 2, action: 'admin.second-step-off', recordKind: 'admin', title: 'Ravi', command: 'admin:second-step-off' },
    { n: 1, action: 'receipt.voided', command: 'restore', details: { series: 'SD/2026', first: 7, last: 9 } },
    { n: 0, action: 'session.closed', username: 'Asha' },
    { n: -3, action: 'backup.restored', recordKind: 'backup', details: { takenAt: '2026-11-23T06:09:00.000Z' } },
    { n: -4, action: 'settings.exported', recordKind: 'settings', username: 'Asha' },
    { n: -2, action: 'session.code-missing', recordKind: 'admin', title: 'Ravi', details: { count: 2 } },
    { n: -1, action: 'backup.taken', recordKind: 'backup', command: 'backup', details: { file: '/disk/a.tar' } },
  ]
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ data: entries, next: null }) })
  for (const sentence of [
    'Asha deleted the photo “Feed” for good.',
    'Asha turned off two-step sign-in.',
    'The command admin:second-step-off turned off two-step sign-in for Ravi.',
    'Receipts 7 to 9 of SD/2026 became void when a backup was restored.',
    'Asha logged out.',
    'A backup of 23 Nov 2026, 11:39 AM was restored.',
    'Asha exported the settings as a file.',
    'Somebody entered the correct password of Ravi, but not the code (times: 2).',
    'The command backup took a backup.',
  ])
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  await activateLanguage('hi')
  await expect.element(page.getByText('Asha ने फ़ोटो “Feed” हमेशा के लिए हटाई।')).toBeVisible()
})

test('says what was done with the certificates of donors', async () => {
  const shared = { recordKind: 'donor', recordId: 'd1', username: 'Asha' }
  const details = { donorName: 'Ravi', year: '2025-26', number: 'ABC123' }
  const entries = [
    { ...shared, n: 5, action: 'certificate.erased', title: 'Ravi', details },
    { ...shared, n: 4, action: 'certificate.restored', title: 'Ravi', details },
    { ...shared, n: 3, action: 'certificate.deleted', title: 'Ravi', details },
    { ...shared, n: 2, action: 'certificate.downloaded', title: 'Ravi', details },
    { ...shared, n: 1, action: 'certificate.added', title: 'Ravi', details },
  ]
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ data: entries, next: null }) })
  for (const sentence of [
    'Asha deleted a certificate of Ravi for 2025-26 for good.',
    'Asha restored a certificate of Ravi for 2025-26.',
    'Asha deleted a certificate of Ravi for 2025-26.',
    'Asha downloaded a certificate of Ravi for 2025-26.',
    'Asha added a certificate of Ravi for 2025-26.',
  ])
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  await page.getByText(/added a certificate/).click()
  await expect
    .element(page.getByRole('main').getByRole('listitem').last())
    .toMatchTextContent(/Financial year2025-26NumberABC123/)
  await activateLanguage('hi')
  await expect.element(page.getByText('Asha ने Ravi का 2025-26 का प्रमाण पत्र जोड़ा।', { exact: true })).toBeVisible()
})

test('writes values in words, not in codes, and names nobody and nothing in a whole sentence', async () => {
  const entries = [
    {
      ...{ n: 4, action: 'photo.changed', recordKind: 'photo', username: 'Asha' },
      before: { sectionName: 'NursingHospital', imageUrl: '/media/a.jpg' },
      after: { sectionName: 'EyeHospital', imageUrl: '/media/b.jpg' },
    },
    {
      n: 3,
      action: 'admin.changed',
      title: 'Ravi',
      username: 'Asha',
      before: { role: 'admin' },
      after: { role: 'superadmin' },
    },
    {
      n: 2,
      action: 'donation.exported',
      username: 'Asha',
      details: { period: 'month', status: 'captured', label: 'x' },
    },
    { n: 1, action: 'session.refused', details: { count: 3 } },
  ]
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ data: entries, next: null }) })
  const details = page.getByRole('main').getByRole('listitem')
  await expect.element(page.getByText('Asha changed a photo: Gallery, Picture.')).toBeVisible()
  await expect
    .element(page.getByText('Asha changed the account Ravi: Role from “Admin” to “Superadmin”.'))
    .toBeVisible()
  for (const summary of document.querySelectorAll<HTMLElement>('main summary')) summary.click()
  await expect
    .element(details.nth(0))
    .toMatchTextContent(/GalleryBefore: Nursing HospitalAfter: Eye HospitalPictureChanged/)
  await expect.element(details.nth(2)).toMatchTextContent(/PeriodThis MonthStatusSuccessWho/)
  await activateLanguage('hi')
  await expect.element(page.getByText('Asha ने एक फ़ोटो बदली: गैलरी, फ़ोटो।')).toBeVisible()
  await expect.element(details.nth(3)).toMatchTextContent(/^किसी ने .*किसनेकोई/)
})

test('keeps filters and the page in the address', async () => {
  const history = createMemoryHistory({ initialEntries: ['/history'] })
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list() }, history)
  const path = () => history.location.href
  await page.getByRole('combobox', { name: 'User' }).selectOptions('Asha')
  await expect.poll(path).toBe('/history?actor=a1')
  await page.getByRole('button', { name: 'Older entries' }).click()
  await expect.poll(path).toBe('/history?actor=a1&before=10')
  const from = page.getByRole('textbox', { name: 'From date' })
  await from.fill('31/11/2026')
  await expect.element(from).toHaveAccessibleDescription(/There is no such day/)
  await from.fill('1/11/26')
  expect(path()).toBe('/history?actor=a1&before=10')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/history?actor=a1&from=2026-11-01')
  await page.getByText(/^Asha changed the event/).click()
  await page.getByRole('button', { name: 'All entries of this record' }).click()
  await expect.poll(path).toContain('kind=event&record=e1')
  await expect.element(page.getByText(/^Showing only the entries of “Annakut”\./)).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(path).toBe('/history?actor=a1&from=2026-11-01')
  await from.fill('')
  await expect.poll(path).toBe('/history?actor=a1')
})

test('shows all entries of a user whose account is deleted', async () => {
  const history = createMemoryHistory({ initialEntries: ['/history?kind=event&record=e1'] })
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list(), 'GET /admin': ok([]) }, history)
  await page.getByText(/^Asha changed the event/).click()
  await page.getByRole('button', { name: 'All entries of this user' }).click()
  await expect.poll(() => history.location.href).toBe('/history?actor=a1')
  await expect.element(page.getByRole('combobox', { name: 'User' })).toHaveDisplayValue('Deleted account')
  await expect.element(page.getByRole('button', { name: 'All entries of this user' })).not.toBeInTheDocument()
})

test('warns when the history is broken, and says when it could not be loaded', async () => {
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ isIntact: false }) })
  await expect.element(page.getByText(/was changed outside SevaDesk/)).toBeVisible()
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ isIntact: false, isEndUnchecked: true }) })
  await expect.element(page.getByText(/^It cannot be checked whether the end of the history is whole/)).toBeVisible()
  await openPanel('/history', {
    ...EXTENDED_SUPERADMIN,
    ...historyOf([403, { success: false, message: 'Not yours.' }]),
  })
  await expect.element(page.getByText('Could not load the history.').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('others reach the history of a record from its card, without filters and export', async () => {
  const event = { _id: 'e1', title: 'Annakut', description: '', imageUrl: null, createdAt: '2026-11-01T00:00:00.000Z' }
  const backend: Backend = { ...EVENTS, ...list({ next: null }), 'GET /event': ok([event]) }
  const history = createMemoryHistory({ initialEntries: ['/events'] })
  await openPanel('/events', backend, history)
  const path = () => history.location.href
  const link = page.getByRole('link', { name: 'History of Annakut' })
  await expect.element(link).toHaveAttribute('href', '/history?kind=event&record=e1')
  await link.click()
  await expect.poll(path).toBe('/history?kind=event&record=e1')
  await expect.element(page.getByText(/^Asha changed the event/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('navigation').getByRole('link', { name: 'History', exact: true }))
    .not.toBeInTheDocument()
})

test('opens a donation at its own address', async () => {
  const recorded = { ...ENTRIES[1], recordKind: 'donation', recordId: 'd7' }
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ data: [recorded], next: null }) })
  await page.getByText('A donation of ₹500.00 was paid. Receipt: SD/1.').click()
  const link = page.getByRole('link', { name: 'Open this donation' })
  await expect.element(link).toHaveAttribute('href', '/donations?open=d7')
})

test('names the days and the order of an export', async () => {
  const details = { from: '2026-04-01', to: '2026-06-30', sort: 'amount-high' }
  const exported = { ...ENTRIES[1], action: 'donation.exported', recordKind: 'donation', recordId: '', details }
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ data: [exported], next: null }) })
  const texts = () => [...document.querySelectorAll('main details dl > div')].map((field) => field.textContent)
  await expect
    .poll(texts)
    .toEqual(expect.arrayContaining(['From date01 Apr 2026', 'To date30 Jun 2026', 'SortHighest amount']))
})

test('shows no ids of a certificate and its donor', async () => {
  const ids = { certificateId: 'c1c1c1c1', donorId: 'd1d1d1d1' }
  const details = { donorName: 'Ravi', year: '2025-26', number: 'ABC123', ...ids }
  const entry = { ...ENTRIES[1], action: 'certificate.downloaded', recordKind: 'donor', recordId: 'd2', title: 'Ravi' }
  const data = [{ ...entry, username: 'Asha', details }]
  await openPanel('/history', { ...EXTENDED_SUPERADMIN, ...list({ data, next: null }) })
  await page.getByText('Asha downloaded a certificate of Ravi for 2025-26.', { exact: true }).click()
  await expect.element(page.getByRole('main')).toMatchTextContent(/ABC123/)
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/c1c1c1c1|d1d1d1d1/)
})
