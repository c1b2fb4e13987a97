import { page } from 'vitest/browser'
import { ok } from './backend.ts'
import { type Backend, EXTENDED_SUPERADMIN } from './open-panel.tsx'

const entry = (_id: string, nameEn: string, nameHi: string, more: object = {}) => ({
  ...{ _id, nameEn, nameHi, isRetired: false, version: 1, donations: 0, createdAt: '2026-01-01T00:00:00.000Z' },
  ...more,
})
export const SCHOOL = entry('i1', 'School', 'विद्यालय', { donations: 12 })
export const COW = entry('p1', 'Gau Seva', 'गौ सेवा', { donations: 1, institutionId: null, donationType: 'general' })
export const FEES = entry('p2', 'School fees', 'फ़ीस', { institutionId: 'i1', donationType: 'specific' })
export const CORPUS = entry('p3', 'Corpus fund', 'स्थायी कोष', { institutionId: null, donationType: 'corpus' })
export const OLD = entry('p4', 'Mela', 'मेला', { institutionId: null, donationType: 'general', isRetired: true })

export const lists = (purposes: object[], institutions: object[] = [SCHOOL]): Backend => ({
  ...EXTENDED_SUPERADMIN,
  'GET /lists': ok({ purposes, institutions }),
  'POST /editing': ok([]),
})
export const LISTS = lists([COW, FEES, CORPUS, OLD])

export const form = page.getByRole('main').getByRole('form')
export const field = (name: string) => form.getByLabelText(name, { exact: true })
export const inUse = page.getByRole('list', { name: 'Purposes: in use' })
export const retired = page.getByRole('list', { name: 'Purposes: retired' })
export const namesIn = (list: typeof inUse) =>
  list
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('p')?.firstChild?.textContent)
