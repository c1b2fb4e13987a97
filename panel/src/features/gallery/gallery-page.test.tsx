import type { GallerySection } from '@sevadesk/contract/accounts/section.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, ok, refusal, refuseConnections, respondWith, stallUploads } from '../../../testing/backend.ts'
import { type Backend, button } from '../../../testing/open-panel.tsx'
import { renderPage } from '../../../testing/render.tsx'
import { chooseFile, dropFiles, largeFile, watchForms } from '../../../testing/sent-forms.ts'
import { GalleryPage } from './gallery-page.tsx'

const SCHOOL: GallerySection = { key: 'School', name: 'School' }
const photo = (number: number) => ({
  ...{ _id: `p${number}`, title: `Photo ${number}`, description: `Class ${number}`, imageUrl: `/media/${number}.jpg` },
  createdAt: `2026-01-0${number}T00:00:00Z`,
})
const LIST: Backend = { 'GET /galleryphoto/School': ok([photo(1), photo(2), photo(3)]) }
const problem = () => page.getByRole('form').getByRole('alert')

async function open(responses = LIST, address?: string) {
  await respondWith(responses)
  return renderPage(() => <GalleryPage gallery={SCHOOL} />, address)
}

async function fillNewPhoto() {
  await button('Add New Photo').click()
  await page.getByLabelText('Title').fill('At the sea')
  await page.getByLabelText('Description').fill('Class trip')
  await chooseFile(new File(['photo'], 'beach.jpg', { type: 'image/jpeg' }))
}

async function expectNothingLost() {
  await expect.element(page.getByLabelText('Title')).toHaveValue('At the sea')
  await expect.element(page.getByLabelText('Description')).toHaveValue('Class trip')
  await expect.element(page.getByText('beach.jpg', { exact: true })).toBeVisible()
}

test('keeps the input after a refusal, shows the server’s message, and marks the file named in it', async () => {
  await open({ ...LIST, 'POST /galleryphoto/addPhoto': refusal(415, '“beach.jpg” is not a photo.') })
  await fillNewPhoto()
  await button('Save').click()
  await expect.element(problem()).toMatchTextContent('“beach.jpg” is not a photo.')
  await expect.element(page.getByText('Not accepted', { exact: true })).toBeVisible()
  await expectNothingLost()
})

test('keeps the input after an upload is cancelled, and then saves it', async () => {
  await open()
  await fillNewPhoto()
  dropFiles(largeFile('sea.jpg', 'image/jpeg'))
  await stallUploads()
  await button('Save').click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(button('Close Form')).toBeDisabled()
  await button('Cancel').click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
  await expect.element(button('Save')).toHaveFocus()
  await expectNothingLost()
  await button('Remove sea.jpg').click()
  await respondWith({ ...LIST, 'POST /galleryphoto/addPhoto': ok([]) })
  await button('Save').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(button('Add New Photo')).toHaveFocus()
})

test('sends one request for a double click on Save', async () => {
  await open()
  await fillNewPhoto()
  await neverRespond()
  const sent = watchForms()
  const save = button('Save').element() as HTMLButtonElement
  save.click()
  save.click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('keeps the form open after a double click on the button that opens it', async () => {
  await open()
  await button('Add New Photo').dblClick()
  await expect.element(button('Close Form')).toBeVisible()
})

test('opens the form on a tap that quickly follows a tap on another element', async () => {
  await open()
  const add = button('Add New Photo')
  await add.click()
  await button('Close Form').click()
  await expect.element(add).toBeVisible()
  const tap = (element: Element) =>
    element.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 2, pointerType: 'touch' }))
  tap(page.getByRole('heading', { name: 'School' }).element())
  tap(add.element())
  await expect.element(button('Close Form')).toBeVisible()
})

test('fills the form with the photo to edit, and opens it empty for a new photo', async () => {
  await open()
  await button('Edit Photo 1').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Photo 1')
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
  await expect.element(page.getByLabelText('Description')).toHaveValue('Class 1')
  await button('Edit Photo 3').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Photo 3')
  await button('Close Form').click()
  await button('Add New Photo').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('')
})

test('reads the sort order from the address, and removes it when the default is chosen', async () => {
  const { router } = await open(LIST, '/school?sort=oldest')
  const cards = page.getByRole('article')
  await expect.element(cards.first()).toMatchTextContent('Photo 1')
  await page.getByLabelText('Sort').selectOptions('Latest')
  await expect.element(cards.first()).toMatchTextContent('Photo 3')
  await expect.poll(() => router.state.location.search).toEqual({})
})

