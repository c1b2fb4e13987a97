import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'
import { chooseFile } from '../../testing/sent-forms.ts'

const item = (fields: object) => [{ _id: 'a1', title: 'Aarti', createdAt: '2026-01-01T00:00:00Z', ...fields }]
const BACKEND: Backend = {
  ...SUPERADMIN,
  'GET /galleryphoto/School': ok(item({ imageUrl: '/media/1.jpg' })),
  'GET /event': ok(item({ imageUrl: '/media/1.jpg' })),
  'GET /homevideo/getvideo': ok(item({ videoUrl: '/media/1.mp4' })),
}
const form = () => page.getByRole('form')
const figure = () => form().getByRole('figure')

test.each([
  ['/school', 'picture', 'image/png'],
  ['/events', 'picture', 'image/png'],
  ['/home-video', 'video', 'video/mp4'],
] as const)('%s shows the present %s in the edit form, and whether it stays', async (path, kind, type) => {
  await openPanel(path, BACKEND)
  await button('Edit Aarti').click()
  await expect.element(figure()).toMatchTextContent(`This ${kind} stays unless you choose another.`)
  const media = kind === 'video' ? figure().getByLabelText('Aarti', { exact: true }) : figure().getByRole('img')
  await expect.element(media).toBeVisible()
  await chooseFile(new File(['x'], 'new', { type }))
  await expect.element(figure()).toMatchTextContent(`Saving replaces this ${kind}.`)
})

test('shows no picture in the forms of a new event and of an event without one', async () => {
  await openPanel('/events', { ...BACKEND, 'GET /event': ok(item({})) })
  await button('Edit Aarti').click()
  await expect.element(form()).toBeVisible()
  await expect.element(figure()).not.toBeInTheDocument()
  await button('Close Form').click()
  await button('Add New Event').first().click()
  await expect.element(figure()).not.toBeInTheDocument()
})
