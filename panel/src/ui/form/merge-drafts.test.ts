import { expect, test } from 'vitest'
import { type MergedPart, mergeDrafts } from './merge-drafts.ts'

const PARTS: MergedPart<Draft>[] = [
  { keys: ['title'] },
  { keys: ['start', 'end'] },
  { keys: ['files', 'stored'], comparable: ({ files, stored }) => (files.length > 0 ? 'chosen' : stored) },
]
const [TITLE, WHEN, PICTURE] = PARTS

interface Draft {
  title: string
  start?: string
  end?: string
  files: string[]
  stored: string
}

const BASE: Draft = { title: 'Aarti', start: 'Mon', end: 'Tue', files: [], stored: '/a' }

test.each([
  ['nobody changed anything', {}, {}, {}, [], []],
  ['only you changed it', { title: 'Mine' }, {}, { title: 'Mine' }, [], []],
  ['only they changed it', {}, { title: 'Theirs' }, { title: 'Theirs' }, [TITLE], []],
  ['both changed it to the same', { title: 'Same' }, { title: 'Same' }, { title: 'Same' }, [], []],
  ['both changed it', { title: 'Mine' }, { title: 'Theirs' }, { title: 'Mine' }, [], [TITLE]],
  ['each changed another field', { title: 'Mine' }, { end: 'Wed' }, { title: 'Mine', end: 'Wed' }, [WHEN], []],
  ['each changed one of two that belong together', { start: 'Sun' }, { end: 'Wed' }, { start: 'Sun' }, [], [WHEN]],
  ['they cleared what you left', {}, { start: undefined, end: '' }, { start: undefined, end: '' }, [WHEN], []],
  ['they replaced the picture', {}, { stored: '/b' }, { stored: '/b' }, [PICTURE], []],
  ['both replaced the picture', { files: ['x'] }, { stored: '/b' }, { files: ['x'] }, [], [PICTURE]],
])('merges when %s', (_when, yours, theirs, merged, taken, conflicts) => {
  const sides = { base: BASE, yours: { ...BASE, ...yours }, theirs: { ...BASE, ...theirs } } as Record<
    'base' | 'yours' | 'theirs',
    Draft
  >
  expect(mergeDrafts(sides, PARTS)).toEqual({ merged: { ...BASE, ...merged }, taken, conflicts })
})
