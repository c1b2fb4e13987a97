import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, ok, refusal, respondWith, stallUploads } from '../../../testing/backend.ts'
import { drawnPhoto } from '../../../testing/drawn-photos.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { dropFiles, largeFile, watchForms, watchKeys } from '../../../testing/sent-forms.ts'
import { STALL_MS } from '../../media/stall-timer.ts'
import { formatFileSize } from '../../ui/format/money.tsx'

const ADD = 'POST /galleryphoto/addPhoto'
const SAVED = ok([])
const REFUSED = refusal(415, '“bad.jpg” is not a photo.')
const NO_RESPONSE: Backend[string] = [0, '']
const LINE_CUT: Backend[string] = [-1, '']
const LIST: Backend = { 'GET /galleryphoto/School': ok([]) }
const PLAIN = { ...LIST, ...signedIn(['Gallery']) }
const LIMITS = { photoBytes: 2048, photoFiles: 3, videoBytes: 4096 }
const limitedTo = (limits: object): Backend => ({
  ...LIST,
  ...signedIn(['Gallery'], { level: 1, uploadLimits: { ...LIMITS, ...limits } }),
})
const OURS = limitedTo({})

const jpeg = (name: string, size = 100) => new File(['x'.repeat(size)], name, { type: 'image/jpeg', lastModified: 1 })
const THREE = [jpeg('one.jpg'), jpeg('bad.jpg'), jpeg('three.jpg')]
const form = page.getByRole('form', { name: 'Add photos' })
const alert = form.getByRole('alert')
const rows = form.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const toastOf = (words: string) => page.getByRole('status').getByText(words, { exact: true })
const countOf = (path: string) =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(`/api${path}`)).length
const size = (bytes: number) => formatFileSize(bytes, 'en')

/**
 * Opens the panel with its form to add photos, and adds `files`. From then on the backend also
 * returns `responses`.
 */
async function choose(backend: Backend, files: File[], responses: Backend = {}) {
  await openPanel('/school', backend)
  await button('Add New Photo').first().click()
  await page.getByLabelText('Title').fill('Sports day')
  dropFiles(...files)
  await respondWith({ ...backend, ...responses })
  performance.clearResourceTimings()
}

function imagesIn(sent: [string, FormDataEntryValue][] | undefined): File[] {
  return (sent ?? []).flatMap(([field, value]) => (field === 'images' && value instanceof File ? [value] : []))
}

/** Never responds. */
class HangingWorker {
  postMessage = () => undefined
  terminate = () => undefined
}

test.each([
  ['one call per photo', OURS, 3],
  ['one call for all photos, then one per photo', PLAIN, 4],
])('%s: removes saved files from the form and keeps the refused file with its reason', async (_how, backend, calls) => {
  await choose(backend, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: REFUSED })
  await button('Save').click()
  await expect.element(toastOf('Failed to save photo')).toBeVisible()
  await expect.element(alert).toMatchTextContent('2 of 3 photos were added. Not added: bad.jpg')
  await expect.element(rows).toHaveLength(1)
  await expect.element(rows.first()).toMatchTextContent('“bad.jpg” is not a photo.')
  await expect.element(toastOf('Photo(s) added successfully')).not.toBeInTheDocument()
  expect(countOf('/galleryphoto/addPhoto')).toBe(calls)
  await expect.poll(() => countOf('/galleryphoto/School')).toBe(1)

  await respondWith({ ...backend, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(toastOf('Photo(s) added successfully')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  expect(countOf('/galleryphoto/addPhoto')).toBe(calls + 1)
})

test('reports how many photos were added when the user cancels', async () => {
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: NO_RESPONSE })
  await button('Save').click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.poll(() => Number(document.querySelector('progress')?.value)).toBeGreaterThan(33)
  await button('Cancel').click()
  await expect.element(form.getByText('1 of 3 photos was added. The other photos are still here.')).toBeVisible()
  await expect.element(rows).toHaveLength(2)
  await expect.element(alert).toMatchTextContent(/^$/)
  await expect.element(toastOf('Failed to save photo')).not.toBeInTheDocument()
})

