import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../testing/saved-files.ts'
import { watchCalls } from '../../../testing/sent-calls.ts'

const ME = signedIn([], { role: 'superadmin', capabilities: ['settings', 'versions'] })
const CONTENT = {
  name: { en: 'Seva Trust', hi: 'सेवा न्यास' },
  receipts: { language: 'en', number: 'SD/{year}/{number}', digits: 5, linkDays: 90 },
  wordings: [
    { from: '2026-04-01', title: 'New heading' },
    { from: '2021-04-01', title: 'Old heading' },
  ],
  rules: [{ from: '2026-04-01', receiptOnClearing: true }],
}
const saved = (version: number, savedBy: string | null = 'meera') => ({
  version,
  savedAt: '2026-11-20T06:00:00.000Z',
  savedBy,
})
const settings = (version = 2, content: object = CONTENT) => ({
  success: true,
  data: { ...saved(version), content, versions: [saved(version), saved(1, null)] },
})
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"><path d="M0 0h9v9z"/></svg>'
const PREVIEW: Backend = { 'POST /settings/preview': [200, SVG, { 'content-type': 'image/svg+xml' }] }
const withSettings = (more: Backend = {}): Backend => ({
  ...ME,
  'GET /settings': [200, settings()],
  'GET /settings/versions/1': [200, { success: true, data: { ...saved(1, null), content: { name: 'First name' } } }],
  ...PREVIEW,
  ...more,
})
const refuse = (fields: Record<string, string>): Backend => ({
  'PUT /settings': [400, { success: false, message: 'Some fields need a correction.', fields }],
})

const main = page.getByRole('main')
const form = main.getByRole('form')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => form.getByLabelText(name, { exact: true })
const picture = page.getByRole('img', { name: 'Receipt of an example donation' })
const previews = (calls: readonly [string, unknown][]) =>
  calls.flatMap(([call, body]) => (call === 'POST /settings/preview' ? [body] : []))

afterEach(() => vi.restoreAllMocks())

/** Collects the body and the version of each save, and the bodies of previews. */
function watchSettings() {
  const [saves, drawn]: [[unknown, string | null][], unknown[]] = [[], []]
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    if (init?.method === 'PUT') saves.push([body, new Headers(init.headers).get('If-Match')])
    if (init?.method === 'POST' && String(address).endsWith('/settings/preview')) drawn.push(body)
    return send(address, init)
  })
  return { saves, drawn }
}

async function openForm(backend: Backend = withSettings()) {
  await openPanel('/settings', backend)
  await button('Edit Settings').click()
  await expect.element(form).toBeVisible()
}

test('shows who saved which version, and the receipt of the one in force', async () => {
  await openPanel('/settings', withSettings())
  const list = page.getByRole('region', { name: 'Versions' })
  await expect.element(list).toMatchTextContent(/Version 2 · in force20 Nov 2026.*meera/)
  await expect.element(list).toMatchTextContent(/Version 1.*read from the file trust\.json/)
  await expect.element(picture).toBeVisible()
})

test('brings back an earlier version as a new one, after a look and a question', async () => {
  await openPanel('/settings', withSettings({ 'PUT /settings': [200, { success: true, data: saved(3) }] }))
  const { saves, drawn } = watchSettings()
  await button('Show version 1').click()
  await expect.element(page.getByText(/^This is how version 1 prints a receipt/)).toBeVisible()
  await expect.poll(() => drawn.at(-1)).toMatchObject({ content: { name: 'First name' } })
  await button('Bring back this version').click()
  await button('Bring back').click()
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible()
  expect(saves).toEqual([[{ content: { name: 'First name' } }, '"2"']])
  await expect.element(button('Bring back this version')).not.toBeInTheDocument()
})

test('saves the whole settings with the version that they began from', async () => {
  await openForm(withSettings({ 'PUT /settings': [200, { success: true, data: saved(3) }] }))
  const { saves } = watchSettings()
  await field('Name (English)').fill('Another Trust')
  await button('Save').click()
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  const content = { ...CONTENT, name: { ...CONTENT.name, en: 'Another Trust' } }
  expect(saves).toEqual([[{ content }, '"2"']])
})

