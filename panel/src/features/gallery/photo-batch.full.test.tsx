import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'

const ADD = 'POST /galleryphoto/addPhoto'
const SAVED: Backend[string] = [200, { success: true, data: [] }]
const REFUSED: Backend[string] = [415, { success: false, message: '“bad.jpg” is not a photo.' }]
const NO_RESPONSE: Backend[string] = [0, '']
const LINE_CUT: Backend[string] = [-1, '']
const LIST: Backend = { 'GET /galleryphoto/School': [200, { success: true, data: [] }] }
const PLAIN = { ...LIST, ...signedIn(['Gallery']) }
const LIMITS = { photoBytes: 2048, photoFiles: 3, videoBytes: 4096 }
const OURS = { ...LIST, ...signedIn(['Gallery'], { level: 1, uploadLimits: LIMITS }) }
const ONCE = {
  ...LIST,
  ...signedIn(['Gallery'], { level: 1, uploadLimits: LIMITS }),
}

const jpeg = (name: string, size = 100) => new File(['x'.repeat(size)], name, { type: 'image/jpeg', lastModified: 1 })
const png = (name: string, size: number) => new File(['x'.repeat(size)], name, { type: 'image/png', lastModified: 1 })
const form = () => page.getByRole('form', { name: 'Add photos' })
const rows = () => form().getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const toastOf = (words: string) => page.getByRole('status').getByText(words, { exact: true })
const countOf = (path: string) =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(`/api${path}`)).length

/**
 * Opens the panel with its form to add photos, and chooses `files`. From then on the backend also
 * returns `responses`.
 */
async function choose(backend: Backend, files: File[], responses: Backend) {
  await openPanel('/school', backend)
  await button('Add New Photo').first().click()
  await page.getByLabelText('Title').fill('Sports day')
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  await userEvent.upload(input, files)
  await respondWith({ ...backend, ...responses })
  performance.clearResourceTimings()
}

const IN_DOUBT = 'may have been added. Check the list below before you try again.'
const WORDS_WHEN_STOPPED = `1 of 3 photos was added. “bad.jpg” ${IN_DOUBT} The other photos are still here.`
const THREE = [jpeg('one.jpg'), jpeg('bad.jpg'), jpeg('three.jpg')]

test.each([
  ['one call per photo', OURS, 3],
  ['one call for all photos, then one per photo', PLAIN, 4],
])('%s: removes saved files from the form and keeps the refused file with its reason', async (_how, backend, calls) => {
  await choose(backend, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: REFUSED })
  await button('Save').click()
  await expect.element(toastOf('Failed to save photo')).toBeVisible()
  await expect.element(form().getByRole('alert')).toMatchTextContent('2 of 3 photos were added. Not added: bad.jpg')
  await expect.element(rows()).toHaveLength(1)
  await expect.element(rows().first()).toMatchTextContent('“bad.jpg” is not a photo.')
  await expect.element(toastOf('Photo(s) added successfully')).not.toBeInTheDocument()
  expect(countOf('/galleryphoto/addPhoto')).toBe(calls)
  await expect.poll(() => countOf('/galleryphoto/School')).toBe(1)

  await respondWith({ ...backend, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(toastOf('Photo(s) added successfully')).toBeVisible()
  await expect.element(form()).not.toBeInTheDocument()
  expect(countOf('/galleryphoto/addPhoto')).toBe(calls + 1)
})

test('reports how many photos were added when the user cancels', async () => {
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: NO_RESPONSE })
  await button('Save').click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.poll(() => Number(document.querySelector('progress')?.value)).toBeGreaterThan(33)
  await button('Cancel').click()
  await expect.element(form().getByText(WORDS_WHEN_STOPPED, { exact: true })).toBeVisible()
  await expect.element(rows()).toHaveLength(2)
  await expect.element(form().getByRole('alert')).toMatchTextContent(/^$/)
  await expect.element(toastOf('Failed to save photo')).not.toBeInTheDocument()
})

