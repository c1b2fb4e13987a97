import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, respondWith, stallUploads } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { renderPage } from '../../../testing/render.tsx'
import { chooseFile, dropFiles, largeFile, watchForms } from '../../../testing/sent-forms.ts'
import { activateLanguage } from '../../locales/language.ts'
import { eventDatesQuery } from '../dashboard/dashboard-queries.ts'
import { EventsPage } from './events-page.tsx'

const EVENTS = [
  {
    _id: 'e1',
    title: 'Aarti',
    description: 'At six',
    imageUrl: 'media/aarti.jpeg',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  {
    _id: 'e2',
    title: 'Parade',
    description: '',
    imageUrl: null,
    image: null,
    createdAt: '2026-02-01T00:00:00.000Z',
  },
]
const LIST: Backend = { 'GET /event': [200, { success: true, data: EVENTS }] }
const BACKEND: Backend = { ...SUPERADMIN, ...LIST }
const jpeg = new File(['photo'], 'evening.jpg', { type: 'image/jpeg' })

const openScreen = (backend: Backend = BACKEND) => openPanel('/events', backend)

async function open(responses: Backend = LIST) {
  await respondWith(responses)
  return renderPage(() => <EventsPage />)
}

async function fillNewEvent() {
  await button('Add New Event').first().click()
  await page.getByLabelText('Title').fill('Evening')
  await page.getByLabelText('Description').fill('All are welcome')
  await chooseFile(jpeg)
}

test('adds an event with the specified request, and closes the form', async () => {
  const { queryClient } = await openScreen({ ...BACKEND, 'POST /event/addevent': [201, { success: true }] })
  queryClient.setQueryData(eventDatesQuery.queryKey, [])
  const sent = watchForms()
  await fillNewEvent()
  await button('Save').click()
  await expect.element(page.getByText('Event added successfully')).toBeVisible()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(button('Add New Event').first()).toHaveFocus()
  expect(queryClient.getQueryState(eventDatesQuery.queryKey)?.isInvalidated).toBe(true)
  expect(sent).toEqual([
    [
      ['title', 'Evening'],
      ['description', 'All are welcome'],
      ['image', expect.objectContaining({ name: 'evening.jpg' })],
    ],
  ])
})

test('updates an event, and sends no file if none was chosen', async () => {
  await openScreen({ ...BACKEND, 'PUT /event/e1': [200, ''] })
  const sent = watchForms()
  await button('Edit Aarti').click()
  await expect.element(page.getByLabelText('Description')).toHaveValue('At six')
  await page.getByLabelText('Title').fill('Morning aarti')
  await button('Save').click()
  await expect.element(page.getByText('Event updated successfully')).toBeVisible()
  await expect.element(page.getByRole('article', { name: 'Aarti' })).toHaveFocus()
  expect(sent).toEqual([
    [
      ['title', 'Morning aarti'],
      ['description', 'At six'],
    ],
  ])
})

const DATED = signedIn([], { role: 'superadmin', level: 1 })
const FAIR = {
  _id: 'e3',
  title: 'Fair',
  startsAt: '2099-11-21T12:30:00.000Z',
  endsAt: '2099-11-21T14:30:00.000Z',
  venue: 'School ground',
  createdAt: '2025-01-01T00:00:00.000Z',
}
const CAMP = { _id: 'e4', title: 'Camp', startsAt: '2020-01-05', createdAt: '2026-03-01T00:00:00.000Z' }
const DATED_LIST: Backend = { ...DATED, 'GET /event': [200, { data: [...EVENTS, FAIR, CAMP] }] }

test('sends dates in UTC or as days, and shows the server’s sentence at the date', async () => {
  const fields = { endsAt: 'The event cannot end before it starts.' }
  await openScreen({ ...DATED_LIST, 'PUT /event/e3': [400, { success: false, message: 'No.', fields }] })
  const sent = watchForms()
  await button('Edit Fair').click()
  const input = (label: string) => page.getByLabelText(label, { exact: true })
  await expect.element(input('Date')).toHaveValue('2099-11-21')
  await expect.element(input('Start time')).toHaveValue('18:00')
  await input('End date').fill('')
  await input('Venue').fill('Temple')
  await button('Save').click()
  await expect.element(input('End date')).toHaveAccessibleDescription(fields.endsAt)
  await input('Start time').fill('')
  await input('End time').fill('')
  await expect.element(input('End date')).not.toHaveAccessibleDescription(fields.endsAt)
  await button('Save').click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent.map((form) => form.slice(2))).toEqual([
    [
      ['startsAt', '2099-11-21T12:30:00.000Z'],
      ['endsAt', '2099-11-21T14:30:00.000Z'],
      ['venue', 'Temple'],
    ],
    [
      ['startsAt', '2099-11-21'],
      ['endsAt', ''],
      ['venue', 'Temple'],
    ],
  ])
})

