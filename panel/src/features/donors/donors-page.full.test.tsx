import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { ASHA, certificateBackend, donorBackend, list, one, RAVI } from '../../../testing/donors.ts'
import { type Backend, button, editedByMeera, openPanel } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { activateLanguage } from '../../locales/language.ts'

const link = (name: string) => page.getByRole('link', { name, exact: true })
const main = page.getByRole('main')

test('shows who else edits the donor, and merges what others saved meanwhile', async () => {
  const current = { ...ASHA, notes: 'Moved', version: 4 }
  const conflict = { success: false, message: 'Someone', code: 'version_conflict', current }
  await openPanel(
    '/donors?open=a1',
    donorBackend(['Donations'], { ...editedByMeera('donor', 'a1'), 'PUT /donors/a1': [412, conflict] }),
  )
  await button('Edit donor').click()
  await expect.element(page.getByText('Meera is editing since 11:39 AM')).toBeVisible()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
  await button('Save').click()
  await expect.element(page.getByText('Someone else saved a change here meanwhile.')).toBeVisible()
  await page.getByRole('radio', { name: 'Theirs' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Moved')
})

test('merges two donors with the chosen fields, and offers to undo it', async () => {
  const merges = [{ _id: 'm1', name: 'Ravi', gifts: 3, mergedAt: '', undoUntil: '2026-12-01T00:00:00.000Z' }]
  const { router } = await openPanel('/donors?open=a1&merge=b2', certificateBackend([]))
  await expect.element(page.getByRole('group', { name: 'Notes' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Address' })).not.toBeInTheDocument()
  await page.getByRole('radio', { name: 'Old friend' }).click()
  await button('Merge').click()
  const question = page.getByRole('alertdialog', { name: 'Merge these donors?' })
  await expect
    .element(question)
    .toMatchTextContent('All gifts of Ravi move to Asha Patil, where the certificates of Ravi are shown too.')
  await respondWith(
    certificateBackend([], { 'POST /donors/a1/merge': [409, { success: false, message: 'Ravi was merged.' }] }),
  )
  await question.getByRole('button', { name: 'Merge' }).click()
  await expect.element(main.getByText('Ravi was merged.')).toBeVisible()
  await respondWith(
    certificateBackend([], {
      'POST /donors/a1/merge': ok(ASHA),
      'GET /donors/a1': [...one(ASHA, { merges })],
    }),
  )
  await button('Merge').click()
  await question.getByRole('button', { name: 'Merge' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ open: 'a1' })
  await expect.element(main.getByText(/^Ravi was merged into this record with 3 gifts/)).toBeVisible()
  await button('Undo merge').click()
  const undoing = page.getByRole('alertdialog', { name: 'Undo the merge?' })
  await expect.element(undoing).toMatchTextContent('Ravi gets the gifts and certificates back.')
})

test('proposes the kind with the PAN, and lets choose between numbers that look equal', async () => {
  const passport = { otherIdType: 'passport', otherId: '••••4567' }
  const kept = { ...ASHA, ...passport, pan: null }
  const company = { ...RAVI, ...passport, kind: 'company', pan: '••••••234F' }
  const calls = watchCalls()
  const donors: Backend = { 'GET /donors/a1': [...one(kept)], 'GET /donors/b2': [...one(company)] }
  await openPanel('/donors?open=a1&merge=b2', donorBackend(['Donations'], donors))
  await expect.element(page.getByRole('radio', { name: 'Company' })).toBeChecked()
  await expect.element(page.getByRole('group', { name: 'Other identity document' })).toBeVisible()
  await button('Merge').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
  await expect.poll(() => calls).toContainEqual(['POST /donors/a1/merge', { mergedId: 'b2', take: ['kind', 'pan'] }])
})

test('only the newest merge can be undone at once', async () => {
  const merge = { gifts: 1, mergedAt: '', undoUntil: '2026-12-01T00:00:00.000Z' }
  const merges = [
    { ...merge, _id: 'm2', name: '' },
    { ...merge, _id: 'm1', name: 'Ravi' },
  ]
  await openPanel('/donors?open=a1', donorBackend(['Donations'], { 'GET /donors/a1': [...one(ASHA, { merges })] }))
  await expect.element(main.getByText('Undo the later merge first.')).toBeVisible()
  await expect.element(button('Undo merge')).toHaveLength(1)
})

test('works through the likely duplicates', async () => {
  const pair = { _id: 'd1', reason: 'phone', donor: ASHA, other: RAVI, otherName: null }
  const name = { _id: 'd2', reason: 'name', donor: ASHA, other: null, otherName: 'Meera Patil' }
  const [status, body] = list([pair, name])
  const capped = { ...body, total: 1000, isCapped: true }
  await openPanel(
    '/donors',
    donorBackend(['Donations'], { 'GET /donors/duplicates?page=1&limit=10': [status, capped] }),
  )
  await link('Likely duplicates (1000+)').click()
  await expect.element(link('Merge')).toHaveAttribute('href', '/donors?open=a1&merge=b2')
  await expect.element(page.getByText(/^A gift with the phone, e-mail or PAN of Asha Patil/)).toBeVisible()
  await respondWith(
    donorBackend(['Donations'], {
      'GET /donors/duplicates?page=1&limit=10': [...list([pair])],
      'POST /donors/duplicates/d2/same': [200, { success: true, message: '' }],
    }),
  )
  await button('Same donor: Asha Patil and Meera Patil').click()
  await expect.element(page.getByText('Meera Patil')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('has states for failure and nothing, and fits 360 px in Hindi', async () => {
  await openPanel(
    '/donors',
    donorBackend(['Donations'], { 'GET /donors?page=1&limit=10': [500, { success: false, message: 'Down.' }] }),
  )
  await expect.element(main.getByText('Failed to fetch donors')).toBeVisible()
  await respondWith(donorBackend(['Donations'], { 'GET /donors?page=1&limit=10': [...list([])] }))
  await button('Try again').click()
  await expect.element(main.getByText('No donors found.')).toBeVisible()
  await openPanel('/donors?open=a1', donorBackend())
  await page.viewport(360, 800)
  await button('Edit donor').click()
  await button('Several persons give together').click()
  await activateLanguage('hi')
  await expect.element(page.getByRole('heading', { name: 'दानदाता का रिकॉर्ड एडिट करें' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
