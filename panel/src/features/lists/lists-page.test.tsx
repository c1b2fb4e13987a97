import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refuseConnections, respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCallHeader, watchCallKeys, watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'

const CAPABLE = { capabilities: ['lists', 'versions', 'creates.once', 'history'] }
const SUPERADMIN = signedIn([], { role: 'superadmin', ...CAPABLE })
const entry = (_id: string, nameEn: string, nameHi: string, more: object = {}) => ({
  ...{ _id, nameEn, nameHi, isRetired: false, version: 1, donations: 0, createdAt: '2026-01-01T00:00:00.000Z' },
  ...more,
})
const SCHOOL = entry('i1', 'School', 'विद्यालय', { donations: 12 })
const COW = entry('p1', 'Gau Seva', 'गौ सेवा', { donations: 1, institutionId: null, donationType: 'general' })
const FEES = entry('p2', 'School fees', 'फ़ीस', { institutionId: 'i1', donationType: 'specific' })
const CORPUS = entry('p3', 'Corpus fund', 'स्थायी कोष', { institutionId: null, donationType: 'corpus' })
const OLD = entry('p4', 'Mela', 'मेला', { institutionId: null, donationType: 'general', isRetired: true })

const lists = (purposes: object[], institutions: object[] = [SCHOOL]): Backend => ({
  ...SUPERADMIN,
  'GET /lists': [200, { success: true, data: { purposes, institutions } }],
  'POST /editing': [200, { success: true, data: [] }],
})
const LISTS = lists([COW, FEES, CORPUS, OLD])
const saved = (data: object): Backend[string] => [200, { success: true, data }]

const button = (name: string) => page.getByRole('button', { name, exact: true })
const form = page.getByRole('main').getByRole('form')
const field = (name: string) => form.getByLabelText(name, { exact: true })
const inUse = page.getByRole('list', { name: 'Purposes: in use' })
const retired = page.getByRole('list', { name: 'Purposes: retired' })
const namesIn = (list: typeof inUse) =>
  list
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('p')?.firstChild?.textContent)

afterEach(() => vi.restoreAllMocks())

