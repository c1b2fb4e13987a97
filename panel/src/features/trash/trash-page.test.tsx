import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { daysLeft } from './trash-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const ITEMS = [
  {
    kind: 'photo',
    _id: 'p1',
    label: 'Evening feed',
    sectionName: 'School',
    hasPicture: false,
    deletedAt: '2026-04-01T06:30:00.000Z',
    deletedBy: 'meera',
    eraseAt: inDays(11.5),
  },
  {
    kind: 'admin',
    _id: 'a1',
    label: 'kamala',
    hasPicture: false,
    deletedAt: '2026-03-31T06:30:00.000Z',
    deletedBy: null,
    eraseAt: inDays(0.5),
  },
  {
    kind: 'donation',
    _id: 'd1',
    label: '',
    amount: 5100000,
    currency: 'INR',
    hasPicture: false,
    deletedAt: '2026-03-30T06:30:00.000Z',
    deletedBy: 'meera',
    eraseAt: null,
  },
]
const CERTIFICATE = {
  ...{ kind: 'certificate', _id: 'c1', label: 'Asha – 2025-26 – N1', hasPicture: false },
  ...{ deletedAt: '2026-03-29T06:30:00.000Z', deletedBy: 'meera', eraseAt: inDays(3.5) },
}

const ME = signedIn([], { role: 'superadmin', level: 1, trashDays: 30 })
const listOf = (items: readonly object[], query = 'page=1&limit=25'): Backend => ({
  [`GET /trash?${query}`]: [200, { success: true, data: items, total: items.length, isCapped: false, page: 1 }],
})
const backend = (more: Backend = {}): Backend => ({ ...ME, ...listOf(ITEMS), ...more })
const rows = () => page.getByRole('table').getByRole('row')

test('lists what was deleted, by whom and when, and the days left', async () => {
  await openPanel('/trash', backend(listOf([...ITEMS, CERTIFICATE])))
  await expect.element(rows()).toHaveLength(5)
  await expect.element(rows().nth(4)).toMatchTextContent(/^Asha – 2025-26 – N1Certificatemeera, .*4 days$/)
  await expect
    .element(rows().nth(1))
    .toMatchTextContent(/^Evening feedPhoto, Schoolmeera, 01 Apr 2026, 12:00 PM12 days$/)
  await expect.element(rows().nth(2)).toMatchTextContent(/^kamalaAdmin—, .*1 day$/)
  await expect.element(rows().nth(3)).toMatchTextContent(/^Anonymous₹51,000\.00Donationmeera, .*Kept$/)
})

const SUCCESS = ok({})
const MEERA = { _id: 'x1', username: 'meera', email: 'm@trust.example', role: 'admin', sections: ['Events'] }
const MESSAGE = { _id: 'x1', name: 'Asha', email: 'a@b.example', subject: 'Visit', message: 'When?' }
const MEDIA = { _id: 'x1', title: 'Bell', description: '', createdAt: '2026-01-01T00:00:00.000Z' }
const DONATION = { _id: 'x1', donorName: 'Asha', amount: 500_00, currency: 'INR', status: 'captured' }

test.each([
  ['photo', '/school', '/galleryphoto/School', MEDIA, '/galleryphoto/School'],
  ['home-video', '/home-video', '/homevideo/getvideo', MEDIA, '/homevideo/deletevideo'],
  ['message', '/message', '/message/getMessage?page=1&limit=10', MESSAGE, '/message/deleteMessage'],
  ['admin', '/admin', '/admin', MEERA, '/admin'],
  ['donation', '/users', '/donate?searchIn=donor&page=1&limit=10', DONATION, '/donate'],
])('Undo after a deletion restores the %s', async (kind, path, list, record, deletions) => {
  const listed = (data: object[]): Backend => ({
    ...ME,
    [`GET ${list}`]: [200, { success: true, data, total: data.length, isCapped: false, page: 1 }],
  })
  const calls = { [`DELETE ${deletions}/x1`]: SUCCESS, [`POST /trash/${kind}/x1/restore`]: SUCCESS }
  await openPanel(path, { ...listed([record]), ...calls })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delete / })
    .click()
  const sent = watchCalls()
  await respondWith({ ...listed([]), ...calls })
  await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click()
  await button('OK').click()
  expect(sent.map(([call]) => call)).toEqual([`DELETE ${deletions}/x1`])
  await respondWith({ ...listed([record]), ...calls })
  await button('Undo').click()
  await expect.poll(() => sent.map(([call]) => call)).toEqual(Object.keys(calls))
  await expect.element(page.getByRole('main').getByRole('button', { name: /^Delete / })).toBeVisible()
})

test('shows one kind, and keeps it in the address', async () => {
  const { router } = await openPanel('/trash', backend(listOf(ITEMS.slice(1, 2), 'page=1&limit=25&kind=admin')))
  await page.getByLabelText('Kind').selectOptions('Admin')
  await expect.element(rows()).toHaveLength(2)
  await expect.poll(() => router.state.location.search).toEqual({ kind: 'admin' })
})

test('restores a record and focuses the next row', async () => {
  await openPanel('/trash', backend({ 'POST /trash/photo/p1/restore': ok({}) }))
  await expect.element(rows()).toHaveLength(4)
  await respondWith({
    ...backend({ 'POST /trash/photo/p1/restore': ok({}) }),
    ...listOf(ITEMS.slice(1)),
  })
  await button('Restore Evening feed').click()
  await expect.element(page.getByText('Restored successfully')).toBeVisible()
  await expect.element(rows()).toHaveLength(3)
  await expect.element(rows().nth(1)).toHaveFocus()
})

