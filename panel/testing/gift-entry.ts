import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, pageOf } from './backend.ts'
import { type Backend, signedIn } from './open-panel.tsx'

export const DONOR = {
  ...{ _id: 'd1', kind: 'person', name: 'Asha Patil', otherNames: [], phones: ['+919876543210'], emails: [] },
  pan: '••••••234F',
}
const PURPOSES = [
  { _id: 'p1', nameEn: 'Cow feed', nameHi: 'गौ सेवा', isRetired: false, institutionId: 'i1', donationType: 'specific' },
  { _id: 'p2', nameEn: 'Old well', nameHi: 'कुआँ', isRetired: true, institutionId: null, donationType: 'general' },
  { _id: 'p3', nameEn: 'Corpus', nameHi: 'कॉर्पस', isRetired: false, institutionId: null, donationType: 'corpus' },
]
const INSTITUTIONS = [{ _id: 'i1', nameEn: 'Gaushala', nameHi: 'गौशाला', isRetired: false }]
export const SAVED_GIFT = {
  ...{ _id: 'g1', mode: 'cash', amount: 500_00, status: 'captured', donorId: 'd1', donorName: 'Asha Patil' },
  ...{ purposeId: 'p1', version: 1 },
  receipts: [{ number: 'SD/2026-27/00007', token: 't7', issuedAt: '', cancelledAt: null, reason: null }],
}

/** A backend that finds Asha and saves gifts. */
export function entryBackend(more: Backend = {}): Backend {
  const searches = ['a', 'as', 'ash', 'asha'].map((text) => `GET /donors?search=${text}&best=true&page=1&limit=8`)
  return {
    ...signedIn(['Donations'], { level: 1 }),
    'GET /lists': ok({ purposes: PURPOSES, institutions: INSTITUTIONS }),
    'POST /gifts': ok(SAVED_GIFT),
    ...Object.fromEntries(searches.map((call) => [call, pageOf([DONOR])])),
    ...more,
  }
}

export const field = (name: string) => page.getByRole('textbox', { name, exact: true })
export const donor = page.getByRole('combobox', { name: 'Donor' })
export const purpose = page.getByRole('combobox', { name: 'Purpose' })
export const amount = field('Amount in rupees')
export const mode = (name: string) => page.getByRole('radio', { name, exact: true })
/** An enabled option. Options of an earlier search are disabled until the new results arrive. */
export const option = (name: string | RegExp) => page.getByRole('option', { name, disabled: false })

export async function chooseAnonymous() {
  await donor.click()
  await userEvent.keyboard('{ArrowDown}')
  await option('Anonymous').click()
  await expect.element(donor).toHaveValue('Anonymous')
}
