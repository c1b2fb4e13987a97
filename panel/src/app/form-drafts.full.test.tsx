import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../testing/backend.ts'
import { certificateBackend } from '../../testing/donors.ts'
import { holdResponses } from '../../testing/held-responses.ts'
import { type Backend, button, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'
import { chooseFile } from '../../testing/sent-forms.ts'
import { DRAFT_FIELDS } from '../session/drafts/draft-fields.ts'

const AARTI = { _id: 'e1', title: 'Aarti', description: 'At six', createdAt: '2026-01-01T00:00:00.000Z' }
const EVENTS: Backend = { 'GET /event': ok([AARTI]) }
const LISTS: Backend = Object.fromEntries(
  [
    '/event',
    '/homevideo/getvideo',
    '/galleryphoto/School',
    '/admin',
    '/donors?page=1&limit=10',
    '/donors/duplicates?page=1&limit=10',
    '/deposit-slips/open?page=1&limit=50',
    '/deposit-slips?page=1&limit=25',
  ].map((path) => [`GET ${path}`, ok([])]),
)
const SETTINGS = {
  version: 1,
  content: { name: 'Seva Trust', wordings: [{ from: '2026-04-01' }], rules: [{ from: '2026-04-01' }] },
}
const ME = { _id: '1', username: 'seva', role: 'superadmin', level: 1 }
const SCHOOL = { _id: 'i1', nameEn: 'School', nameHi: 'विद्यालय', isRetired: false }
const BACKEND: Backend = {
  ...certificateBackend([]),
  ...SUPERADMIN,
  'GET /admin/me': [200, ME],
  'GET /settings': ok({ ...SETTINGS, versions: [] }),
  'POST /settings/preview': [200, '<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/svg+xml' }],
  ...LISTS,
  'GET /lists': ok({ purposes: [], institutions: [SCHOOL] }),
}
const photo = new File(['picture'], 'bell.png', { type: 'image/png' })
const SECRET = 'Secret#2026'

const form = page.getByRole('main').getByRole('form')
const field = (name: string) => form.getByLabelText(name, { exact: true })
const offer = form.getByText(/^You have unsaved changes from/)

/** The values of the drafts in the browser's storage, by form. */
function storedDrafts(): Record<string, Record<string, unknown>[]> {
  const drafts = Object.entries(localStorage).filter(([key]) => key.startsWith('sevadesk_draft '))
  return Object.fromEntries(
    drafts.map(([key, text]) => [
      key.split(' ')[2],
      JSON.parse(String(text)).map(({ values }: { values: unknown }) => values),
    ]),
  )
}

/** Closes the form as a closed tab does: the draft stays stored. */
async function leaveForm() {
  await button('Close Form').click()
  await button('Leave').click()
  await expect.element(form).not.toBeInTheDocument()
}

const FORMS = [
  ['photo', '/school', 'Add New Photo'],
  ['video', '/home-video', 'Add New Video'],
  ['event', '/events', 'Add New Event'],
  ['admin', '/admin', 'Add New Admin'],
  ['profile', '/profile', 'Edit Profile'],
  ['donor', '/donors', 'Add New Donor'],
  ['certificate', '/donors?open=a1', 'Add certificate'],
  ['deposit', '/deposits', 'Deposit gifts'],
  ['purpose', '/lists', 'Add purpose'],
  ['institution', '/lists', 'Add institution'],
  ['settings', '/settings', 'Change: Trust'],
] as const

/** Radio buttons, which the test leaves as they are. */
const RADIOS = ['role', 'donationRights']
/** Those of the sections of the settings that the test does not open. */
const OF_OTHER_SECTIONS = /^(signatory|receipts|wordings|rules)/
/** Forms on pages of their own, whose tests are beside them. */
const ON_OWN_PAGES = ['gift']
/** Identity numbers, which are never stored. */
const NUMBERS = ['pan', 'otherId']

test('knows every form that has a draft, and stores no identity number', () => {
  expect(Object.keys(DRAFT_FIELDS)).toEqual([...FORMS.map(([name]) => name), ...ON_OWN_PAGES])
  const stored: string[] = Object.values(DRAFT_FIELDS).flat()
  expect(NUMBERS.filter((number) => stored.includes(number))).toEqual([])
})

test.each(FORMS)('the %s form stores its listed fields, no password and no file, and restores them', async (...row) => {
  const [name, path, opener] = row
  await openPanel(path, BACKEND)
  await button(opener).first().click()
  const typed = new Map<string, string>()
  for (const input of form.element().querySelectorAll<HTMLInputElement>('input, textarea')) {
    const text = { date: '2099-11-21', time: '18:00', email: 'new@trust.example' }[input.type] ?? `typed ${typed.size}`
    if (['checkbox', 'radio', 'file', 'password'].includes(input.type)) continue
    await page.elementLocator(input).fill(text)
    typed.set(input.id, text)
  }
  for (const select of form.element().querySelectorAll('select')) {
    const { value = '' } = [...select.options].findLast((option) => option.value !== select.value) ?? {}
    await page.elementLocator(select).selectOptions(value)
  }
  const password = form.element().querySelector('input[type=password]')
  if (password) await page.elementLocator(password).fill(SECRET)
  if (name === 'admin') await form.getByRole('checkbox', { name: 'Answer visitors' }).click()
  if (name === 'photo') await chooseFile(photo)
  dispatchEvent(new Event('pagehide'))
  expect(Object.keys(storedDrafts()[name]?.[0] ?? {})).toEqual(
    DRAFT_FIELDS[name].filter((key) => !RADIOS.includes(key) && !OF_OTHER_SECTIONS.test(key)),
  )
  expect(JSON.stringify(localStorage)).not.toMatch(/Secret|bell\.png/)
  const inputs = () => [...form.element().querySelectorAll<HTMLInputElement>('input, textarea, select')]
  const before = inputs().map(restoredValue)
  await leaveForm()
  await button(opener).first().click()
  await expect.element(offer).toBeVisible()
  await button('Restore').click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(inputs()[0]).toBe(document.activeElement)
  expect(inputs().map(restoredValue)).toEqual(before)
  expect(form.element().querySelector<HTMLInputElement>('input[type=password]')?.value ?? '').toBe('')
})