test.each([
  ['name.hi', 'Name (हिन्दी)', 'Fill in this language too.'],
  ['name', 'Name (English)', 'This is required.'],
  ['address[0].en', 'Address (English)', 'Has characters that receipts cannot print.'],
  ['pan', 'PAN of the trust', 'Must be like AAATS1234F.'],
  ['receipts.number', 'Format of the number', 'A later receipt would repeat the number.'],
  ['receipts.digits', 'Digits of the number', 'Must be a whole number from 1 to 12.'],
  ['wordings[0].from', 'For donations from this day on', 'Another entry begins on this day.'],
  ['wordings[1].from', 'For donations from this day on', 'Is not a date.'],
  ['wordings[0].approval[1].hi', 'Approval, on every receipt (हिन्दी)', 'Must be one line of text.'],
  ['wordings[0].cash.aboveRupees', 'Cash note above (₹)', 'Must be a whole number.'],
  ['rules[0].anonymousShare', 'Limit of anonymous donations, share of all (%)', 'Must be from 0 to 100.'],
  ['rules[0].fcra.date', 'FCRA registration date', 'Must be a date.'],
])('shows the sentence for %s at “%s”, and keeps what was typed', async (serverField, label, sentence) => {
  await openForm(withSettings(refuse({ [serverField]: sentence })))
  await field('Name (English)').fill('Typed')
  await button('Save').click()
  const invalid = form.getByLabelText(label, { exact: true }).and(page.elementLocator(await invalidField()))
  await expect.element(invalid).toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(invalid).toHaveFocus()
  await expect.element(field('Name (English)')).toHaveValue('Typed')
})

async function invalidField(): Promise<Element> {
  await expect.poll(() => document.querySelectorAll('form [aria-invalid]').length).toBe(1)
  const [element] = document.querySelectorAll('form [aria-invalid]')
  if (!element) throw new Error('No field is invalid.')
  return element
}

test.each([
  ['logo', 'Logo'],
  ['signatory.picture', 'Signature'],
])('shows the sentence for the picture %s there', async (serverField, label) => {
  await openForm(withSettings(refuse({ [serverField]: 'This picture cannot be printed.' })))
  const group = form.getByRole('group', { name: label })
  await choosePicture(label, new File(['\x89PNG broken'], 'x.png', { type: 'image/png' }))
  await expect.element(group.getByRole('img')).toBeInTheDocument()
  await button('Save').click()
  await expect.element(group).toHaveAccessibleDescription(expect.stringContaining('This picture cannot be printed.'))
  await group.getByRole('button', { name: 'Remove picture' }).click()
  await expect.element(group).not.toHaveAccessibleDescription(expect.stringContaining('cannot be printed'))
})

test('refuses a picture of more than 1 MB before it is sent', async () => {
  await openForm()
  await choosePicture('Logo', new File([new Uint8Array(1024 * 1024 + 1)], 'x.png', { type: 'image/png' }))
  await expect.element(form.getByText('This picture is larger than 1 MB. Choose a smaller one.')).toBeVisible()
  await expect.element(form.getByRole('group', { name: 'Logo' }).getByRole('img')).not.toBeInTheDocument()
})

async function choosePicture(label: string, file: File) {
  const input = form.getByRole('group', { name: label }).element().querySelector('input[type=file]')
  if (!input) throw new Error('There is no file input.')
  await userEvent.upload(input, file)
}

test('draws the receipt after a pause, of the day whose wording is edited', async () => {
  await openForm()
  await expect.element(picture).toBeVisible()
  const calls = watchCalls()
  await field('Name (English)').fill('First')
  await field('Name (English)').fill('First and second')
  await expect.poll(() => previews(calls)).toHaveLength(1)
  expect(previews(calls)).toMatchObject([{ content: { name: { en: 'First and second' } }, method: 'online' }])
  await button('From 01 Apr 2021').click()
  await field('Heading of the receipt (English)').fill('Older')
  await expect.poll(() => previews(calls).at(-1)).toMatchObject({ day: '2021-04-01' })
  await button('Add a wording').click()
  await field('For donations from this day on').fill('2099-04-01')
  await expect
    .poll(() => previews(calls).at(-1))
    .toMatchObject({
      day: '2099-04-01',
      content: { wordings: [{ from: '2099-04-01', title: 'New heading' }, {}, {}] },
    })
})

