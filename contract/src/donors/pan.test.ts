import { expect, test } from 'vitest'
import { kindOfPan, maskNumber, normalisePan, panProblem } from './pan.ts'

test.each([
  ['ABCPE1234F', 'person', undefined],
  ['ABCHE1234F', 'family', undefined],
  ['ABCCE1234F', 'company', undefined],
  ['ABCFE1234F', 'company', undefined],
  ['ABCTE1234F', 'trust', undefined],
  ['ABCAE1234F', 'trust', undefined],
  ['ABCKE1234F', 'trust', undefined],
  ['ABCEE1234F', 'company', undefined],
  ['ABCLE1234F', 'unknown', undefined],
  ['ABCGE1234F', 'unknown', undefined],
  ['ABCDE1234F', 'unknown', 'letter'],
  ['ABCDE1234F', 'person', 'letter'],
  ['ABCHE1234F', 'person', 'kind'],
  ['ABCPE1234F', 'company', 'kind'],
  ['ABCGE1234F', 'trust', 'kind'],
  ['ABCPE1234', 'person', 'shape'],
  ['ABCP01234F', 'person', 'shape'],
  ['अबसPE1234F', 'person', 'shape'],
] as const)('%s of a donor of kind %s: %s', (pan, kind, problem) => {
  expect(panProblem(pan, kind)).toBe(problem)
})

test('reads a PAN with spaces, dashes, small and full-width letters', () => {
  expect(normalisePan(' abcpe-1234 f ')).toBe('ABCPE1234F')
  expect(normalisePan('ＡＢＣＰＥ1234F')).toBe('ABCPE1234F')
  expect(normalisePan('\u202aABCPE\u2011१२३४–f\u200e\u202c')).toBe('ABCPE1234F')
})

test('tells the kind of donor by the fourth letter', () => {
  const kinds = [...'PHFEBKLD'].map((letter) => kindOfPan(`ABC${letter}E1234F`))
  expect(kinds).toEqual([...['person', 'family', 'company', 'company', 'trust', 'trust'], ...['unknown', 'unknown']])
})

test('masks all but the last four characters', () => {
  expect(maskNumber('ABCPE1234F')).toBe('••••••234F')
  expect(maskNumber('12')).toBe('12')
})