function restoredValue({ type, name, value, checked }: HTMLInputElement) {
  return [type, type === 'password' || type === 'file' || NUMBERS.includes(name) ? '' : value, checked]
}

test('asks to choose the photos again, until some are chosen', async () => {
  await openPanel('/school', BACKEND)
  await button('Add New Photo').first().click()
  await field('Title').fill('Bell')
  await chooseFile(photo)
  await leaveForm()
  await button('Add New Photo').first().click()
  const line = form.getByText('The photos that you had chosen are not kept. Choose the photos again.')
  await expect.element(line).toBeVisible()
  await button('Restore').click()
  await expect.element(line).toBeVisible()
  await chooseFile(photo)
  await expect.element(line).not.toBeInTheDocument()
})

test('says that the record was changed after the typing, and puts back only the typed fields', async () => {
  const { queryClient } = await openPanel('/events', { ...BACKEND, ...EVENTS })
  await button('Edit Aarti').click()
  await field('Title').fill('Evening aarti')
  await leaveForm()
  await button('Edit Aarti').click()
  await expect.element(offer).toBeVisible()
  await expect.element(form.getByText(/^The record was changed after that/)).not.toBeInTheDocument()
  await button('Close Form').click()
  const newer = { ...AARTI, title: 'Aarti', description: 'At seven' }
  await respondWith({ ...BACKEND, 'GET /event': ok([newer]) })
  await queryClient.invalidateQueries({ queryKey: ['events'] })
  await expect.element(page.getByText('At seven')).toBeVisible()
  await button('Edit Aarti').click()
  await expect.element(form.getByText(/^The record was changed after that/)).toBeVisible()
  await button('Restore').click()
  await expect.element(field('Title')).toHaveValue('Evening aarti')
  await expect.element(field('Description')).toHaveValue('At seven')
})

test('removes the draft after a save, and after "Discard", which keeps what was typed since', async () => {
  await openPanel('/events', { ...BACKEND, ...EVENTS, 'PUT /event/e1': [200, ''] })
  await button('Edit Aarti').click()
  await field('Title').fill('Evening')
  await leaveForm()
  await button('Edit Aarti').click()
  await field('Description').fill('At nine')
  await button('Discard').click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(storedDrafts().event).toEqual([{ description: 'At nine' }])
  await expect.element(field('Title')).toHaveValue('Aarti')
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(storedDrafts()).toEqual({})
})

test('keeps an offered draft until the user decides, also after more was typed and lost', async () => {
  await openPanel('/events', { ...BACKEND, ...EVENTS })
  await button('Edit Aarti').click()
  await field('Description').fill('A long text')
  await leaveForm()
  await button('Edit Aarti').click()
  await field('Description').fill('x')
  await field('Title').fill('Evening')
  await leaveForm()
  await button('Edit Aarti').click()
  await button('Restore').click()
  await expect.element(field('Description')).toHaveValue('A long text')
  await expect.element(field('Title')).toHaveValue('Aarti')
  await button('Restore').click()
  await expect.element(field('Description')).toHaveValue('x')
  await expect.element(field('Title')).toHaveValue('Evening')
  // The text before is offered again: nothing is lost until the user decides.
  await button('Restore').click()
  await expect.element(field('Description')).toHaveValue('A long text')
  await button('Discard').click()
  await expect.element(offer).not.toBeInTheDocument()
})

test('a save leaves drafts about which the user has not decided', async () => {
  await openPanel('/events', { ...BACKEND, ...EVENTS, 'POST /event/addevent': [201, { success: true }] })
  await button('Add New Event').first().click()
  await field('Description').fill('A long text')
  await leaveForm()
  await button('Add New Event').first().click()
  await field('Title').fill('Mela')
  await field('Description').fill('x')
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(storedDrafts().event).toEqual([{ description: 'A long text' }])
})

test('removes the draft of a save that completes after its form was left', async () => {
  await openPanel('/admin', { ...BACKEND, 'POST /admin/addadmin': [201, { success: true }] })
  await button('Add New Admin').first().click()
  await field('Username').fill('meera')
  const saves = holdResponses('POST /admin/addadmin')
  await button('Save').click()
  await expect.poll(() => saves.calls).toHaveLength(1)
  await page.getByRole('link', { name: 'Events' }).click()
  await button('Leave').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(storedDrafts()).toHaveProperty('admin')
  saves.release()
  await expect.poll(storedDrafts).toEqual({})
})

test('a logout deletes the drafts, also one that is not written yet', async () => {
  await openPanel('/events', { ...BACKEND, 'POST /admin/logout': [200, { success: true }] })
  await button('Add New Event').first().click()
  await field('Title').fill('Mela')
  dispatchEvent(new Event('pagehide'))
  expect(storedDrafts()).toHaveProperty('event')
  await field('Title').fill('Mela on Sunday')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await button('Yes, logout').click()
  await button('Leave').click()
  await expect.element(page.getByText('Logged out successfully')).toBeVisible()
  expect(storedDrafts()).toEqual({})
})
