import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, button, EXTENDED_SUPERADMIN, openPanel } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'

const entry = (_id: string, nameEn: string, more: object = {}) => ({
  ...{ _id, nameEn, nameHi: nameEn, isRetired: false, version: 1, donations: 0, institutionId: null },
  ...more,
})
const COW = entry('p1', 'Gau Seva')
const FEAST = entry('p2', 'Annadaan')
const OLD = entry('p3', 'Mela', { isRetired: true })
const text = (name: string, donations: number, more: object = {}) => ({
  ...{ text: name, donations, newestAt: '2026-03-01T06:00:00.000Z', purposeId: null, proposedId: null },
  ...more,
})
const ROWS = [text('gau seva', 1200, { proposedId: 'p1' }), text('भोजन', 7), text('Puja', 2)]

const textsCall = (state = 'open', page = 1) => `GET /lists/purposes/texts?state=${state}&page=${page}&limit=25`
const backend = (rows: object[], more: Backend = {}, total = rows.length): Backend => ({
  ...EXTENDED_SUPERADMIN,
  'GET /lists': ok({ purposes: [COW, FEAST, OLD], institutions: [] }),
  [textsCall()]: [200, { success: true, data: rows, total, isCapped: false, page: 1 }],
  ...more,
})
const mapped = (donations: number): Backend => ({
  'PUT /lists/purposes/texts': ok({ donations }),
})

const purposeOf = (name: string) => page.getByLabelText(`Purpose of ${name}`, { exact: true })
const check = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = page.getByRole('region', { name: 'Selected texts' })
const form = page.getByRole('main').getByRole('form')

test('proposes purposes, and sends only what was selected, at Save', async () => {
  await openPanel('/lists/mapping', backend(ROWS, mapped(1202)))
  const calls = watchCalls()
  await expect.element(purposeOf('gau seva')).toHaveValue('p1')
  await expect.element(page.getByText('Proposed', { exact: true })).toBeVisible()
  await expect.element(purposeOf('भोजन')).toHaveValue('')
  await expect.element(page.getByText('1,200', { exact: true })).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  await purposeOf('भोजन').selectOptions('Annadaan')
  await expect.element(check('भोजन')).toBeChecked()
  await check('gau seva').click()
  await check('Puja').click()
  await check('Puja').click()
  await expect.element(bar).toMatchTextContent(/Selected: 2/)
  expect(calls).toEqual([])
  await respondWith(backend([ROWS[2] ?? {}], mapped(1202)))
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('1,202 donations mapped')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Old purposes' })).toHaveFocus()
  await expect.element(bar).not.toBeInTheDocument()
  const mappings = [
    { text: 'भोजन', previousId: null, purposeId: 'p2' },
    { text: 'gau seva', previousId: null, purposeId: 'p1' },
  ]
  expect(calls).toEqual([['PUT /lists/purposes/texts', { mappings }]])
})

test('chooses one purpose for several texts, and says at its field which text has none', async () => {
  await openPanel('/lists/mapping', backend(ROWS, mapped(9)))
  const calls = watchCalls()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.element(purposeOf('भोजन')).toHaveAccessibleDescription('Choose a purpose, or do not select this text.')
  await expect.element(purposeOf('भोजन')).toHaveFocus()
  await expect.element(purposeOf('gau seva')).not.toHaveAttribute('aria-invalid')
  expect(calls).toEqual([])
  // Each arrow key changes the select, and only the button the texts.
  await expect.element(bar.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled()
  await bar.getByLabelText('Purpose of all selected texts').selectOptions('Annadaan')
  await bar.getByLabelText('Purpose of all selected texts').selectOptions('Mela')
  await expect.element(purposeOf('भोजन')).toHaveValue('')
  await expect.element(purposeOf('gau seva')).toHaveValue('p1')
  await bar.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect.element(bar.getByLabelText('Purpose of all selected texts')).toHaveValue('p3')
  await expect.element(purposeOf('भोजन')).not.toHaveAttribute('aria-invalid')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls).toHaveLength(1)
  const mappings = ROWS.map((row) => ({ text: row.text, previousId: null, purposeId: 'p3' }))
  expect(calls[0]?.[1]).toEqual({ mappings })
})