test('names the trust’s zone beside the times if the browser has another', async () => {
  const minutes = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330)
  const screen = await openScreen(DATED_LIST)
  await button('Add New Event').click()
  await expect.element(page.getByText('Without a time, the event lasts all day.', { exact: true })).toBeVisible()
  await screen.unmount()
  minutes.mockReturnValue(-60)
  await openScreen(DATED_LIST)
  await button('Add New Event').click()
  await expect.element(page.getByText(/Times are in India Standard Time\.$/)).toBeVisible()
})

test('shows dates and venue, marks past events, and sorts by date', async () => {
  const { router } = await openScreen(DATED_LIST)
  const fair = page.getByRole('article', { name: 'Fair' })
  await expect.element(fair).toMatchTextContent(/21 Nov.* 2099, 6:00.–.8:00.PM.*School ground/)
  await expect.element(fair).not.toMatchTextContent('Past')
  await expect.element(page.getByRole('article', { name: 'Camp' })).toMatchTextContent('Past')
  await page.getByLabelText('Sort').selectOptions('By event date')
  await expect.element(page.getByRole('article').first()).toMatchTextContent('Fair')
  await expect.element(page.getByRole('article').nth(3)).toMatchTextContent('Camp')
  expect(router.state.location.search).toEqual({ sort: 'date' })
})

test('shows and sends no dates to a plain backend', async () => {
  await openScreen({ ...BACKEND, 'GET /event': [200, { data: [FAIR] }], 'PUT /event/e3': [200, ''] })
  const sent = watchForms()
  await expect.element(page.getByRole('article')).not.toMatchTextContent('School ground')
  await button('Edit Fair').click()
  await expect.element(page.getByLabelText('Venue')).not.toBeInTheDocument()
  await expect.element(page.getByRole('option', { name: 'By event date' })).not.toBeInTheDocument()
  await button('Save').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  expect(sent).toEqual([
    [
      ['title', 'Fair'],
      ['description', ''],
    ],
  ])
})

