import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'

const SCHOOL = { _id: 'i1', nameEn: 'School', nameHi: 'विद्यालय', isRetired: false, version: 1 }
const TEXTS = ['gau seva', 'भोजन', 'Puja'].map((text) => ({ text, donations: 2, purposeId: null, proposedId: null }))
const BACKEND: Backend = {
  ...signedIn([], { role: 'superadmin', level: 1 }),
  'GET /lists': [200, { success: true, data: { purposes: [], institutions: [SCHOOL] } }],
  'GET /lists/purposes/texts?state=open&page=1&limit=25': [200, { success: true, data: TEXTS, total: 3, page: 1 }],
}

const form = page.getByRole('main').getByRole('form')
const bar = page.getByRole('region', { name: 'Selected texts' })

test('returns focus to the button of the open form after another entry was not opened', async () => {
  await openPanel('/lists', BACKEND)
  await button('Add purpose').click()
  await form.getByLabelText('Name in English').fill('Annadaan')
  await button('Edit School').click()
  await button('Stay').click()
  await expect.element(form.getByLabelText('Name in English')).toHaveValue('Annadaan')
  await button('Close Form').click()
  await button('Leave').click()
  await expect.element(button('Add purpose')).toHaveFocus()
})

test('focuses the form that is open for another text, and closes it unasked while nothing was typed', async () => {
  await openPanel('/lists/mapping', BACKEND)
  await page.getByRole('checkbox', { name: 'Select gau seva' }).click()
  await button('New purpose from भोजन').click()
  await expect.element(form.getByLabelText('Name in English')).toHaveFocus()
  await button('New purpose from Puja').click()
  await expect.element(form.getByLabelText('Name in English')).toHaveFocus()
  await expect.element(form.getByLabelText('Name in Hindi')).toHaveValue('भोजन')
  await button('Close Form').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /भोजन/ })).toHaveFocus()
  await expect.element(bar).toMatchTextContent(/Selected: 1/)
  await button('New purpose from भोजन').click()
  await form.getByLabelText('Name in English').fill('Meals')
  await button('Close Form').click()
  await button('Stay').click()
  await expect.element(form.getByLabelText('Name in English')).toHaveValue('Meals')
})
