import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { drawnPhoto } from '../../../testing/drawn-photos.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { chooseFile, watchForms, watchKeys } from '../../../testing/sent-forms.ts'
import { formatFileSize } from '../../ui/format/money.tsx'

const ADD = 'POST /galleryphoto/addPhoto'
const SAVED: Backend[string] = [200, { success: true, data: [] }]
const LINE_CUT: Backend[string] = [-1, '']
const LIST: Backend = { 'GET /galleryphoto/School': [200, { success: true, data: [] }] }
const oursUpTo = (photoBytes: number) => ({
  ...LIST,
  ...signedIn(['Gallery'], {
    level: 1,
    uploadLimits: { photoBytes, photoFiles: 3, videoBytes: 4096 },
  }),
})
const row = () => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const size = (bytes: number) => formatFileSize(bytes, 'en')

/** Never responds. */
class HangingWorker {
  postMessage = () => undefined
  terminate = () => undefined
}

async function choose(backend: Backend, file: File) {
  await openPanel('/school', backend)
  await button('Add New Photo').first().click()
  await chooseFile(file)
}

function imagesIn(form: [string, FormDataEntryValue][] | undefined): File[] {
  return (form ?? []).flatMap(([field, value]) => (field === 'images' && value instanceof File ? [value] : []))
}

test('sends a photo above the limit after making it smaller, and the same bytes on a retry', async () => {
  const photo = await drawnPhoto('calf.jpg')
  const ours = oursUpTo(photo.size - 1)
  await choose(ours, photo)
  await respondWith({ ...ours, [ADD]: LINE_CUT })
  const [forms, keys] = [watchForms(), watchKeys()]
  await button('Save').click()
  await expect.poll(() => forms.length).toBe(1)
  await button('Save').click()
  await expect.poll(() => forms.length).toBe(2)
  const [[first], [again]] = [imagesIn(forms[0]), imagesIn(forms[1])]
  expect(again).toBe(first)
  expect(keys[1]).toBe(keys[0])
  expect(first?.size).toBeLessThan(photo.size)
  await expect.element(row()).toMatchTextContent(`${size(first?.size ?? 0)} instead of ${size(photo.size)}`)

  await respondWith({ ...ours, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
})

test('sends the original if the switch says so', async () => {
  const photo = await drawnPhoto('calf.jpg')
  await choose(oursUpTo(photo.size), photo)
  await expect.element(row()).toMatchTextContent(/instead of/)
  await page.getByRole('switch', { name: 'Send the original' }).click()
  await expect.element(row()).not.toMatchTextContent(/instead of/)
  await respondWith({ ...oursUpTo(photo.size), [ADD]: SAVED })
  const forms = watchForms()
  await button('Save').click()
  await expect.poll(() => imagesIn(forms[0])).toEqual([photo])
})

test('sends a PNG as it is', async () => {
  const drawing = await drawnPhoto('drawing.png', { type: 'image/png', width: 300, height: 200 })
  await choose(oursUpTo(drawing.size), drawing)
  await respondWith({ ...LIST, [ADD]: SAVED })
  const forms = watchForms()
  await button('Save').click()
  await expect.poll(() => imagesIn(forms[0])).toEqual([drawing])
})

test('sends a photo while the next one is made smaller, where photos go one by one', async () => {
  const forms = await saveDrawingAndHangingPhoto(oursUpTo(10_000_000))
  await expect.poll(() => forms.flatMap(imagesIn).map(({ name }) => name)).toEqual(['drawing.png'])
  await expect.element(page.getByText('Making the photos smaller…')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByRole('form')).toMatchTextContent('1 of 2 photos was added.')
  await expect.element(row()).toHaveLength(1)
})

test('sends nothing to a plain backend before all photos are ready', async () => {
  const forms = await saveDrawingAndHangingPhoto({ ...LIST, ...signedIn(['Gallery']) })
  await expect.element(page.getByText('Making the photos smaller…')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
  expect(forms).toEqual([])
})

/** Saves a drawing, which goes as it is, and a photo that is never made smaller. */
async function saveDrawingAndHangingPhoto(backend: Backend) {
  vi.stubGlobal('Worker', HangingWorker)
  await choose(backend, await drawnPhoto('drawing.png', { type: 'image/png', width: 30, height: 20 }))
  await chooseFile(await drawnPhoto('calf.jpg', { width: 300, height: 200 }))
  await expect.element(row()).toHaveLength(2)
  await respondWith({ ...backend, [ADD]: SAVED })
  const forms = watchForms()
  await button('Save').click()
  return forms
}

test('marks a photo that stays above the limit, and does not send it', async () => {
  const damaged = new File(['x'.repeat(3000)], 'damaged.jpg', { type: 'image/jpeg' })
  await choose(oursUpTo(2048), damaged)
  await expect.element(row()).toMatchTextContent('Too large. A photo may be up to 2 kB.')
  const forms = watchForms()
  await button('Save').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('damaged.jpg: Too large. A photo may be up to 2 kB.')
  expect(forms).toEqual([])
})