test('says why a receipt cannot be drawn, and keeps the form usable', async () => {
  await openForm()
  await expect.element(picture).toBeVisible()
  const refusal = {
    success: false,
    message: 'Some fields need a correction.',
    fields: { pan: 'Must be like AAATS1234F.' },
  }
  await respondWith(withSettings({ 'POST /settings/preview': [400, refusal] }))
  await field('PAN of the trust').fill('wrong')
  const region = page.getByRole('region', { name: 'Preview of the receipt' })
  await expect.element(region).toMatchTextContent(/cannot be drawn like this\. Must be like AAATS1234F\./)
  await expect.element(picture).toBeInTheDocument()
  await expect.element(field('PAN of the trust')).toHaveValue('wrong')
})

test('merges with what somebody else saved meanwhile', async () => {
  const theirs = { ...CONTENT, phone: '0565 244 0000', name: { en: 'Their Trust', hi: 'सेवा न्यास' } }
  const current = { ...saved(3, 'asha'), content: theirs }
  const refusal = { success: false, code: 'version_conflict', message: 'Saved meanwhile.', current }
  await openForm(withSettings({ 'PUT /settings': [412, refusal] }))
  await field('Name (English)').fill('My Trust')
  await button('Save').click()
  const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
  await part.getByRole('group', { name: 'Name' }).getByRole('radio', { name: 'Yours' }).click()
  await expect.element(field('Phone')).toHaveValue('0565 244 0000')
  await respondWith(withSettings({ 'PUT /settings': [200, { success: true, data: saved(4) }] }))
  const { saves } = watchSettings()
  await button('Save').click()
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible()
  expect(saves).toMatchObject([[{ content: { name: { en: 'My Trust' }, phone: '0565 244 0000' } }, '"3"']])
})

test('keeps what was typed in a tab that was closed, and asks to choose the pictures again', async () => {
  await openForm()
  await field('Phone').fill('0565 244 0000')
  await choosePicture('Logo', new File([SVG], 'x.svg', { type: 'image/svg+xml' }))
  await expect.element(form.getByRole('group', { name: 'Logo' }).getByRole('img')).toBeInTheDocument()
  dispatchEvent(new Event('pagehide'))
  expect(JSON.stringify(localStorage)).not.toContain('base64')
  await button('Close Form').click()
  await button('Leave').click()
  await button('Edit Settings').click()
  await button('Restore').click()
  await expect.element(field('Phone')).toHaveValue('0565 244 0000')
  await expect.element(form.getByText(/^The pictures that you had chosen are not kept/)).toBeVisible()
})

test('shows the page for odd content of a backend', async () => {
  const data = { version: 'x', content: { name: 7, wordings: 'x', rules: [null], logo: {} }, versions: [null, 5] }
  await openForm(withSettings({ 'GET /settings': [200, { success: true, data }] }))
  await expect.element(field('Name (English)')).toHaveValue('7')
})

test('shows the receipt in a dialog on a phone, and fits 320 px', async () => {
  await openPanel('/settings', withSettings())
  await page.viewport(320, 640)
  await button('Edit Settings').click()
  await expect.element(form).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await expect.element(picture).not.toBeInTheDocument()
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
})

test('offers to try again after a failure', async () => {
  await openPanel('/settings', { ...ME, 'GET /settings': [503, { success: false, message: 'Busy' }] })
  await expect.element(button('Try again')).toBeVisible()
  await expect.element(button('Edit Settings')).toBeDisabled()
})

test.each([
  ['an admin with all sections', signedIn(['All'], { capabilities: ['settings'] })],
  ['a backend without the capability', signedIn([], { role: 'superadmin', capabilities: [] })],
])('shows no entry and no page to %s', async (_who, me) => {
  await openPanel('/settings', { ...withSettings(), ...me })
  await expect.element(button('Edit Settings')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Settings', exact: true })).not.toBeInTheDocument()
})
