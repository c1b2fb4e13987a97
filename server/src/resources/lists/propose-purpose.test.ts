import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import { expect, test } from 'vitest'
import { purposeProposer } from './purpose-text-service.ts'

const PURPOSES = [
  { _id: 'cow', nameEn: 'Gau Seva', nameHi: 'गौ सेवा' },
  { _id: 'feast', nameEn: 'Annadaan', nameHi: 'अन्नदान' },
  { _id: 'eye', nameEn: 'Eye camp', nameHi: 'नेत्र शिविर' },
  { _id: 'eye-hospital', nameEn: 'Eye hospital building', nameHi: 'नेत्र चिकित्सालय भवन' },
]

test.each([
  ['gau  SEVA', 'cow'],
  ['गौ सेवा', 'cow'],
  ['Gau Seva for my father', 'cow'],
  ['पिताजी के लिए अन्नदान', 'feast'],
  ['Seva of Gau', 'cow'],
  ['eye', 'eye'],
  ['Building of the eye hospital', 'eye-hospital'],
  ['Gauri puja', undefined],
  ['Sevadesk', undefined],
  ['School hospital', undefined],
  ['—', undefined],
  ['', undefined],
])('proposes for %j: %s', (text, id) => {
  expect(purposeProposer(PURPOSES)(normaliseText(text))).toBe(id)
})

test('proposes nothing without purposes', () => {
  expect(purposeProposer([])('gau seva')).toBeUndefined()
})
