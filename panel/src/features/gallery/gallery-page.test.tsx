import type { GallerySection } from '@sevadesk/contract/accounts/section.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { neverRespond, respondWith, stallUploads } from '../../../testing/backend.ts'
import { renderPage } from '../../../testing/render.tsx'
import { dropFiles, largeFile } from '../../../testing/sent-forms.ts'
import { GalleryPage } from './gallery-page.tsx'

const SCHOOL: GallerySection = { key: 'School', name: 'School', path: '/school' }
const PHOTOS = [
  {
    _id: 'p1',
    title: 'First bell',
    description: 'Class five',
    imageUrl: '/media/1.jpg',
    createdAt: '2026-01-01T00:00:00Z',
  },
  { _id: 'p2', title: 'Sports day', description: '', imageUrl: '/media/2.jpg', createdAt: '2026-02-01T00:00:00Z' },
]
const LIST: Parameters<typeof respondWith>[0] = { 'GET /galleryphoto/School': [200, { success: true, data: PHOTOS }] }
const jpeg = new File(['photo'], 'beach.jpg', { type: 'image/jpeg' })

function open(address?: string) {
  return renderPage(() => <GalleryPage gallery={SCHOOL} />, address)
}

function chooseFile(file: File) {
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  return userEvent.upload(input, file)
}

async function fillNewPhoto() {
  await page.getByRole('button', { name: 'Add New Photo' }).first().click()
  await page.getByLabelText('Title').fill('At the sea')
  await page.getByLabelText('Description').fill('Class trip')
  await chooseFile(jpeg)
}

async function expectNothingLost() {
  await expect.element(page.getByLabelText('Title')).toHaveValue('At the sea')
  await expect.element(page.getByLabelText('Description')).toHaveValue('Class trip')
  await expect.element(page.getByText('beach.jpg', { exact: true })).toBeVisible()
}

test('keeps the input after a refusal, shows the server’s message, and marks the file named in it', async () => {
  const refusal = { success: false, message: '“beach.jpg” is not a photo.' }
  await respondWith({ ...LIST, 'POST /galleryphoto/addPhoto': [415, refusal] })
  await open()
  await fillNewPhoto()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByRole('form').getByRole('alert')).toMatchTextContent('“beach.jpg” is not a photo.')
  await expect.element(page.getByText('Not accepted', { exact: true })).toBeVisible()
  await expectNothingLost()
})

test('keeps the input after an upload is cancelled, and then saves it', async () => {
  await respondWith({ ...LIST })
  await open()
  await fillNewPhoto()
  dropFiles(largeFile('sea.jpg', 'image/jpeg'))
  await stallUploads()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Close Form' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
  await expectNothingLost()
  await page.getByRole('button', { name: 'Remove sea.jpg' }).click()
  await respondWith({ ...LIST, 'POST /galleryphoto/addPhoto': [200, { success: true, data: [] }] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add New Photo' }).first()).toHaveFocus()
})

test('sends one request for a double click on Save', async () => {
  await respondWith({ ...LIST })
  await open()
  await fillNewPhoto()
  await neverRespond()
  const sent = countOf('open')
  const save = page.getByRole('button', { name: 'Save', exact: true }).element() as HTMLButtonElement
  save.click()
  save.click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect(sent.count).toBe(1)
  sent.stop()
})

test('keeps the form open after a double click on the button that opens it', async () => {
  await respondWith({ ...LIST })
  await open()
  await page.getByRole('button', { name: 'Add New Photo' }).dblClick()
  await expect.element(page.getByRole('button', { name: 'Close Form' })).toBeVisible()
})

test('opens the form on a tap that quickly follows a tap on another element', async () => {
  await respondWith({ ...LIST })
  await open()
  const add = page.getByRole('button', { name: 'Add New Photo' })
  await add.click()
  await page.getByRole('button', { name: 'Close Form' }).click()
  await expect.element(add).toBeVisible()
  const tap = (element: Element) =>
    element.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 2, pointerType: 'touch' }))
  tap(page.getByRole('heading', { name: 'School' }).element())
  tap(add.element())
  await expect.element(page.getByRole('button', { name: 'Close Form' })).toBeVisible()
})

test('fills the form with the photo to edit, and opens it empty for a new photo', async () => {
  await respondWith({ ...LIST })
  await open()
  await page.getByRole('button', { name: 'Edit First bell' }).click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('First bell')
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
  await expect.element(page.getByLabelText('Description')).toHaveValue('Class five')
  await page.getByRole('button', { name: 'Edit Sports day' }).click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Sports day')
  await page.getByRole('button', { name: 'Close Form' }).click()
  await page.getByRole('button', { name: 'Add New Photo' }).first().click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('')
})

test('focuses the next card after a deletion, and keeps the card if the deletion fails', async () => {
  await respondWith({ ...LIST, 'DELETE /galleryphoto/School/p2': [200, { success: true, message: 'Gone' }] })
  await open()
  await page.getByRole('button', { name: 'Delete First bell' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toMatchTextContent('Failed to delete photo.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('article', { name: 'First bell' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Sports day' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Deleted!' }))
    .toMatchTextContent('Your photo has been deleted.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('article', { name: 'First bell' })).toHaveFocus()
})

test('reads the sort order from the address, and removes it when the default is chosen', async () => {
  await respondWith({ ...LIST })
  const { router } = await open('/school?sort=oldest')
  const cards = page.getByRole('article')
  await expect.element(cards.first()).toMatchTextContent('First bell')
  await page.getByLabelText('Sort').selectOptions('Latest')
  await expect.element(cards.first()).toMatchTextContent('Sports day')
  expect(router.state.location.search).toEqual({})
})

test('loads photos again after a failure', async () => {
  await respondWith({ 'GET /galleryphoto/School': [500, { success: false, message: 'The database is busy.' }] })
  await open()
  await expect.element(page.getByText('The database is busy.')).toBeVisible()
  await respondWith({ ...LIST })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('article', { name: 'Sports day' })).toBeVisible()
})

test('shows the empty state with a button to add photos', async () => {
  await respondWith({ 'GET /galleryphoto/School': [200, { success: true, data: [] }] })
  await open()
  await expect.element(page.getByText('No photos found.')).toBeVisible()
  await page.getByRole('button', { name: 'Add New Photo' }).nth(1).click()
  await expect.element(page.getByRole('form', { name: 'Add photos' })).toBeVisible()
})

test('renders 110 photos completely and in order', async () => {
  const many = Array.from({ length: 110 }, (_, number) => ({ _id: `${1000 + number}`, title: `Photo ${number}` }))
  await respondWith({ 'GET /galleryphoto/School': [200, { success: true, data: many }] })
  await open('/school?sort=oldest')
  const cards = page.getByRole('article')
  await expect.element(cards).toHaveLength(110)
  await expect.element(cards.nth(0)).toMatchTextContent('Photo 0')
  await expect.element(cards.nth(109)).toMatchTextContent('Photo 109')
})

/** Counts the calls of an XMLHttpRequest method, and passes each one on. */
function countOf(method: 'open') {
  const original = XMLHttpRequest.prototype[method]
  const counter = { count: 0, stop: () => Object.assign(XMLHttpRequest.prototype, { [method]: original }) }
  XMLHttpRequest.prototype[method] = function (this: XMLHttpRequest, ...args: unknown[]) {
    counter.count++
    return Reflect.apply(original, this, args)
  }
  return counter
}