test('reports the saved photos and keeps the unsaved file after the connection is lost', async () => {
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} three.jpg`]: LINE_CUT })
  await button('Save').click()
  await expect
    .element(form().getByRole('alert'))
    .toMatchTextContent(
      `2 of 3 photos were added. The server did not answer. Check your internet connection and try again. “three.jpg” ${IN_DOUBT} The other photos are still here.`,
    )
  await expect.element(rows()).toHaveLength(1)
  await expect.element(rows().first()).toMatchTextContent('three.jpg')
  await expect.element(toastOf('Failed to save photo')).toBeVisible()
})

test.each([
  ['a retry repeats it', OURS],
  ['a retry saves it once', ONCE],
])('does not report that no photo was added while one is in doubt: %s', async (_retry, backend) => {
  await choose(backend, [jpeg('bad.jpg'), jpeg('three.jpg')], { [ADD]: LINE_CUT, [`${ADD} bad.jpg`]: REFUSED })
  await button('Save').click()
  await expect.element(form().getByRole('alert')).toMatchTextContent(/Not added: bad\.jpg The server did not answer/)
  await expect.element(form().getByRole('alert')).not.toMatchTextContent(/None of/)
})

test('names no other photo as in doubt once the photo in doubt is removed', async () => {
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: LINE_CUT })
  await button('Save').click()
  await expect.element(form().getByRole('alert')).toMatchTextContent(/“bad\.jpg” may have been added/)
  await button('Remove bad.jpg').click()
  await expect.element(form().getByRole('alert')).toMatchTextContent('1 of 2 photos was added.')
  await expect.element(form().getByRole('alert')).not.toMatchTextContent(/may have been added/)
})

test('opens the sign-in dialog when the session ends during a batch, and keeps the unsaved files', async () => {
  const ended: Backend[string] = [401, { success: false, message: 'Please log in again.' }]
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: ended, 'GET /admin/me': ended })
  await button('Save').click()
  await expect.element(page.getByRole('dialog', { name: 'Please log in again' })).toBeVisible()
  expect(document.querySelectorAll('form ul[aria-label="Chosen files"] > li')).toHaveLength(2)
})

test('stops when the server has a fault, says how many photos are saved, and goes on when asked', async () => {
  const broken: Backend[string] = [500, '<html>']
  const names = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg', 'five.jpg']
  const limits = { ...LIMITS, photoFiles: 10 }
  const ours = { ...LIST, ...signedIn(['Gallery'], { level: 1, uploadLimits: limits }) }
  await choose(
    ours,
    names.map((name) => jpeg(name)),
    { [ADD]: broken, [`${ADD} one.jpg`]: SAVED },
  )
  await button('Save').click()
  await expect
    .element(form().getByRole('alert'))
    .toMatchTextContent(
      '1 of 5 photos was added. Not added: two.jpg, three.jpg The server had an error, so the remaining photos were not sent. The other photos are still here.',
    )
  await expect.element(rows()).toHaveLength(4)
  expect(countOf('/galleryphoto/addPhoto')).toBe(3)
  await respondWith({ ...ours, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(toastOf('Photo(s) added successfully')).toBeVisible()
  expect(countOf('/galleryphoto/addPhoto')).toBe(7)
})

test('shows the limits, and refuses files above them with the reason', async () => {
  await choose(OURS, [], {})
  await expect
    .element(
      form().getByText('You can choose several photos at once. A photo may be up to 2 kB. At most 3 files at once.'),
    )
    .toBeVisible()
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  await userEvent.upload(input, [...THREE, jpeg('four.jpg'), png('huge.png', 2049)])
  await expect.element(rows()).toHaveLength(3)
  const refused = form().getByRole('group', { name: 'Photos' }).getByRole('alert')
  await expect
    .element(refused)
    .toMatchTextContent('“huge.png” is 3 kB. A photo may be up to 2 kB, so it was not added.')
  await expect.element(refused).toMatchTextContent('You can add up to 3 files at once. Not added: four.jpg')
})

test('accepts every file if the backend states no limits', async () => {
  await choose(PLAIN, [...THREE, jpeg('four.jpg'), png('huge.png', 2049)], {})
  await expect.element(rows()).toHaveLength(5)
  await expect.element(form().getByText('You can choose several photos at once.', { exact: true })).toBeVisible()
})

test('closes the form when the last unsaved file is removed', async () => {
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: REFUSED })
  await button('Save').click()
  await button('Remove bad.jpg').click()
  await expect.element(form()).not.toBeInTheDocument()
  await expect.element(button('Add New Photo').first()).toHaveFocus()
  expect(countOf('/galleryphoto/addPhoto')).toBe(3)
})

test('removes the error messages about a removed file', async () => {
  await choose(OURS, THREE, { [ADD]: REFUSED })
  await button('Save').click()
  await expect.element(form().getByRole('alert')).toMatchTextContent(/bad\.jpg/)
  await button('Remove bad.jpg').click()
  await expect.element(form().getByRole('alert')).not.toMatchTextContent(/bad\.jpg/)
  await expect.element(form().getByRole('alert')).toMatchTextContent(/None of the 2 photos was added/)
  await expect.element(button('Remove three.jpg')).toHaveFocus()
  await button('Remove three.jpg').click()
  await button('Remove one.jpg').click()
  await expect.element(button('Choose photos')).toHaveFocus()
  await expect.element(page.getByText('Not added')).not.toBeInTheDocument()
  await expect.element(form().getByRole('alert')).toMatchTextContent(/^$/)
})
