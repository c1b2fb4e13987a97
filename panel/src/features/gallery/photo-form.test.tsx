import type { GallerySection } from '@sevadesk/contract/accounts/section.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, refuseConnections, respondWith } from '../../../testing/backend.ts'
import { renderPage } from '../../../testing/render.tsx'
import { GalleryPage } from './gallery-page.tsx'

const SCHOOL: GallerySection = { key: 'School', name: 'School', path: '/school' }
const photo = (number: number) => ({
  _id: `p${number}`,
  title: `Photo ${number}`,
  imageUrl: `/media/${number}.jpg`,
  createdAt: `2026-01-0${number}T00:00:00Z`,
})
const LIST: Parameters<typeof respondWith>[0] = {
  'GET /galleryphoto/School': [200, { success: true, data: [photo(1), photo(2), photo(3)] }],
}

async function open(responses = LIST) {
  await respondWith(responses)
  return renderPage(() => <GalleryPage gallery={SCHOOL} />)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const problem = () => page.getByRole('form').getByRole('alert')

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
  await page.getByRole('button', { name: 'Add New Photo' }).click()
  await button('Save').click()
  await expect.element(problem()).toMatchTextContent(words)
})

test('reports a lost connection if the server cannot be reached', async () => {
  await open()
  await page.getByRole('button', { name: 'Add New Photo' }).click()
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
  await open({ 'GET /galleryphoto/School': [200, { success: true, data: [{ title: 'Stray' }] }] })
  await expect.element(button('Edit Stray')).toBeDisabled()
  await expect.element(button('Delete Stray')).toBeDisabled()
})

test.each([
  ['a page of HTML', '<!doctype html>'],
  ['a response without a list', { data: null }],
])('shows an error, not an empty gallery, for %s', async (_what, body) => {
  await open({ 'GET /galleryphoto/School': [200, body] })
  await expect.element(page.getByText('Failed to fetch photos').first()).toBeVisible()
  await expect.element(page.getByText('No photos found.')).not.toBeInTheDocument()
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
  await respondWith({ 'GET /galleryphoto/School': [500, { success: false, message: 'Still down.' }] })
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
    'GET /galleryphoto/School': [200, { success: true, data: [photo(1), photo(3)] }],
    'DELETE /galleryphoto/School/p2': [404, { success: false, message: 'Gone' }],
  })
  await button('Yes, delete it!').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toBeVisible()
  await expect.poll(() => document.getElementById('card-p2')).toBeNull()
  await button('OK').click()
  await expect.element(page.getByRole('article', { name: 'Photo 1' })).toHaveFocus()
})
