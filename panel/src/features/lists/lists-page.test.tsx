import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refuseConnections, respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import {
  CORPUS,
  COW,
  FEES,
  field,
  form,
  inUse,
  LISTS,
  lists,
  namesIn,
  OLD,
  retired,
  SCHOOL,
} from '../../../testing/lists.ts'
import { button, EXTENDED_SUPERADMIN, openPanel } from '../../../testing/open-panel.tsx'
import { watchCallKeys, watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'

test('shows both lists, in the language of the panel', async () => {
  await openPanel('/lists', LISTS)
  await expect.element(inUse).toBeVisible()
  expect(namesIn(inUse)).toEqual(['Gau Seva', 'School fees', 'Corpus fund'])
  await expect
    .element(inUse.getByRole('listitem').nth(1))
    .toMatchTextContent(/फ़ीस.*School · For this purpose alone · 0 donations/)
  await expect.element(inUse.getByRole('listitem').nth(0)).toMatchTextContent(/The whole trust · 1 donation$/)
  await expect.element(retired).toMatchTextContent('Mela')
  await expect
    .element(page.getByRole('list', { name: 'Institutions: in use' }))
    .toMatchTextContent(/School.*12 donations/)
  await activateLanguage('hi')
  expect(namesIn(page.getByRole('list', { name: 'उद्देश्य: चालू' }))).toEqual(['गौ सेवा', 'फ़ीस', 'स्थायी कोष'])
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('adds a purpose; an empty name is copied only when the user asks', async () => {
  await openPanel('/lists', { ...LISTS, 'POST /lists/purposes': ok({ ...COW, _id: 'p9' }) })
  const calls = watchCalls()
  await button('Add purpose').click()
  await expect.element(field('Name in English')).toHaveFocus()
  await field('Name in English').fill('Annadaan')
  await button('Copy the English name').click()
  await expect.element(field('Name in Hindi')).toHaveFocus()
  await field('Institution').selectOptions('School')
  await field('Type of donation').selectOptions('Corpus')
  await button('Save').click()
  await expect.element(page.getByText('Added to the list')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(button('Add purpose')).toHaveFocus()
  const body = { nameEn: 'Annadaan', nameHi: 'Annadaan', institutionId: 'i1', donationType: 'corpus' }
  expect(calls).toEqual([['POST /lists/purposes', body]])
})

test('sends the same idempotency key again after a lost response', async () => {
  await openPanel('/lists', { ...LISTS, 'POST /lists/institutions': [503, ''] })
  const keys = watchCallKeys()
  await button('Add institution').click()
  await field('Name in English').fill('Clinic')
  await refuseConnections()
  await button('Save').click()
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible()
  await respondWith({ ...LISTS, 'POST /lists/institutions': ok(SCHOOL) })
  await button('Save').click()
  await expect.element(page.getByText('Added to the list')).toBeVisible()
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
})

test('moves entries by keyboard, keeps focus, and says the new place', async () => {
  await openPanel('/lists', { ...LISTS, 'PUT /lists/purposes/order': [200, { success: true }] })
  const up = button('Move Corpus fund up')
  await expect.element(up).toBeVisible()
  const orders = holdResponses('PUT /lists/purposes/order')
  up.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => namesIn(inUse)).toEqual(['Gau Seva', 'Corpus fund', 'School fees'])
  await expect.element(page.getByText('Corpus fund: place 2 of 3')).toBeInTheDocument()
  await expect.element(up).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(() => namesIn(inUse)).toEqual(['Corpus fund', 'Gau Seva', 'School fees'])
  await expect.element(up).toHaveFocus()
  await expect.element(up).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  // The second order waits for the first, so that the last one is stored.
  expect(orders.calls).toHaveLength(1)
  // Reading the lists again would count all donations, and the order is known.
  await respondWith({ ...lists([CORPUS, FEES, COW, OLD]), 'PUT /lists/purposes/order': [200, { success: true }] })
  orders.release()
  await expect.poll(() => orders.calls).toHaveLength(2)
  await button('Edit Gau Seva').click()
  await expect.element(field('Name in English')).toHaveFocus()
  expect(namesIn(inUse)).toEqual(['Corpus fund', 'Gau Seva', 'School fees'])
})

test('retires an entry after a question, and brings it back', async () => {
  const gone = { ...COW, isRetired: true }
  await openPanel('/lists', LISTS)
  const calls = watchCalls()
  await button('Retire Gau Seva').click()
  const question = page.getByRole('alertdialog', { name: 'Retire “Gau Seva”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(calls).toEqual([])
  await respondWith({ ...lists([gone, FEES, CORPUS, OLD]), 'PUT /lists/purposes/p1': ok(gone) })
  await button('Retire Gau Seva').click()
  await button('Yes, retire it').click()
  await expect.poll(() => namesIn(retired)).toEqual(['Gau Seva', 'Mela'])
  await expect.element(retired.getByRole('listitem').first()).toHaveFocus()
  await respondWith({ ...LISTS, 'PUT /lists/purposes/p1': ok(COW) })
  await button('Bring back Gau Seva').click()
  await button('Yes, bring it back').click()
  await expect.poll(() => namesIn(inUse)).toContain('Gau Seva')
  expect(calls).toEqual([
    ['PUT /lists/purposes/p1', { isRetired: true }],
    ['PUT /lists/purposes/p1', { isRetired: false }],
  ])
})

test('says what the empty lists are for, and offers to try again after a failure', async () => {
  await openPanel('/lists', lists([], []))
  await expect.element(page.getByText('No purposes yet.')).toBeVisible()
  await expect.element(page.getByText('No institutions yet.')).toBeVisible()
  await openPanel('/lists', { ...EXTENDED_SUPERADMIN, 'GET /lists': [503, { success: false, message: 'Busy' }] })
  await expect.element(button('Try again')).toBeVisible()
  await expect.element(page.getByText('Busy')).toBeVisible()
})