test('names the photo of which a plain backend may have a copy, until it is removed', async () => {
  const refusedTogether = { [`${ADD} four.jpg`]: REFUSED }
  await choose(PLAIN, [...THREE, jpeg('four.jpg')], { ...refusedTogether, [ADD]: SAVED, [`${ADD} bad.jpg`]: LINE_CUT })
  await button('Save').click()
  await expect
    .element(alert)
    .toMatchTextContent(
      '1 of 4 photos was added. The server did not answer. Check your internet connection and try again. “bad.jpg” may have been added. Check the list below before you try again. The other photos are still here.',
    )
  await expect.element(rows).toHaveLength(3)
  await button('Remove bad.jpg').click()
  await expect.element(alert).toMatchTextContent('1 of 3 photos was added.')
  await expect.element(alert).not.toMatchTextContent(/may have been added/)
})

test('does not report that no photo was added while that is unknown', async () => {
  await choose(OURS, [jpeg('bad.jpg'), jpeg('three.jpg')], { [ADD]: LINE_CUT, [`${ADD} bad.jpg`]: REFUSED })
  await button('Save').click()
  await expect.element(alert).toMatchTextContent(/Not added: bad\.jpg The server did not answer/)
  await expect.element(alert).not.toMatchTextContent(/None of/)
})

test('opens the sign-in dialog when the session ends during a batch, and keeps the unsaved files', async () => {
  const ended = refusal(401, 'Please log in again.')
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: ended, 'GET /admin/me': ended })
  await button('Save').click()
  await expect.element(page.getByRole('dialog', { name: 'Please log in again' })).toBeVisible()
  expect(document.querySelectorAll('form ul[aria-label="Chosen files"] > li')).toHaveLength(2)
})