test('keeps the choices after a failure, on other pages, and asks before they are lost', async () => {
  const refused = { success: false, message: 'One of these purposes no longer exists.' }
  const failing: Backend = { 'PUT /lists/purposes/texts': [400, refused] }
  await openPanel('/lists/mapping', backend(ROWS, failing, 30))
  await check('gau seva').click()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Failed to map the texts')).toBeVisible()
  await expect.element(bar).toMatchTextContent(/no longer exists/)
  const second = [200, { success: true, data: [text('Diya', 1)], total: 30, isCapped: false, page: 2 }] as const
  await respondWith({ ...backend(ROWS), [textsCall('open', 2)]: [...second] })
  await button('Page 2').click()
  await expect.element(check('Diya')).not.toBeChecked()
  await expect.element(bar).toMatchTextContent(/Selected: 1/)
  await page.getByRole('main').getByRole('link', { name: 'Lists' }).click()
  await button('Stay').click()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('names a selected text on another page that has no purpose', async () => {
  const second = [200, { success: true, data: [text('Diya', 1)], total: 30, isCapped: false, page: 2 }] as const
  await openPanel('/lists/mapping', backend(ROWS, { [textsCall('open', 2)]: [...second] }, 30))
  await check('Puja').click()
  await button('Page 2').click()
  await check('Diya').click()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.element(bar).toMatchTextContent('These selected texts have no purpose yet: Puja')
  await expect.element(purposeOf('Diya')).toHaveFocus()
})

test('adds a purpose from a text in place, and selects it for that text', async () => {
  const added = entry('p9', 'भोजन')
  await openPanel('/lists/mapping', backend(ROWS))
  const calls = watchCalls()
  await button('New purpose from भोजन').click()
  await expect.element(form.getByLabelText('Name in Hindi')).toHaveValue('भोजन')
  await expect.element(form.getByLabelText('Name in English')).toHaveValue('')
  await form.getByRole('button', { name: 'Copy the Hindi name' }).click()
  await respondWith({
    ...backend(ROWS),
    'GET /lists': ok({ purposes: [COW, added], institutions: [] }),
    'POST /lists/purposes': ok(added),
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(purposeOf('भोजन')).toHaveValue('p9')
  await expect.element(check('भोजन')).toBeChecked()
  expect(calls.filter(([call]) => call.startsWith('PUT'))).toEqual([])
})

test('keeps what was chosen while a save was running, as a change of what it saved', async () => {
  await openPanel('/lists/mapping', backend(ROWS, mapped(9)))
  await purposeOf('भोजन').selectOptions('Annadaan')
  await check('gau seva').click()
  const saves = holdResponses('PUT /lists/purposes/texts')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saves.calls).toHaveLength(1)
  await purposeOf('भोजन').selectOptions('Gau Seva')
  await purposeOf('Puja').selectOptions('Annadaan')
  saves.release()
  await expect.element(page.getByText('9 donations mapped')).toBeVisible()
  await expect.element(bar).toMatchTextContent(/Selected: 2/)
  vi.restoreAllMocks()
  const calls = watchCalls()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls).toHaveLength(1)
  const mappings = [
    { text: 'Puja', previousId: null, purposeId: 'p2' },
    { text: 'भोजन', previousId: 'p2', purposeId: 'p1' },
  ]
  expect(calls[0]?.[1]).toEqual({ mappings })
})

test('shows a text once for each purpose that its donations have', async () => {
  const data = [text('Puja', 4, { purposeId: 'p1' }), text('Puja', 3, { purposeId: 'p2' })]
  await openPanel('/lists/mapping', backend(ROWS, mapped(3)))
  await respondWith(backend(ROWS, { [textsCall('mapped')]: ok(data), ...mapped(3) }))
  await page.getByLabelText('Show').selectOptions('Mapped')
  await expect.element(purposeOf('Puja').nth(1)).toHaveValue('p2')
  const calls = watchCalls()
  await purposeOf('Puja').nth(1).selectOptions('Mela')
  await expect.element(purposeOf('Puja').nth(0)).toHaveValue('p1')
  await bar.getByRole('button', { name: 'Save' }).click()
  const mappings = [{ text: 'Puja', previousId: 'p2', purposeId: 'p3' }]
  await expect.poll(() => calls).toEqual([['PUT /lists/purposes/texts', { mappings }]])
})

test('shows mapped texts at their own address, to change them', async () => {
  const { router } = await openPanel('/lists/mapping', backend(ROWS, mapped(4)))
  const data = [text('Puja', 4, { purposeId: 'p3' })]
  await respondWith(backend(ROWS, { [textsCall('mapped')]: ok(data), ...mapped(4) }))
  await page.getByLabelText('Show').selectOptions('Mapped')
  await expect.element(purposeOf('Puja')).toHaveValue('p3')
  expect(router.state.location.searchStr).toBe('?state=mapped')
  const calls = watchCalls()
  await purposeOf('Puja').selectOptions('Annadaan')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('4 donations mapped')).toBeVisible()
  expect(calls).toEqual([
    ['PUT /lists/purposes/texts', { mappings: [{ text: 'Puja', previousId: 'p3', purposeId: 'p2' }] }],
  ])
})

test('says that nothing is left to map', async () => {
  await openPanel('/lists/mapping', backend([]))
  await expect.element(page.getByText('Every purpose is mapped.')).toBeVisible()
})

test.each([
  ['Failed to load the texts', textsCall()],
  ['Failed to load the lists', 'GET /lists'],
])('offers to try again: %s', async (title, call) => {
  await openPanel('/lists/mapping', backend(ROWS, { [call]: [503, ''] }))
  await expect.element(page.getByRole('main').getByText(title)).toBeVisible()
  await respondWith(backend(ROWS))
  await button('Try again').click()
  await expect.element(purposeOf('gau seva')).toHaveValue('p1')
})

test('fits 320 px in Hindi, with long texts', async () => {
  const long = 'पिताजी की पुण्यतिथि पर गौशाला में चारा और अन्नदान के लिए '.repeat(3).trim()
  await openPanel('/lists/mapping', backend([text(long, 3, { proposedId: 'p1' }), text('x'.repeat(200), 1)]))
  await check(long).click()
  await page.viewport(320, 640)
  await activateLanguage('hi')
  await expect.element(page.getByRole('region', { name: 'चुने हुए उद्देश्य' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('focuses the form that is open for another text, and closes it unasked while nothing was typed', async () => {
  await openPanel('/lists/mapping', backend(ROWS))
  await check('gau seva').click()
  await button('New purpose from भोजन').click()
  await expect.element(form.getByLabelText('Name in English')).toHaveFocus()
  await button('New purpose from Puja').click()
  await expect.element(form.getByLabelText('Name in English')).toHaveFocus()
  await expect.element(form.getByLabelText('Name in Hindi')).toHaveValue('भोजन')
  await button('Close Form').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /भोजन/ })).toHaveFocus()
  await expect.element(bar).toMatchTextContent(/Selected: 1/)
  await button('New purpose from भोजन').click()
  await form.getByLabelText('Name in English').fill('Meals')
  await button('Close Form').click()
  await button('Stay').click()
  await expect.element(form.getByLabelText('Name in English')).toHaveValue('Meals')
})
