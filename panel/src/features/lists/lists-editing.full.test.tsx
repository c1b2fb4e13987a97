import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { FEES, field, form, inUse, LISTS, namesIn } from '../../../testing/lists.ts'
import { type Backend, button, openPanel } from '../../../testing/open-panel.tsx'
import { watchCallHeader, watchCalls } from '../../../testing/sent-calls.ts'

test.each([
  ['Add purpose', 'POST /lists/purposes'],
  ['Add institution', 'POST /lists/institutions'],
])('%s: shows each refusal at its field and keeps what was typed', async (opener, call) => {
  const refusal = (fields: object): Backend[string] => [400, { success: false, message: 'Look again.', fields }]
  const missing = { nameHi: 'Enter the name in Hindi.' }
  await openPanel('/lists', { ...LISTS, [call]: refusal(missing) })
  await button(opener).click()
  await field('Name in English').fill('  ')
  await field('Name in English').fill('School')
  await button('Save').click()
  await expect.element(field('Name in Hindi')).toHaveAccessibleDescription('Enter the name in Hindi.')
  await expect.element(field('Name in Hindi')).toHaveFocus()
  const taken = { nameEn: 'The entry “School” already has this name.' }
  await respondWith({ ...LISTS, [call]: [409, { success: false, message: 'Taken', code: 'taken', fields: taken }] })
  await field('Name in Hindi').fill('विद्यालय')
  await button('Save').click()
  await expect.element(field('Name in English')).toHaveAccessibleDescription(taken.nameEn)
  await expect.element(field('Name in English')).toHaveValue('School')
  await respondWith({ ...LISTS, [call]: [503, ''] })
  await button('Save').click()
  await expect
    .element(page.getByRole('alert').getByText('The server could not save this. Please try again.'))
    .toBeVisible()
  await expect.element(field('Name in Hindi')).toHaveValue('विद्यालय')
})

test('shows why a change was refused, at its field', async () => {
  const refused = { success: false, message: 'Taken', code: 'taken', fields: { nameEn: 'School has this name.' } }
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/p1': [409, refused] })
  await button('Edit Gau Seva').click()
  await field('Name in English').fill('School')
  await button('Save').click()
  await expect.element(field('Name in English')).toHaveAccessibleDescription('School has this name.')
  await expect.element(field('Name in English')).toHaveValue('School')
})

test('asks before the form of the other list replaces unsaved text', async () => {
  await openPanel('/lists', LISTS)
  await button('Add purpose').click()
  await field('Name in English').fill('Annadaan')
  await button('Add institution').click()
  await button('Stay').click()
  await expect.element(field('Name in English')).toHaveValue('Annadaan')
  await button('Add institution').click()
  await button('Leave').click()
  await expect.element(form).toHaveAccessibleName('Add institution')
  await expect.element(field('Name in English')).toHaveValue('')
  await button('Close Form').click()
  await expect.element(button('Add institution')).toHaveFocus()
})

test('cannot retire the entry whose form is open', async () => {
  await openPanel('/lists', LISTS)
  await button('Edit Gau Seva').click()
  await expect.element(button('Retire Gau Seva')).toBeDisabled()
  await expect.element(button('Retire School fees')).toBeEnabled()
  await button('Close Form').click()
  await expect.element(button('Retire Gau Seva')).toBeEnabled()
})

test('merges what another superadmin saved meanwhile', async () => {
  const theirs = { ...FEES, nameHi: 'विद्यालय की फ़ीस', institutionId: null, version: 2 }
  const conflict = { success: false, code: 'version_conflict', message: 'Saved meanwhile.', current: theirs }
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/p2': [412, conflict] })
  const calls = watchCalls()
  await button('Edit School fees').click()
  await field('Name in Hindi').fill('बच्चों की फ़ीस')
  await button('Save').click()
  const part = page.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
  await expect.element(part.getByRole('definition')).toMatchTextContent('empty')
  await part.getByRole('radio', { name: 'Yours' }).click()
  await respondWith({ ...LISTS, 'PUT /lists/purposes/p2': ok({ ...theirs, version: 3 }) })
  await button('Save').click()
  await expect.element(page.getByText('List saved')).toBeVisible()
  const body = { nameEn: 'School fees', nameHi: 'बच्चों की फ़ीस', institutionId: null, donationType: 'specific' }
  expect(calls.at(-1)).toEqual(['PUT /lists/purposes/p2', body])
})

test('names the version that a save begins from', async () => {
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/p2': ok(FEES) })
  await button('Edit School fees').click()
  const versions = watchCallHeader('If-Match')
  await field('Name in Hindi').fill('बच्चों की फ़ीस')
  await button('Save').click()
  await expect.element(page.getByText('List saved')).toBeVisible()
  expect(versions).toEqual(['"1"'])
})

test('shows the stored order again when it cannot be changed', async () => {
  const message = 'Someone else changed this list meanwhile.'
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/order': [409, { success: false, message }] })
  const calls = watchCalls()
  await button('Move Gau Seva down').click()
  await expect.poll(() => calls).toEqual([['PUT /lists/purposes/order', { ids: ['p2', 'p1', 'p3', 'p4'] }]])
  await expect.element(page.getByText('Failed to save the order')).toBeVisible()
  await expect.poll(() => namesIn(inUse)).toEqual(['Gau Seva', 'School fees', 'Corpus fund'])
})

test('returns focus to the button of the open form after another entry was not opened', async () => {
  await openPanel('/lists', LISTS)
  await button('Add purpose').click()
  await field('Name in English').fill('Annadaan')
  await button('Edit School').click()
  await button('Stay').click()
  await expect.element(field('Name in English')).toHaveValue('Annadaan')
  await button('Close Form').click()
  await button('Leave').click()
  await expect.element(button('Add purpose')).toHaveFocus()
})
