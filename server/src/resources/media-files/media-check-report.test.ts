import { expect, test } from 'vitest'
import { isClean, wouldRemoveMostFiles } from './media-check-report.ts'
import type { MediaFindings } from './media-check-service.ts'

const NONE: MediaFindings = {
  files: [],
  rows: 0,
  unnamed: [],
  strayVersions: [],
  forgotten: [],
  foreign: [],
  missing: [],
  missingVersions: [],
  failedVersions: [],
}
const files = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `/media/${index}`, bytes: 1 }))

test.each([
  ['nothing is stored', 0, 0, false],
  ['nothing is removed', 30, 0, false],
  ['all files are removed', 3, 3, true],
  ['half of many files are removed', 24, 12, false],
  ['more than half of many files are removed', 23, 12, true],
  ['ten of eleven files are removed', 11, 10, false],
])('if %s (%i stored, %i removed), wouldRemoveMostFiles returns %s', (_case, stored, removed, expected) => {
  const all = files(stored)
  expect(wouldRemoveMostFiles({ ...NONE, files: all, unnamed: all.slice(0, removed) })).toBe(expected)
})

test('isClean returns true only without findings', () => {
  expect(isClean({ ...NONE, files: files(2), rows: 2 })).toBe(true)
  for (const name of ['unnamed', 'strayVersions', 'forgotten'] as const) {
    expect(isClean({ ...NONE, [name]: files(1) }), name).toBe(false)
  }
  for (const name of ['foreign', 'failedVersions'] as const) {
    expect(isClean({ ...NONE, [name]: ['/media/x'] }), name).toBe(false)
  }
})