test('stops when the server has a fault, says how many photos are saved, and goes on when asked', async () => {
  const broken: Backend[string] = [500, '<html>']
  const names = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg', 'five.jpg']
  const ours = limitedTo({ photoFiles: 10 })
  await choose(
    ours,
    names.map((name) => jpeg(name)),
    { [ADD]: broken, [`${ADD} one.jpg`]: SAVED },
  )
  await button('Save').click()
  await expect
    .element(alert)
    .toMatchTextContent(
      '1 of 5 photos was added. Not added: two.jpg, three.jpg The server had an error, so the remaining photos were not sent. The other photos are still here.',
    )
  await expect.element(rows).toHaveLength(4)
  expect(countOf('/galleryphoto/addPhoto')).toBe(3)
  await respondWith({ ...ours, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(toastOf('Photo(s) added successfully')).toBeVisible()
  expect(countOf('/galleryphoto/addPhoto')).toBe(7)
})

test('shows the limits, and refuses files above them with the reason', async () => {
  await choose(OURS, [])
  await expect
    .element(
      form.getByText('You can choose several photos at once. A photo may be up to 2 kB. At most 3 files at once.'),
    )
    .toBeVisible()
  const huge = new File(['x'.repeat(2049)], 'huge.png', { type: 'image/png', lastModified: 1 })
  dropFiles(...THREE, jpeg('four.jpg'), huge)
  await expect.element(rows).toHaveLength(3)
  const refused = form.getByRole('group', { name: 'Photos' }).getByRole('alert')
  await expect
    .element(refused)
    .toMatchTextContent('“huge.png” is 3 kB. A photo may be up to 2 kB, so it was not added.')
  await expect.element(refused).toMatchTextContent('You can add up to 3 files at once. Not added: four.jpg')
})

test('closes the form when the last unsaved file is removed', async () => {
  await choose(OURS, THREE, { [ADD]: SAVED, [`${ADD} bad.jpg`]: REFUSED })
  await button('Save').click()
  await button('Remove bad.jpg').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(button('Add New Photo').first()).toHaveFocus()
  expect(countOf('/galleryphoto/addPhoto')).toBe(3)
})

test('removes the error messages about a removed file', async () => {
  await choose(OURS, THREE, { [ADD]: REFUSED })
  await button('Save').click()
  await expect.element(alert).toMatchTextContent(/bad\.jpg/)
  await button('Remove bad.jpg').click()
  await expect.element(alert).not.toMatchTextContent(/bad\.jpg/)
  await expect.element(alert).toMatchTextContent(/None of the 2 photos was added/)
  await expect.element(button('Remove three.jpg')).toHaveFocus()
  await button('Remove three.jpg').click()
  await button('Remove one.jpg').click()
  await expect.element(button('Choose photos')).toHaveFocus()
  await expect.element(page.getByText('Not added')).not.toBeInTheDocument()
  await expect.element(alert).toMatchTextContent(/^$/)
})

test('reuses the idempotency key for the same content until a response arrives', async () => {
  await choose(OURS, [jpeg('one.jpg')])
  const keys = watchKeys()
  await respondWith({ ...OURS, [ADD]: LINE_CUT })
  await button('Save').click()
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled')
  await button('Save').click()
  await expect.poll(() => keys.length).toBe(2)
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled')
  await page.getByLabelText('Title').fill('Annual day')
  await expect.element(page.getByText(/^It may have been saved. Check the list below/)).toBeVisible()
  await respondWith({ ...OURS, [ADD]: REFUSED })
  await button('Save').click()
  await expect.element(alert).toMatchTextContent('“bad.jpg” is not a photo.')
  await respondWith({ ...OURS, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  const [first, again, changed, afterResponse] = keys
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(again).toBe(first)
  expect(new Set([first, changed, afterResponse]).size).toBe(3)
})

test('gives each photo its own idempotency key, and does not send saved photos again', async () => {
  await choose(OURS, [jpeg('one.jpg'), jpeg('two.jpg')])
  const keys = watchKeys()
  await respondWith({ ...OURS, [ADD]: SAVED, [`${ADD} two.jpg`]: LINE_CUT })
  await button('Save').click()
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled')
  await respondWith({ ...OURS, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(new Set(keys).size).toBe(2)
  expect(keys[2]).toBe(keys[1])
})

test.each([
  ['a plain backend gets no idempotency key', PLAIN, /^It may have been saved. Check the list below/, 0],
  ['a backend with idempotency keys saves once', OURS, /“Save” will not save it twice/, 1],
])('warns after a lost response: %s', async (_what, backend, words, count) => {
  await choose(backend, [jpeg('one.jpg')])
  const keys = watchKeys()
  await respondWith({ ...backend, [ADD]: LINE_CUT })
  await button('Save').click()
  await expect.element(form.getByRole('status').getByText(words)).toBeVisible()
  await expect.element(page.getByText(/Not saved/)).not.toBeInTheDocument()
  expect(keys).toHaveLength(count)
})

test('offers no cancel once everything is sent, but lets the user stop waiting', async () => {
  await choose(PLAIN, [jpeg('one.jpg')])
  await neverRespond()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await button('Save').click()
  await expect.element(page.getByText('Sent. The server is saving it…')).toBeVisible()
  await expect.element(button('Cancel')).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
  vi.advanceTimersByTime(STALL_MS)
  await expect.element(page.getByText('Sent. The server has not answered yet.')).toBeVisible()
  await button('Stop waiting').click()
  await expect.element(page.getByText(/^It may have been saved. Check the list below/)).toBeVisible()
  await expect.element(button('Save')).toHaveFocus()
})

test('reports a stalled upload without aborting it', async () => {
  await choose(PLAIN, [largeFile('sea.jpg', 'image/jpeg')])
  await stallUploads()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await button('Save').click()
  await expect.element(page.getByText('Sending…')).toBeVisible()
  // Socket buffers accept the first bytes before the upload stalls.
  await expect
    .poll(() => {
      vi.advanceTimersByTime(STALL_MS)
      return page.getByText(/^The upload is not moving. Check your internet connection/).query()
    })
    .not.toBeNull()
  vi.advanceTimersByTime(100 * STALL_MS)
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
})

test('sends a photo above the limit after making it smaller, and the same bytes on a retry', async () => {
  const photo = await drawnPhoto('calf.jpg')
  const ours = limitedTo({ photoBytes: photo.size - 1 })
  await choose(ours, [photo], { [ADD]: LINE_CUT })
  const [forms, keys] = [watchForms(), watchKeys()]
  await button('Save').click()
  await expect.poll(() => forms.length).toBe(1)
  await button('Save').click()
  await expect.poll(() => forms.length).toBe(2)
  const [[first], [again]] = [imagesIn(forms[0]), imagesIn(forms[1])]
  expect(again).toBe(first)
  expect(keys[1]).toBe(keys[0])
  expect(first?.size).toBeLessThan(photo.size)
  await expect.element(rows).toMatchTextContent(`${size(first?.size ?? 0)} instead of ${size(photo.size)}`)

  await respondWith({ ...ours, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(form).not.toBeInTheDocument()
})

test('sends the original if the switch says so', async () => {
  const photo = await drawnPhoto('calf.jpg')
  await choose(limitedTo({ photoBytes: photo.size }), [photo])
  await expect.element(rows).toMatchTextContent(/instead of/)
  await page.getByRole('switch', { name: 'Send the original' }).click()
  await expect.element(rows).not.toMatchTextContent(/instead of/)
  await respondWith({ ...limitedTo({ photoBytes: photo.size }), [ADD]: SAVED })
  const forms = watchForms()
  await button('Save').click()
  await expect.poll(() => imagesIn(forms[0])).toEqual([photo])
})

test('sends a photo while the next one is made smaller, where photos go one by one', async () => {
  const forms = await saveDrawingAndHangingPhoto(limitedTo({ photoBytes: 10_000_000 }))
  await expect.poll(() => forms.flatMap(imagesIn).map(({ name }) => name)).toEqual(['drawing.png'])
  await expect.element(page.getByText('Making the photos smaller…')).toBeVisible()
  await button('Cancel').click()
  await expect.element(form).toMatchTextContent('1 of 2 photos was added.')
  await expect.element(rows).toHaveLength(1)
})

test('sends nothing to a plain backend before all photos are ready', async () => {
  const forms = await saveDrawingAndHangingPhoto(PLAIN)
  await expect.element(page.getByText('Making the photos smaller…')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
  expect(forms).toEqual([])
})

/** Saves a drawing, which goes as it is, and a photo that is never made smaller. */
async function saveDrawingAndHangingPhoto(backend: Backend) {
  vi.stubGlobal('Worker', HangingWorker)
  const drawing = await drawnPhoto('drawing.png', { type: 'image/png', width: 30, height: 20 })
  const photo = await drawnPhoto('calf.jpg', { width: 300, height: 200 })
  await choose(backend, [drawing, photo], { [ADD]: SAVED })
  await expect.element(rows).toHaveLength(2)
  const forms = watchForms()
  await button('Save').click()
  return forms
}

test('marks a photo that stays above the limit, and does not send it', async () => {
  const damaged = new File(['x'.repeat(3000)], 'damaged.jpg', { type: 'image/jpeg' })
  await choose(OURS, [damaged])
  await expect.element(rows).toMatchTextContent('Too large. A photo may be up to 2 kB.')
  const forms = watchForms()
  await button('Save').click()
  await expect.element(alert).toMatchTextContent('damaged.jpg: Too large. A photo may be up to 2 kB.')
  expect(forms).toEqual([])
})
