import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, respondWith, stallUploads } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { renderPage } from '../../../testing/render.tsx'
import { chooseFile, dropFiles, largeFile, watchForms } from '../../../testing/sent-forms.ts'
import plays from '../../../testing/videos/plays.mp4'
import { activateLanguage } from '../../locales/language.ts'
import { HomeVideoPage } from './home-video-page.tsx'

const VIDEOS = [
  {
    _id: 'v1',
    title: 'Aarti',
    description: 'At six',
    videoUrl: 'media/aarti.mp4',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  {
    _id: 'v2',
    title: 'Parade',
    description: '',
    videoUrl: '/media/parade.webm',
    createdAt: '2026-02-01T00:00:00.000Z',
  },
]
const LIST: Backend = { 'GET /homevideo/getvideo': [200, { success: true, data: VIDEOS }] }
const BACKEND: Backend = { ...SUPERADMIN, ...LIST }
const mp4 = new File(['film'], 'evening.mp4', { type: 'video/mp4' })

const openScreen = (backend: Backend = BACKEND) => openPanel('/home-video', backend)

async function open(responses: Backend = LIST) {
  await respondWith(responses)
  return renderPage(() => <HomeVideoPage />)
}

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
  await openScreen({ ...BACKEND, 'POST /homevideo/addvideo': [201, { success: true }] })
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
  const extended = signedIn([], { role: 'superadmin', level: 1 })
  await openScreen({ ...LIST, ...extended, 'POST /homevideo/addvideo': [201, { success: true }] })
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
  ['rejects', [415, { success: false, message: '“poster.jpg” is damaged.' }]],
  [
    'cannot process',
    [503, { success: false, code: 'photo_not_made', message: '“poster.jpg” could not be processed.' }],
  ],
] satisfies [string, Backend[string]][])(
  'sends the video again without its poster if the server %s the poster',
  async (_what, refusal) => {
    const extended = signedIn([], { role: 'superadmin', level: 1 })
    await openScreen({
      ...LIST,
      ...extended,
      'POST /homevideo/addvideo poster.jpg': refusal,
      'POST /homevideo/addvideo': [201, { success: true }],
    })
    const sent = watchForms()
    await fillNewVideo()
    await chooseFile(await playableVideo())
    await button('Save').click()
    await expect.element(page.getByText('Video added successfully')).toBeVisible()
    expect(sent.map((form) => form.slice(2).map(([field]) => field))).toEqual([['poster', 'video'], ['video']])
  },
)