test('keeps the input after the server refuses it, and shows the server’s message in the form', async () => {
  const refusal = { success: false, message: '“evening.jpg” is not a photo.' }
  await openScreen({ ...BACKEND, 'POST /event/addevent': [415, refusal] })
  await fillNewEvent()
  await button('Save').click()
  await expect.element(page.getByText('Failed to save event')).toBeVisible()
  await expect.element(page.getByRole('form').getByRole('alert')).toMatchTextContent('“evening.jpg” is not a photo.')
  await expect.element(page.getByText('Not accepted', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Evening')
  await expect.element(page.getByLabelText('Description')).toHaveValue('All are welcome')
  await expect.element(page.getByText('evening.jpg', { exact: true })).toBeVisible()
})

test('shows upload progress, cancels, and tries again', async () => {
  await open()
  await fillNewEvent()
  dropFiles(largeFile('evening.jpg', 'image/jpeg'))
  await stallUploads()
  await button('Save').click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
  await respondWith({ ...LIST, 'POST /event/addevent': [200, { success: true }] })
  await button('Save').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
})

test('confirms and reports a deletion with the specified texts, and keeps the card after a failure', async () => {
  await open({ ...LIST, 'DELETE /event/e2': [200, { success: true, message: 'Gone' }] })
  await button('Delete Aarti').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toMatchTextContent('This event will be permanently deleted.')
  await expect.element(button('Cancel')).toHaveFocus()
  await button('Yes').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Error!' })).toMatchTextContent('Failed to delete event.')
  await button('OK').click()
  await button('Delete Parade').click()
  await button('Yes').click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Deleted!' }))
    .toMatchTextContent('Your event has been deleted.')
  await button('OK').click()
  await expect.element(page.getByRole('article', { name: 'Aarti' })).toHaveFocus()
})

test('links to a picture on the media host, from `imageUrl` or `image`', async () => {
  const both = [{ ...EVENTS[0] }, { _id: 'e3', title: 'Old', imageUrl: '', image: '/uploads/old.jpg' }]
  await open({ 'GET /event': [200, { data: both }] })
  const link = page.getByRole('link', { name: 'View image of Aarti in a new tab' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/backend\/[^/]+\/media\/aarti\.jpeg$/))
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener')
  const old = page.getByRole('link', { name: 'View image of Old in a new tab' })
  await expect.element(old).toHaveAttribute('href', expect.stringMatching(/\/backend\/[^/]+\/uploads\/old\.jpg$/))
})

test('shows a drawing for an event without a picture, and an error for an unsafe URL', async () => {
  await open({
    'GET /event': [200, [...EVENTS.slice(1), { _id: 'e4', title: 'Odd', imageUrl: 'javascript:alert(1)' }]],
  })
  const parade = page.getByRole('article', { name: 'Parade' })
  await expect.element(parade).toBeVisible()
  expect(parade.element().querySelector('svg[viewBox="0 0 320 240"]')).not.toBeNull()
  await expect.element(parade).not.toMatchTextContent("Picture can't be shown")
  await expect.element(page.getByRole('article', { name: 'Odd' })).toMatchTextContent("Picture can't be shown")
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
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
  const { screen } = await renderPage(() => <EventsPage />)
  await expect.element(page.getByText('Loading events...')).toBeVisible()
  await screen.unmount()
  const empty = await open({ 'GET /event': [200, { success: true, data: [] }] })
  await expect.element(page.getByText('No events found.')).toBeVisible()
  await button('Add New Event').nth(1).click()
  await expect.element(page.getByRole('form', { name: 'Add event' })).toBeVisible()
  await empty.screen.unmount()
  await open({ 'GET /event': [500, { success: false, message: 'The disk is full.' }] })
  await expect.element(page.getByText('Failed to fetch events')).toBeVisible()
  await expect.element(page.getByText('The disk is full.')).toBeVisible()
  await respondWith(LIST)
  await button('Try again').click()
  await expect.element(page.getByRole('article', { name: 'Parade' })).toBeVisible()
})

test('shows malformed records as far as possible', async () => {
  await open({
    'GET /event': [200, [{ title: 'Stray' }, null, { _id: 9, title: 7, image: ['x'], createdAt: 'soon' }]],
  })
  await expect.element(page.getByRole('article')).toHaveLength(2)
  await expect.element(button('Edit Stray')).toBeDisabled()
  await expect.element(button('Delete Stray')).toBeDisabled()
  await expect.element(button('Edit 7')).toBeEnabled()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
  expect(page.getByText("Picture can't be shown").elements()).toHaveLength(1)
})

test('shows no English text when the language is Hindi', async () => {
  const { screen } = await open()
  await activateLanguage('hi')
  await page.getByRole('button', { name: 'नया कार्यक्रम जोड़ें' }).click()
  await expect.element(page.getByRole('form', { name: 'कार्यक्रम जोड़ें' })).toBeVisible()
  const words = [...screen.container.querySelectorAll('header, form, article')].map((part) => part.textContent)
  expect(words.join(' ').match(/[A-Za-z]{2,}/g)).toEqual(['Parade', 'Aarti', 'At', 'six']) // only the trust's own words
})