test('shows both lists, in the language of the panel', async () => {
  await openPanel('/lists', LISTS)
  await expect.element(inUse).toBeVisible()
  expect(namesIn(inUse)).toEqual(['Gau Seva', 'School fees', 'Corpus fund'])
  await expect
    .element(inUse.getByRole('listitem').nth(1))
    .toMatchTextContent(/फ़ीस.*School · For this purpose alone · 0 donations/)
  await expect.element(inUse.getByRole('listitem').nth(0)).toMatchTextContent(/The whole trust · 1 donation$/)
  await expect.element(retired).toMatchTextContent('Mela')
  await expect
    .element(page.getByRole('list', { name: 'Institutions: in use' }))
    .toMatchTextContent(/School.*12 donations/)
  await activateLanguage('hi')
  expect(namesIn(page.getByRole('list', { name: 'उद्देश्य: चालू' }))).toEqual(['गौ सेवा', 'फ़ीस', 'स्थायी कोष'])
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('adds a purpose; an empty name is copied only when the user asks', async () => {
  await openPanel('/lists', { ...LISTS, 'POST /lists/purposes': saved({ ...COW, _id: 'p9' }) })
  const calls = watchCalls()
  await button('Add purpose').click()
  await expect.element(field('Name in English')).toHaveFocus()
  await field('Name in English').fill('Annadaan')
  await button('Copy the English name').click()
  await expect.element(field('Name in Hindi')).toHaveFocus()
  await field('Institution').selectOptions('School')
  await field('Type of donation').selectOptions('Corpus')
  await button('Save').click()
  await expect.element(page.getByText('Added to the list')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(button('Add purpose')).toHaveFocus()
  const body = { nameEn: 'Annadaan', nameHi: 'Annadaan', institutionId: 'i1', donationType: 'corpus' }
  expect(calls).toEqual([['POST /lists/purposes', body]])
})

test('sends the same idempotency key again after a lost response', async () => {
  await openPanel('/lists', { ...LISTS, 'POST /lists/institutions': [503, ''] })
  const keys = watchCallKeys()
  await button('Add institution').click()
  await field('Name in English').fill('Clinic')
  await refuseConnections()
  await button('Save').click()
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible()
  await respondWith({ ...LISTS, 'POST /lists/institutions': saved(SCHOOL) })
  await button('Save').click()
  await expect.element(page.getByText('Added to the list')).toBeVisible()
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
})

test.each([
  ['Add purpose', 'POST /lists/purposes'],
  ['Add institution', 'POST /lists/institutions'],
])('%s: shows each refusal at its field and keeps what was typed', async (opener, call) => {
  const refusal = (fields: object): Backend[string] => [400, { success: false, message: 'Look again.', fields }]
  const missing = { nameHi: 'Enter the name in Hindi.' }
  await openPanel('/lists', { ...LISTS, [call]: refusal(missing) })
  await button(opener).click()
  await field('Name in English').fill('  ')
  await field('Name in English').fill('School')
  await button('Save').click()
  await expect.element(field('Name in Hindi')).toHaveAccessibleDescription('Enter the name in Hindi.')
  await expect.element(field('Name in Hindi')).toHaveFocus()
  const taken = { nameEn: 'The entry “School” already has this name.' }
  await respondWith({ ...LISTS, [call]: [409, { success: false, message: 'Taken', code: 'taken', fields: taken }] })
  await field('Name in Hindi').fill('विद्यालय')
  await button('Save').click()
  await expect.element(field('Name in English')).toHaveAccessibleDescription(taken.nameEn)
  await expect.element(field('Name in English')).toHaveValue('School')
  await respondWith({ ...LISTS, [call]: [503, ''] })
  await button('Save').click()
  await expect
    .element(page.getByRole('alert').getByText('The server could not save this. Please try again.'))
    .toBeVisible()
  await expect.element(field('Name in Hindi')).toHaveValue('विद्यालय')
})

test('asks before the form of the other list replaces unsaved text', async () => {
  await openPanel('/lists', LISTS)
  await button('Add purpose').click()
  await field('Name in English').fill('Annadaan')
  await button('Add institution').click()
  await button('Stay').click()
  await expect.element(field('Name in English')).toHaveValue('Annadaan')
  await button('Add institution').click()
  await button('Leave').click()
  await expect.element(form).toHaveAccessibleName('Add institution')
  await expect.element(field('Name in English')).toHaveValue('')
  await button('Close Form').click()
  await expect.element(button('Add institution')).toHaveFocus()
})

test('cannot retire the entry whose form is open', async () => {
  await openPanel('/lists', LISTS)
  await button('Edit Gau Seva').click()
  await expect.element(button('Retire Gau Seva')).toBeDisabled()
  await expect.element(button('Retire School fees')).toBeEnabled()
  await button('Close Form').click()
  await expect.element(button('Retire Gau Seva')).toBeEnabled()
})

test('merges what another superadmin saved meanwhile', async () => {
  const theirs = { ...FEES, nameHi: 'विद्यालय की फ़ीस', institutionId: null, version: 2 }
  const conflict = { success: false, code: 'version_conflict', message: 'Saved meanwhile.', current: theirs }
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/p2': [412, conflict] })
  const calls = watchCalls()
  await button('Edit School fees').click()
  await field('Name in Hindi').fill('बच्चों की फ़ीस')
  await button('Save').click()
  const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
  await expect.element(part.getByRole('definition')).toMatchTextContent('empty')
  await part.getByRole('radio', { name: 'Yours' }).click()
  await respondWith({ ...LISTS, 'PUT /lists/purposes/p2': saved({ ...theirs, version: 3 }) })
  await button('Save').click()
  await expect.element(page.getByText('List saved')).toBeVisible()
  const body = { nameEn: 'School fees', nameHi: 'बच्चों की फ़ीस', institutionId: null, donationType: 'specific' }
  expect(calls.findLast(([call]) => call.startsWith('PUT'))).toEqual(['PUT /lists/purposes/p2', body])
})

test('names the version that a save begins from', async () => {
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/p2': saved(FEES) })
  await button('Edit School fees').click()
  const versions = watchCallHeader('If-Match')
  await field('Name in Hindi').fill('बच्चों की फ़ीस')
  await button('Save').click()
  await expect.element(page.getByText('List saved')).toBeVisible()
  // Without a version, the form reports that it edits.
  expect(versions.filter((version) => version !== null)).toEqual(['"1"'])
})

test('moves entries by keyboard, keeps focus, and says the new place', async () => {
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/order': [200, { success: true }] })
  const up = button('Move Corpus fund up')
  await expect.element(up).toBeVisible()
  const orders = holdResponses('PUT /lists/purposes/order')
  up.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => namesIn(inUse)).toEqual(['Gau Seva', 'Corpus fund', 'School fees'])
  await expect.element(page.getByText('Corpus fund: place 2 of 3')).toBeInTheDocument()
  await expect.element(up).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(() => namesIn(inUse)).toEqual(['Corpus fund', 'Gau Seva', 'School fees'])
  await expect.element(up).toHaveFocus()
  await expect.element(up).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  // The second order waits for the first, so that the last one is stored.
  expect(orders.calls).toHaveLength(1)
  // Reading the lists again would count all donations, and the order is known.
  await respondWith({ ...lists([CORPUS, FEES, COW, OLD]), 'PUT /lists/purposes/order': [200, { success: true }] })
  orders.release()
  await expect.poll(() => orders.calls).toHaveLength(2)
  await button('Edit Gau Seva').click()
  await expect.element(field('Name in English')).toHaveFocus()
  expect(namesIn(inUse)).toEqual(['Corpus fund', 'Gau Seva', 'School fees'])
})

test('shows the stored order again when it cannot be changed', async () => {
  const message = 'Someone else changed this list meanwhile.'
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/order': [409, { success: false, message }] })
  const calls = watchCalls()
  await button('Move Gau Seva down').click()
  await expect.poll(() => calls).toEqual([['PUT /lists/purposes/order', { ids: ['p2', 'p1', 'p3', 'p4'] }]])
  await expect.element(page.getByText('Failed to save the order')).toBeVisible()
  await expect.poll(() => namesIn(inUse)).toEqual(['Gau Seva', 'School fees', 'Corpus fund'])
})

test('retires an entry after a question, and brings it back', async () => {
  const gone = { ...COW, isRetired: true }
  await openPanel('/lists', LISTS)
  const calls = watchCalls()
  await button('Retire Gau Seva').click()
  const question = page.getByRole('alertdialog', { name: 'Retire “Gau Seva”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(calls).toEqual([])
  await respondWith({ ...lists([gone, FEES, CORPUS, OLD]), 'PUT /lists/purposes/p1': saved(gone) })
  await button('Retire Gau Seva').click()
  await button('Yes, retire it').click()
  await expect.poll(() => namesIn(retired)).toEqual(['Gau Seva', 'Mela'])
  await expect.element(retired.getByRole('listitem').first()).toHaveFocus()
  await respondWith({ ...LISTS, 'PUT /lists/purposes/p1': saved(COW) })
  await button('Bring back Gau Seva').click()
  await button('Yes, bring it back').click()
  await expect.poll(() => namesIn(inUse)).toContain('Gau Seva')
  expect(calls.filter(([call]) => call.startsWith('PUT'))).toEqual([
    ['PUT /lists/purposes/p1', { isRetired: true }],
    ['PUT /lists/purposes/p1', { isRetired: false }],
  ])
})

test('says what the empty lists are for, and offers to try again after a failure', async () => {
  await openPanel('/lists', lists([], []))
  await expect.element(page.getByText('No purposes yet.')).toBeVisible()
  await expect.element(page.getByText('No institutions yet.')).toBeVisible()
  await openPanel('/lists', { ...SUPERADMIN, 'GET /lists': [503, { success: false, message: 'Busy' }] })
  await expect.element(button('Try again')).toBeVisible()
  await expect.element(page.getByText('Busy')).toBeVisible()
})

test.each([
  ['an admin with all sections', signedIn(['All'], CAPABLE)],
  ['a superadmin of a plain backend', signedIn([], { role: 'superadmin' })],
])('does not exist for %s', async (_who, me) => {
  for (const path of ['/lists', '/lists/mapping']) {
    await openPanel(path, { ...LISTS, ...me })
    await expect.element(page.getByText(/404 - Page Not Found|403 — No Access/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Lists', exact: true })).not.toBeInTheDocument()
  }
})