test('asks for another username if it is taken meanwhile', async () => {
  const refusal = { success: false, code: 'taken', message: 'This username is already taken.', fields: {} }
  await openPanel('/trash', backend({ 'POST /trash/admin/a1/restore': [409, refusal] }))
  await button('Restore kamala').click()
  const field = page.getByRole('dialog').getByLabelText('Username')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('This username is already taken.')
  const invalid = { success: false, message: 'A username has at most 64 characters.' }
  await respondWith(backend({ 'POST /trash/admin/a1/restore': [400, invalid] }))
  await field.fill('k'.repeat(65))
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('A username has at most 64 characters.')
  await expect.element(page.getByRole('dialog')).not.toMatchTextContent('already taken')
  await respondWith(backend({ 'POST /trash/admin/a1/restore': ok({}) }))
  const sent = vi.spyOn(window, 'fetch')
  await field.fill('kamala devi')
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent.mock.calls.map(([, request]) => request?.body)).toContain('{"username":"kamala devi"}')
})

test('says why a record could not be restored, and focuses the next row if it is gone', async () => {
  const gone = { success: false, message: 'This is no longer in the trash.' }
  await openPanel('/trash', backend({ 'POST /trash/photo/p1/restore': [404, gone] }))
  await expect.element(rows()).toHaveLength(4)
  await respondWith({ ...backend({ 'POST /trash/photo/p1/restore': [404, gone] }), ...listOf(ITEMS.slice(1)) })
  await button('Restore Evening feed').click()
  await expect.element(page.getByText('Evening feed: This is no longer in the trash.')).toBeVisible()
  await expect.element(rows()).toHaveLength(3)
  await expect.element(rows().nth(1)).toHaveFocus()
})

test('says why a certificate cannot come back, and asks for no username', async () => {
  const message = 'This donor already has certificate N1 for 2025-26.'
  const item = { ...ITEMS[0], kind: 'certificate', _id: 'c1', label: 'Asha – 2025-26 – N1' }
  const refusal = { success: false, code: 'taken', message, fields: { number: message } }
  await openPanel('/trash', {
    ...backend({ 'POST /trash/certificate/c1/restore': [409, refusal] }),
    ...listOf([item]),
  })
  await button('Restore Asha – 2025-26 – N1').click()
  await expect.element(page.getByText(`Asha – 2025-26 – N1: ${message}`)).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('deletes the selected records for good after a question, keeps donations, and names what failed', async () => {
  const outcomes = [
    { kind: 'photo', _id: 'p1', isDone: true },
    { kind: 'admin', _id: 'a1', isDone: false, message: 'This is no longer in the trash.' },
  ]
  await openPanel('/trash', backend({ 'POST /trash/delete': ok(outcomes) }))
  await page.getByLabelText('Select all on this page').click()
  await button('Delete selected for good').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent(/2 records will be deleted for good\..*Donations are kept\./)
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  const sent = vi.spyOn(window, 'fetch')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect.element(page.getByText('1 record deleted for good')).toBeVisible()
  await expect.element(page.getByText('kamala: This is no longer in the trash.')).toBeVisible()
  const body = sent.mock.calls.map(([, request]) => request?.body).find((text) => typeof text === 'string')
  expect(body).toBe('{"items":[{"kind":"photo","_id":"p1"},{"kind":"admin","_id":"a1"}]}')
})

test('restores the selected records in one call', async () => {
  const outcomes = ITEMS.slice(0, 2).map(({ kind, _id }) => ({ kind, _id, isDone: true }))
  await openPanel('/trash', backend({ 'POST /trash/restore': ok(outcomes) }))
  await page.getByLabelText('Select Evening feed').click()
  await page.getByLabelText('Select kamala').click()
  await expect.element(page.getByText('Selected: 2')).toBeVisible()
  await button('Restore selected').click()
  await expect.element(page.getByText('2 records restored')).toBeVisible()
})

test('has an empty state', async () => {
  await openPanel('/trash', { ...ME, ...listOf([]) })
  await expect.element(page.getByText('The trash is empty.')).toBeVisible()
})

test('says of a kind without deleted records that only the kind has none', async () => {
  await openPanel('/trash?kind=event', backend(listOf([], 'page=1&limit=25&kind=event')))
  await expect.element(page.getByText('The trash has no deleted record of this kind.')).toBeVisible()
  await expect.element(page.getByText('The trash is empty.')).not.toBeInTheDocument()
})

test('has no trash on a plain backend', async () => {
  const requests = vi.spyOn(window, 'fetch')
  const errors = vi.spyOn(console, 'error')
  await openPanel('/trash', signedIn([], { role: 'superadmin' }))
  await expect.element(page.getByText('404 - Page Not Found')).toBeVisible()
  await expect.poll(() => document.title).toBe('Page Not Found · Seva Trust')
  expect(errors).not.toHaveBeenCalled()
  await expect.element(page.getByRole('link', { name: 'Trash' })).not.toBeInTheDocument()
  expect(requests.mock.calls.some(([address]) => String(address).includes('/trash'))).toBe(false)
})

test('counts days left up, from none to undefined for what is kept', () => {
  const now = Date.parse('2026-04-01T00:00:00.000Z')
  expect(daysLeft({ eraseAt: '2026-04-01T00:00:01.000Z' }, now)).toBe(1)
  expect(daysLeft({ eraseAt: '2026-03-01T00:00:00.000Z' }, now)).toBe(0)
  expect(daysLeft({ eraseAt: null }, now)).toBeUndefined()
})