test('renders 110 photos completely and in order', async () => {
  const many = Array.from({ length: 110 }, (_, number) => ({ _id: `${1000 + number}`, title: `Photo ${number}` }))
  await open({ 'GET /galleryphoto/School': ok(many) }, '/school?sort=oldest')
  const cards = page.getByRole('article')
  await expect.element(cards).toHaveLength(110)
  await expect.element(cards.nth(0)).toMatchTextContent('Photo 0')
  await expect.element(cards.nth(109)).toMatchTextContent('Photo 109')
})

test.each([
  [
    'the upload is too large for a proxy',
    413,
    '<html>',
    'This is too large for the server. Choose fewer or smaller files.',
  ],
  ['nobody is signed in', 401, {}, 'The server could not save this. Please try again.'],
  ['the server fails', 500, '<html>', 'The server could not save this. Please try again.'],
  ['the response is an HTML page', 200, '<html>', 'The server could not save this. Please try again.'],
])('shows a matching error when %s', async (_what, status, body, words) => {
  await open({ ...LIST, 'POST /galleryphoto/addPhoto': [status, body] })
  await button('Add New Photo').click()
  await button('Save').click()
  await expect.element(problem()).toMatchTextContent(words)
})

test('reports a lost connection if the server cannot be reached', async () => {
  await open()
  await button('Add New Photo').click()
  await refuseConnections()
  await button('Save').click()
  await expect
    .element(problem())
    .toMatchTextContent('The server did not answer. Check your internet connection and try again.')
})

test('asks before unsaved input is lost by editing another photo or closing the form', async () => {
  await open()
  await button('Edit Photo 1').click()
  await page.getByLabelText('Title').fill('At the sea')
  await button('Edit Photo 2').click()
  await button('Stay').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('At the sea')
  await button('Edit Photo 2').click()
  await button('Leave').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Photo 2')
  await page.getByLabelText('Title').fill('At the lake')
  await button('Close Form').click()
  await button('Stay').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('At the lake')
  await button('Close Form').click()
  await button('Leave').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(page.getByRole('article', { name: 'Photo 2' })).toHaveFocus()
  await button('Edit Photo 2').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Photo 2')
  await button('Close Form').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('moves focus to the card after its edit form is saved or closed', async () => {
  await open({ ...LIST, 'PUT /galleryphoto/School/p1': [200, { success: true }] })
  await button('Edit Photo 1').click()
  await button('Save').click()
  await expect.element(page.getByRole('article', { name: 'Photo 1' })).toHaveFocus()
  await button('Edit Photo 2').click()
  await button('Close Form').click()
  await expect.element(page.getByRole('article', { name: 'Photo 2' })).toHaveFocus()
})

test('disables Edit only on the photo that is being deleted', async () => {
  await open()
  await neverRespond()
  await button('Delete Photo 2').click()
  await button('Yes, delete it!').click()
  await expect.element(button('Edit Photo 2')).toBeDisabled()
  await expect.element(button('Edit Photo 1')).toBeEnabled()
})

test('shows a photo without an id, but disables edit and delete', async () => {
  await open({ 'GET /galleryphoto/School': ok([{ title: 'Stray' }]) })
  await expect.element(button('Edit Stray')).toBeDisabled()
  await expect.element(button('Delete Stray')).toBeDisabled()
})

test('focuses the form and keeps its input when Edit is pressed again on the same card', async () => {
  await open()
  await button('Edit Photo 1').click()
  await page.getByLabelText('Title').fill('At the sea')
  await button('Edit Photo 1').click()
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
  await expect.element(page.getByLabelText('Title')).toHaveValue('At the sea')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('focuses the heading if a retry fails, and the first card if a retry succeeds', async () => {
  await open({ 'GET /galleryphoto/School': [500, { success: false }] })
  await respondWith({ 'GET /galleryphoto/School': refusal(500, 'Still down.') })
  await button('Try again').click()
  await expect.element(page.getByText('Still down.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await respondWith(LIST)
  await button('Try again').click()
  await expect.element(page.getByRole('article', { name: 'Photo 3' })).toHaveFocus()
})

test('focuses the next card if another user has already deleted the photo', async () => {
  await open()
  await button('Delete Photo 2').click()
  await respondWith({
    'GET /galleryphoto/School': ok([photo(1), photo(3)]),
    'DELETE /galleryphoto/School/p2': refusal(404, 'Gone'),
  })
  await button('Yes, delete it!').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toBeVisible()
  await expect.poll(() => document.getElementById('card-p2')).toBeNull()
  await button('OK').click()
  await expect.element(page.getByRole('article', { name: 'Photo 1' })).toHaveFocus()
})
