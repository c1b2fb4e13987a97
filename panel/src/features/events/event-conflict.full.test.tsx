import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { drawnPhoto } from '../../../testing/drawn-photos.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { chooseFile, watchForms, watchUploadHeader } from '../../../testing/sent-forms.ts'
import { activateLanguage } from '../../locales/language.ts'

const EVENT = {
  _id: 'e1',
  title: 'Aarti',
  description: 'At six',
  venue: 'Temple',
  startsAt: '2099-11-21',
  endsAt: null,
  imageUrl: 'media/old.jpeg',
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 3,
}
const THEIRS = { ...EVENT, title: 'Evening aarti', description: 'At seven', imageUrl: 'media/theirs.jpeg', version: 4 }

const conflict = (current: object): Backend => ({
  'PUT /event/e1': [412, { success: false, code: 'version_conflict', message: 'Saved meanwhile.', current }],
})
const backend = (more: Backend, level = 1): Backend => ({
  ...signedIn([], { role: 'superadmin', level }),
  'GET /event': ok([EVENT]),
  ...more,
})

const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
const side = (field: string, name: 'Yours' | 'Theirs') =>
  part.getByRole('group', { name: field, exact: true }).getByRole('radio', { name, exact: true })

async function editAndSave({ withFile = true, withVenue = true } = {}) {
  await button('Edit Aarti').click()
  await page.getByLabelText('Title', { exact: true }).fill('Morning aarti')
  if (withVenue) await page.getByLabelText('Venue').fill('School ground')
  if (withFile) await chooseFile(await drawnPhoto('mine.jpg', { width: 30, height: 20 }))
  await button('Save').click()
}

test('asks only for fields that both changed, and saves the choice from the new version', async () => {
  await openPanel('/events', backend(conflict(THEIRS)))
  const sent = watchForms()
  const versions = watchUploadHeader('If-Match')
  await editAndSave()
  await expect.element(page.getByText('Failed to save event')).toBeVisible()
  await expect.element(part).toHaveFocus()
  const groups = part.getByRole('group').elements()
  expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual(['Title', 'Picture'])
  await expect.element(side('Title', 'Yours')).toHaveAccessibleDescription('Morning aarti')
  await expect.element(side('Title', 'Theirs')).toHaveAccessibleDescription('Evening aarti')
  await expect.element(side('Picture', 'Yours')).toHaveAccessibleDescription('mine.jpg')
  await expect.element(part.getByRole('definition')).toMatchTextContent('At seven')
  await expect.element(page.getByLabelText('Description')).toHaveValue('At seven')
  await expect.element(page.getByLabelText('Venue')).toHaveValue('School ground')

  await button('Save').click()
  await expect.element(side('Title', 'Yours')).toHaveFocus()
  await expect.element(part).toMatchTextContent('Choose one of the two.')
  expect(sent).toHaveLength(1)

  await side('Title', 'Theirs').click()
  await expect.element(page.getByLabelText('Title', { exact: true })).toHaveValue('Evening aarti')
  await side('Picture', 'Yours').click()
  await respondWith(backend({ 'PUT /event/e1': ok({ ...THEIRS, version: 5 }) }))
  await button('Save').click()
  await expect.element(page.getByText('Event updated successfully')).toBeVisible()
  expect(versions).toEqual(['"3"', '"4"'])
  expect(sent[1]).toEqual([
    ['title', 'Evening aarti'],
    ['description', 'At seven'],
    ['startsAt', '2099-11-21'],
    ['endsAt', ''],
    ['venue', 'School ground'],
    ['image', expect.objectContaining({ name: 'mine.jpg' })],
  ])
})

test('stores as unsaved only what the user changed, not what others saved', async () => {
  await openPanel('/events', backend(conflict(THEIRS)))
  await editAndSave({ withFile: false })
  await side('Title', 'Theirs').click()
  await button('Close Form').click()
  await button('Leave').click()
  const [text = ''] = Object.entries(localStorage).flatMap(([key, text]) => (/draft/.test(key) ? [text] : []))
  expect(JSON.parse(text)).toMatchObject([{ base: { title: 'Evening aarti' } }])
  expect(JSON.parse(text)[0].values).toEqual({ venue: 'School ground' })
})

test('brings back the own value, and asks again only for what a third save changed', async () => {
  await openPanel('/events', backend(conflict({ ...EVENT, title: 'Evening aarti', version: 4 })))
  const versions = watchUploadHeader('If-Match')
  await editAndSave({ withFile: false })
  await side('Title', 'Theirs').click()
  await side('Title', 'Yours').click()
  await expect.element(page.getByLabelText('Title', { exact: true })).toHaveValue('Morning aarti')
  await respondWith(backend(conflict({ ...EVENT, title: 'Evening aarti', venue: 'Hall', version: 7 })))
  await button('Save').click()
  await expect.element(side('Venue', 'Theirs')).toHaveAccessibleDescription('Hall')
  await expect.element(part.getByRole('group', { name: 'Title' })).not.toBeInTheDocument()
  await side('Venue', 'Theirs').click()
  await respondWith(backend({ 'PUT /event/e1': [200, { success: true }] }))
  await button('Save').click()
  await expect.element(page.getByText('Event updated successfully')).toBeVisible()
  expect(versions).toEqual(['"3"', '"4"', '"7"'])
})

test('begins the next edit from the version of the response, before the list is loaded again', async () => {
  const saved = { ...EVENT, title: 'Morning aarti', version: 4 }
  await openPanel('/events', backend({ 'PUT /event/e1': ok(saved) }))
  const versions = watchUploadHeader('If-Match')
  await expect.element(button('Edit Aarti')).toBeVisible()
  const list = holdResponses('GET /event')
  await editAndSave()
  await expect.element(page.getByText('Event updated successfully')).toBeVisible()
  expect(list.calls).toHaveLength(1)
  await button('Edit Morning aarti').click()
  await button('Save').click()
  await expect.poll(() => versions).toEqual(['"3"', '"4"'])
})

test('shows a refusal that has no record to compare with', async () => {
  await openPanel('/events', backend(conflict(THEIRS)))
  await editAndSave({ withFile: false })
  await side('Title', 'Yours').click()
  await respondWith(backend({ 'PUT /event/e1': [412, { success: false, message: 'Someone else saved it.' }] }))
  await button('Save').click()
  await expect.element(page.getByRole('form').getByRole('alert')).toMatchTextContent('Someone else saved it.')
})

test('keeps what was typed when the event was deleted meanwhile, and says so', async () => {
  const gone = { success: false, code: 'not_found', message: 'There is no such event.' }
  await openPanel('/events', backend({ 'PUT /event/e1': [404, gone] }))
  await editAndSave()
  await expect.element(page.getByRole('form')).toMatchTextContent('Someone deleted it meanwhile.')
  await expect.element(page.getByLabelText('Title', { exact: true })).toHaveValue('Morning aarti')
  await expect.element(page.getByRole('form')).toMatchTextContent('mine.jpg')
})

test('fits 320 px in Hindi, and can be chosen by keyboard', async () => {
  await openPanel('/events', backend(conflict({ ...THEIRS, title: 'अ'.repeat(80) })))
  await editAndSave()
  await activateLanguage('hi')
  await page.viewport(320, 640)
  const region = page.getByRole('region', { name: 'इस बीच किसी और ने यहाँ बदलाव सेव कर दिया।' })
  await expect.element(region).toHaveFocus()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(region.getByRole('radio', { name: 'उनका' }).first()).toBeChecked()
})
