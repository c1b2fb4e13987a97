import type { GallerySection } from '@sevadesk/contract/section.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith, loseTheLine, neverAnswer } from '../../../testing/backend.ts'
import { renderPage } from '../../../testing/render.tsx'
import { GalleryPage } from './gallery-page.tsx'

const SCHOOL: GallerySection = { key: 'School', name: 'School', path: '/school' }
const photo = (number: number) => ({
  _id: `p${number}`,
  title: `Photo ${number}`,
  imageUrl: `/media/${number}.jpg`,
  createdAt: `2026-01-0${number}T00:00:00Z`,
})
const LIST: Parameters<typeof answerWith>[0] = {
  'GET /galleryphoto/School': [200, { success: true, data: [photo(1), photo(2), photo(3)] }],
}

async function open(answers = LIST) {
  await answerWith(answers)
  return renderPage(() => <GalleryPage gallery={SCHOOL} />)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const problem = () => page.getByRole('form').getByRole('alert')

test.each([
  ['a proxy says it is too large', 413, '<html>', 'This is too large for the server. Choose fewer or smaller files.'],
  ['nobody is signed in', 401, {}, 'The server could not save this. Please try again.'],
  ['a server breaks', 500, '<html>', 'The server could not save this. Please try again.'],
  ['a page of HTML comes', 200, '<html>', 'The server could not save this. Please try again.'],
])('%s: the form says what is true of it', async (_what, status, body, words) => {
  await open({ ...LIST, 'POST /galleryphoto/addPhoto': [status, body] })
  await page.getByRole('button', { name: 'Add New Photo' }).click()
  await button('Save').click()
  await expect.element(problem()).toMatchTextContent(words)
})

test('only a line that is lost is told to be', async () => {
  await open()
  await page.getByRole('button', { name: 'Add New Photo' }).click()
  await loseTheLine()
  await button('Save').click()
  await expect
    .element(problem())
    .toMatchTextContent('The server did not answer. Check your internet connection and try again.')
})

test('another photo takes the place of what was typed only on the person’s word; so does closing', async () => {
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
  await button('Close').click()
  await button('Leave').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(page.getByRole('article', { name: 'Photo 2' })).toHaveFocus()
  await button('Edit Photo 2').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Photo 2')
  await button('Close Form').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('after an edit focus is back at its card, saved or closed', async () => {
  await open({ ...LIST, 'PUT /galleryphoto/School/p1': [200, { success: true }] })
  await button('Edit Photo 1').click()
  await button('Save changes').click()
  await expect.element(page.getByRole('article', { name: 'Photo 1' })).toHaveFocus()
  await button('Edit Photo 2').click()
  await button('Close').click()
  await expect.element(page.getByRole('article', { name: 'Photo 2' })).toHaveFocus()
})

test('a photo on its way out cannot be edited, and the form of another stays', async () => {
  await open()
  await neverAnswer()
  await button('Delete Photo 2').click()
  await button('Yes, delete it!').click()
  await expect.element(button('Edit Photo 2')).toBeDisabled()
  await expect.element(button('Edit Photo 1')).toBeEnabled()
})

test('a photo without an id can be seen, and neither edited nor deleted', async () => {
  await open({ 'GET /galleryphoto/School': [200, { success: true, data: [{ title: 'Stray' }] }] })
  await expect.element(button('Edit Stray')).toBeDisabled()
  await expect.element(button('Delete Stray')).toBeDisabled()
})

test.each([
  ['a page of HTML', '<!doctype html>'],
  ['an answer without a list', { data: null }],
])('%s is a failure, not an empty gallery', async (_what, body) => {
  await open({ 'GET /galleryphoto/School': [200, body] })
  await expect.element(page.getByText('Failed to fetch photos').first()).toBeVisible()
  await expect.element(page.getByText('No photos found.')).not.toBeInTheDocument()
})

test('Edit on the card whose form is open leads back to its title, and what was typed stays', async () => {
  await open()
  await button('Edit Photo 1').click()
  await page.getByLabelText('Title').fill('At the sea')
  await button('Edit Photo 1').click()
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
  await expect.element(page.getByLabelText('Title')).toHaveValue('At the sea')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('a failed list that is asked for again gives focus to its first card, or to the heading', async () => {
  await open({ 'GET /galleryphoto/School': [500, { success: false }] })
  await answerWith({ 'GET /galleryphoto/School': [500, { success: false, message: 'Still down.' }] })
  await button('Try again').click()
  await expect.element(page.getByText('Still down.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await answerWith(LIST)
  await button('Try again').click()
  await expect.element(page.getByRole('article', { name: 'Photo 3' })).toHaveFocus()
})

test('a deletion that failed because the photo was gone leaves focus at the next card', async () => {
  await open()
  await button('Delete Photo 2').click()
  await answerWith({
    'GET /galleryphoto/School': [200, { success: true, data: [photo(1), photo(3)] }],
    'DELETE /galleryphoto/School/p2': [404, { success: false, message: 'Gone' }],
  })
  await button('Yes, delete it!').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toBeVisible()
  await expect.poll(() => document.getElementById('card-p2')).toBeNull()
  await button('OK').click()
  await expect.element(page.getByRole('article', { name: 'Photo 1' })).toHaveFocus()
})
