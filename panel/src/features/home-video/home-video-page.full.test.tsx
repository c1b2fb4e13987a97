import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, refusal } from '../../../testing/backend.ts'
import {
  type Backend,
  button,
  EXTENDED_SUPERADMIN,
  openPanel,
  SUPERADMIN,
  signedIn,
} from '../../../testing/open-panel.tsx'
import { chooseFile, watchForms } from '../../../testing/sent-forms.ts'
import plays from '../../../testing/videos/plays.mp4'

const AARTI = {
  ...{ _id: 'v1', title: 'Aarti', description: 'At six', videoUrl: 'media/aarti.mp4' },
  createdAt: '2026-01-01T00:00:00.000Z',
}
const ADDED: Backend = { 'POST /homevideo/addvideo': [201, { success: true }] }
const mp4 = new File(['film'], 'evening.mp4', { type: 'video/mp4' })

const open = (more: Backend = {}, who = SUPERADMIN) =>
  openPanel('/home-video', { ...who, 'GET /homevideo/getvideo': ok([AARTI]), ...more })

async function playableVideo(): Promise<File> {
  const blob = await fetch(plays).then((response) => response.blob())
  return new File([blob], 'film.mp4', { type: 'video/mp4' })
}

async function fillNewVideo() {
  await button('Add New Video').first().click()
  await page.getByLabelText('Title').fill('Evening')
  await page.getByLabelText('Description').fill('Filmed by the staff')
  await chooseFile(mp4)
}

test('adds a video with the specified request, and closes the form', async () => {
  await open(ADDED)
  const sent = watchForms()
  await fillNewVideo()
  await button('Save').click()
  await expect.element(page.getByText('Video added successfully')).toBeVisible()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(button('Add New Video').first()).toHaveFocus()
  expect(sent).toEqual([
    [
      ['title', 'Evening'],
      ['description', 'Filmed by the staff'],
      ['video', expect.objectContaining({ name: 'evening.mp4' })],
    ],
  ])
})

test('sends a frame of the video as its poster to a backend that keeps posters', async () => {
  await open(ADDED, EXTENDED_SUPERADMIN)
  const sent = watchForms()
  await fillNewVideo()
  await chooseFile(await playableVideo())
  await button('Save').click()
  await expect.element(page.getByText('Video added successfully')).toBeVisible()
  expect(sent[0]?.slice(2)).toEqual([
    ['poster', expect.objectContaining({ name: 'poster.jpg', type: 'image/jpeg' })],
    ['video', expect.objectContaining({ name: 'film.mp4' })],
  ])
})

test.each([
  ['rejects', refusal(415, '“poster.jpg” is damaged.')],
  ['cannot process', refusal(503, '“poster.jpg” could not be processed.', { code: 'photo_not_made' })],
] as const)('sends the video again without its poster if the server %s the poster', async (_what, response) => {
  await open({ ...ADDED, 'POST /homevideo/addvideo poster.jpg': response }, EXTENDED_SUPERADMIN)
  const sent = watchForms()
  await fillNewVideo()
  await chooseFile(await playableVideo())
  await button('Save').click()
  await expect.element(page.getByText('Video added successfully')).toBeVisible()
  expect(sent.map((form) => form.slice(2).map(([field]) => field))).toEqual([['poster', 'video'], ['video']])
})

test('makes the poster once a video is chosen; Save waits for it, says so, and can be cancelled', async () => {
  await open(ADDED, EXTENDED_SUPERADMIN)
  const sent = watchForms()
  await fillNewVideo()
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new Error('not now'))
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(() => undefined) // never loads
  await chooseFile(await playableVideo())
  await expect.poll(() => play.mock.calls.length).toBe(1)
  await button('Save').click()
  const form = page.getByRole('form')
  await expect.element(form.getByRole('status').getByText('Preparing the video…')).toBeVisible()
  await button('Cancel').click()
  await expect.element(form.getByText('Stopped. What you entered is still here.')).toBeVisible()
  expect(sent).toEqual([])
})

test('updates a video with its id in the form data, and sends no file if none was chosen', async () => {
  await open({ 'PUT /homevideo/updatevideo': [200, ''] })
  const sent = watchForms()
  await button('Edit Aarti').click()
  await expect.element(page.getByLabelText('Description')).toHaveValue('At six')
  await page.getByLabelText('Title').fill('Morning aarti')
  await button('Save').click()
  await expect.element(page.getByText('Video updated successfully')).toBeVisible()
  await expect.element(page.getByRole('article', { name: 'Aarti' })).toHaveFocus()
  expect(sent).toEqual([
    [
      ['_id', 'v1'],
      ['title', 'Morning aarti'],
      ['description', 'At six'],
    ],
  ])
})

test('shows the size limit, and refuses a larger video', async () => {
  const limits = { photoBytes: 10, photoFiles: 1, videoBytes: 2 * 1024 ** 3 }
  await open({}, signedIn(['HomeVideo'], { uploadLimits: limits }))
  await button('Add New Video').click()
  const picker = page.getByRole('group', { name: 'Video' })
  await expect.element(picker).toMatchTextContent('A video may be up to 2 GB')
  const tooLarge = Object.defineProperty(new File(['x'], 'wedding.mp4', { type: 'video/mp4' }), 'size', {
    value: 3 * 1024 ** 3,
  })
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  picker.element().dispatchEvent(Object.assign(drop, { dataTransfer: { files: [tooLarge] } }))
  await expect.element(picker.getByRole('alert')).toMatchTextContent('wedding.mp4')
  await expect.element(page.getByText('1 file chosen')).not.toBeInTheDocument()
})

test('links to a video on the media host', async () => {
  await open()
  const openLink = page.getByRole('link', { name: 'Open Aarti in a new tab' })
  await expect.element(openLink).toBeVisible()
  const link = openLink.element() as HTMLAnchorElement
  expect(link.href).toMatch(/\/backend\/[^/]+\/media\/aarti\.mp4$/)
  expect(link.target).toBe('_blank')
  expect(link.rel).toContain('noopener')
  expect(document.querySelector<HTMLVideoElement>('video[aria-label="Aarti"]')?.src).toBe(link.href)
})

test.each([
  ['is missing', 404, "Video can't be shown"],
  ['has an unknown format', 200, "This video can't be played in this browser."],
])('reports after play that a video %s', async (_what, status, words) => {
  await open({ 'GET /aarti.mp4': [status, 'no film'], 'HEAD /aarti.mp4': [status, ''] })
  await button('Play Aarti').click()
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible()
  await expect.element(button('Try again')).toHaveFocus()
})
