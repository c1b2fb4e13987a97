import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, refusal } from '../../../testing/backend.ts'
import { type Backend, button, EXTENDED_SUPERADMIN, openPanel, SUPERADMIN } from '../../../testing/open-panel.tsx'
import { chooseFile, watchForms } from '../../../testing/sent-forms.ts'
import { eventDatesQuery } from '../dashboard/dashboard-queries.ts'

const AARTI = {
  ...{ _id: 'e1', title: 'Aarti', description: 'At six', imageUrl: 'media/aarti.jpeg' },
  createdAt: '2026-01-01T00:00:00.000Z',
}
const PARADE = { _id: 'e2', title: 'Parade', imageUrl: null, image: null, createdAt: '2026-02-01T00:00:00.000Z' }

const open = (events: object[], more: Backend = {}, who = SUPERADMIN) =>
  openPanel('/events', { ...who, 'GET /event': ok(events), ...more })

test('adds an event with the specified request, and closes the form', async () => {
  const { queryClient } = await open([AARTI, PARADE], { 'POST /event/addevent': [201, { success: true }] })
  queryClient.setQueryData(eventDatesQuery.queryKey, [])
  const sent = watchForms()
  await button('Add New Event').first().click()
  await page.getByLabelText('Title').fill('Evening')
  await page.getByLabelText('Description').fill('All are welcome')
  await chooseFile(new File(['photo'], 'evening.jpg', { type: 'image/jpeg' }))
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
  await open([AARTI], { 'PUT /event/e1': [200, ''] })
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

const FAIR = {
  _id: 'e3',
  title: 'Fair',
  startsAt: '2099-11-21T12:30:00.000Z',
  endsAt: '2099-11-21T14:30:00.000Z',
  venue: 'School ground',
  createdAt: '2025-01-01T00:00:00.000Z',
}
const CAMP = { _id: 'e4', title: 'Camp', startsAt: '2020-01-05', createdAt: '2026-03-01T00:00:00.000Z' }
const openDated = (more: Backend = {}) => open([AARTI, PARADE, FAIR, CAMP], more, EXTENDED_SUPERADMIN)

test('sends dates in UTC or as days, and shows the server’s sentence at the date', async () => {
  const fields = { endsAt: 'The event cannot end before it starts.' }
  await openDated({ 'PUT /event/e3': refusal(400, 'No.', { fields }) })
  const sent = watchForms()
  await button('Edit Fair').click()
  const input = (label: string) => page.getByLabelText(label, { exact: true })
  await expect.element(input('Date')).toHaveValue('21/11/2099')
  await expect.element(input('Start time')).toHaveValue('18:00')
  await input('End date').fill('')
  await input('Venue').fill('Temple')
  await button('Save').click()
  await expect.element(input('End date')).toHaveAccessibleDescription(`dd/mm/yyyy ${fields.endsAt}`)
  await input('Start time').fill('')
  await input('End time').fill('')
  await expect.element(input('End date')).toHaveAccessibleDescription('dd/mm/yyyy')
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

test('sends a date that is none as it was typed, and says what is wrong with it', async () => {
  await openDated({ 'PUT /event/e4': refusal(400, 'No.', { fields: { startsAt: 'Enter an existing day.' } }) })
  const sent = watchForms()
  await button('Edit Camp').click()
  const date = page.getByLabelText('Date', { exact: true })
  await date.fill('31/02/26')
  await page.getByLabelText('Start time', { exact: true }).fill('09:00')
  await button('Save').click()
  await expect.element(date).toHaveAccessibleDescription('dd/mm/yyyy There is no such day. Check day and month.')
  await expect.element(date).toHaveValue('31/02/26')
  await date.fill('28/02/26')
  await button('Save').click()
  await expect
    .poll(() => sent.map((form) => form[2]))
    .toEqual([
      ['startsAt', '31/02/26T09:00'],
      ['startsAt', '2026-02-28T03:30:00.000Z'],
    ])
})

test('names the trust’s zone beside the times if the browser has another', async () => {
  const minutes = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330)
  const screen = await openDated()
  await button('Add New Event').click()
  await expect.element(page.getByText('Without a time, the event lasts all day.', { exact: true })).toBeVisible()
  await screen.unmount()
  minutes.mockReturnValue(-60)
  await openDated()
  await button('Add New Event').click()
  await expect.element(page.getByText(/Times are in India Standard Time\.$/)).toBeVisible()
})

test('shows dates and venue, marks past events, and sorts by date', async () => {
  const { router } = await openDated()
  const fair = page.getByRole('article', { name: 'Fair' })
  await expect.element(fair).toMatchTextContent(/21 Nov.* 2099, 6:00.–.8:00.PM.*School ground/)
  await expect.element(fair).not.toMatchTextContent('Past')
  await expect.element(page.getByRole('article', { name: 'Camp' })).toMatchTextContent('Past')
  await page.getByLabelText('Sort').selectOptions('By event date')
  await expect.element(page.getByRole('article').first()).toMatchTextContent('Fair')
  await expect.element(page.getByRole('article').nth(3)).toMatchTextContent('Camp')
  await expect.poll(() => router.state.location.search).toEqual({ sort: 'date' })
})

test('shows and sends no dates to a plain backend', async () => {
  await open([FAIR], { 'PUT /event/e3': [200, ''] })
  const sent = watchForms()
  await expect.element(page.getByRole('article')).not.toMatchTextContent('School ground')
  await expect.element(page.getByRole('link', { name: /History/ })).not.toBeInTheDocument()
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

test('links to a picture on the media host, from `imageUrl` or `image`', async () => {
  await open([AARTI, { _id: 'e3', title: 'Old', imageUrl: '', image: '/uploads/old.jpg' }])
  const link = page.getByRole('link', { name: 'View image of Aarti in a new tab' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/backend\/[^/]+\/media\/aarti\.jpeg$/))
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener')
  const old = page.getByRole('link', { name: 'View image of Old in a new tab' })
  await expect.element(old).toHaveAttribute('href', expect.stringMatching(/\/backend\/[^/]+\/uploads\/old\.jpg$/))
})

test('shows a drawing for an event without a picture, and an error for an unsafe URL', async () => {
  await open([PARADE, { _id: 'e4', title: 'Odd', imageUrl: 'javascript:alert(1)' }])
  const parade = page.getByRole('article', { name: 'Parade' })
  await expect.element(parade).toBeVisible()
  expect(parade.element().querySelector('svg[viewBox="0 0 320 240"]')).not.toBeNull()
  await expect.element(parade).not.toMatchTextContent("Picture can't be shown")
  await expect.element(page.getByRole('article', { name: 'Odd' })).toMatchTextContent("Picture can't be shown")
  await expect.element(page.getByRole('main').getByRole('link')).not.toBeInTheDocument()
})