test('makes the poster once a video is chosen; Save waits for it, says so, and can be cancelled', async () => {
  const extended = signedIn([], { role: 'superadmin', level: 1 })
  await openScreen({ ...LIST, ...extended, 'POST /homevideo/addvideo': [201, { success: true }] })
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
  await openScreen({ ...BACKEND, 'PUT /homevideo/updatevideo': [200, ''] })
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

test('keeps the input after the server refuses it, and shows the server’s message in the form', async () => {
  const refusal = { success: false, message: '“evening.mp4” is not a video.' }
  await openScreen({ ...BACKEND, 'POST /homevideo/addvideo': [415, refusal] })
  await fillNewVideo()
  await button('Save').click()
  await expect.element(page.getByText('Failed to save video')).toBeVisible()
  await expect.element(page.getByRole('form').getByRole('alert')).toMatchTextContent('“evening.mp4” is not a video.')
  await expect.element(page.getByText('Not accepted', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Evening')
  await expect.element(page.getByLabelText('Description')).toHaveValue('Filmed by the staff')
  await expect.element(page.getByText('evening.mp4', { exact: true })).toBeVisible()
})

test('sends an empty form, and shows the server’s sentences at the fields until they are filled', async () => {
  const fields = { title: 'Title is required.', video: 'Please choose a video.' }
  await openScreen({ ...BACKEND, 'POST /homevideo/addvideo': [400, { success: false, message: 'Both.', fields }] })
  await button('Add New Video').first().click()
  await expect.element(page.getByLabelText('Description')).toHaveAccessibleDescription('(optional)')
  await button('Save').click()
  const title = page.getByLabelText('Title')
  await expect.element(title).toHaveAccessibleDescription(fields.title)
  await expect.element(title).toHaveFocus()
  const picker = page.getByRole('group', { name: 'Video' })
  await expect.element(picker).toMatchTextContent(fields.video)
  await title.fill('Evening')
  await button('Save').click()
  await chooseFile(mp4)
  await expect.element(picker).not.toMatchTextContent(fields.video)
})

test('shows upload progress, cancels, and tries again', async () => {
  await open()
  await fillNewVideo()
  dropFiles(largeFile('evening.mp4', 'video/mp4'))
  await stallUploads()
  await button('Save').click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
  await respondWith({ ...LIST, 'POST /homevideo/addvideo': [200, { success: true }] })
  await button('Save').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
})

test('shows the size limit, and refuses a larger video', async () => {
  const limits = { photoBytes: 10, photoFiles: 1, videoBytes: 2 * 1024 ** 3 }
  await openScreen({ ...LIST, ...signedIn(['HomeVideo'], { uploadLimits: limits }) })
  await button('Add New Video').click()
  const picker = page.getByRole('group', { name: 'Video' })
  await expect.element(picker).toMatchTextContent('A video may be up to 2 GB')
  const tooLarge = Object.defineProperty(new File(['x'], 'wedding.mp4', { type: 'video/mp4' }), 'size', {
    value: 3 * 1024 ** 3,
  })
  const dataTransfer = { files: [tooLarge] }
  picker
    .element()
    .dispatchEvent(Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer }))
  await expect.element(picker.getByRole('alert')).toMatchTextContent('wedding.mp4')
  await expect.element(page.getByText('1 file chosen')).not.toBeInTheDocument()
})

test('confirms and reports a deletion with the specified texts, and keeps the card after a failure', async () => {
  await open({ ...LIST, 'DELETE /homevideo/deletevideo/v2': [200, { success: true, message: 'Gone' }] })
  await button('Delete Aarti').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toMatchTextContent('This video will be permanently deleted.')
  await expect.element(button('Cancel')).toHaveFocus()
  await button('Yes, delete it!').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toMatchTextContent('Failed to delete video.')
  await button('OK').click()
  await button('Delete Parade').click()
  await button('Yes, delete it!').click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Deleted!' }))
    .toMatchTextContent('Your video has been deleted.')
  await button('OK').click()
  await expect.element(page.getByRole('article', { name: 'Aarti' })).toHaveFocus()
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

test('keeps the sort order in the address', async () => {
  const { router } = await open()
  await expect.element(page.getByRole('article').first()).toMatchTextContent('Parade')
  await page.getByLabelText('Sort').selectOptions('Oldest')
  await expect.element(page.getByRole('article').first()).toMatchTextContent('Aarti')
  expect(router.state.location.search).toEqual({ sort: 'oldest' })
})

test('shows the loading, empty and error states', async () => {
  await neverRespond()
  const { screen } = await renderPage(() => <HomeVideoPage />)
  await expect.element(page.getByText('Loading videos...')).toBeVisible()
  await screen.unmount()
  const empty = await open({ 'GET /homevideo/getvideo': [200, { success: true, data: [] }] })
  await expect.element(page.getByText('No videos found.')).toBeVisible()
  await button('Add New Video').nth(1).click()
  await expect.element(page.getByRole('form', { name: 'Add video' })).toBeVisible()
  await empty.screen.unmount()
  await open({ 'GET /homevideo/getvideo': [500, { success: false, message: 'The disk is full.' }] })
  await expect.element(page.getByText('Failed to fetch videos')).toBeVisible()
  await expect.element(page.getByText('The disk is full.')).toBeVisible()
  await respondWith(LIST)
  await button('Try again').click()
  await expect.element(page.getByRole('article', { name: 'Parade' })).toBeVisible()
})

test('shows malformed records as far as possible', async () => {
  await open({
    'GET /homevideo/getvideo': [
      200,
      [{ title: 'Stray' }, null, { _id: 9, title: 7, videoUrl: 'javascript:alert(1)', createdAt: 'soon' }],
    ],
  })
  await expect.element(page.getByRole('article')).toHaveLength(2)
  await expect.element(button('Edit Stray')).toBeDisabled()
  await expect.element(button('Delete Stray')).toBeDisabled()
  await expect.element(button('Edit 7')).toBeEnabled()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
  expect(page.getByText("Video can't be shown").elements()).toHaveLength(2)
})

test.each([
  ['is missing', 404, "Video can't be shown"],
  ['has an unknown format', 200, "This video can't be played in this browser."],
])('reports after play that a video %s', async (_what, status, words) => {
  await open({ ...LIST, 'GET /aarti.mp4': [status, 'no film'], 'HEAD /aarti.mp4': [status, ''] })
  await button('Play Aarti').click()
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible()
  await expect.element(button('Try again')).toHaveFocus()
})

test('shows no English text when the language is Hindi', async () => {
  const { screen } = await open()
  await activateLanguage('hi')
  await page.getByRole('button', { name: 'नया वीडियो जोड़ें' }).click()
  await expect.element(page.getByRole('form', { name: 'वीडियो जोड़ें' })).toBeVisible()
  const words = [...screen.container.querySelectorAll('header, form, article')].map((part) => part.textContent)
  expect(words.join(' ').match(/[A-Za-z]{2,}/g)).toEqual(['Parade', 'Aarti', 'At', 'six']) // only the trust's own words
})
