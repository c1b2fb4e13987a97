import { beforeEach, expect, test, vi } from 'vitest'
import { respondWith } from '../../../testing/backend.ts'
import { announceSession } from '../../api/identity/session-mark.ts'
import { findSignedInAdmin } from '../fetch-current-admin.ts'
import { startSession } from '../session-state.ts'
import { sweepDrafts } from './draft-storage.ts'
import { createDraftStore } from './draft-store.ts'

const EMPTY = { title: '', description: '' }
const TYPED = { title: 'Mela', description: '' }
const DAY_MS = 86_400_000
let store = createDraftStore('1', 'event', 'new')
/** As another page reads the drafts. */
const read = (initial: object) => createDraftStore('1', 'event', 'new').read({ ...initial })

beforeEach(() => {
  store = createDraftStore('1', 'event', 'new')
  localStorage.clear()
  startSession()
})

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('sevadesk_draft'))

test('stores the changed fields of the list alone, and reads them back', () => {
  store.write({ ...TYPED, password: 'Secret#1', files: [new File([], 'a.jpg')] }, EMPTY)
  expect(read(EMPTY)).toMatchObject([{ values: { title: 'Mela' }, files: 1, isRecordChanged: false }])
  expect(Object.values(localStorage).join()).not.toContain('Secret#1')
  store.write(EMPTY, EMPTY)
  expect(keys()).toEqual([])
})

test('keeps the last drafts about which the user has not decided, and the one on offer', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    store.write({ ...EMPTY, title }, EMPTY)
    store.setAside()
  }
  expect(read(EMPTY).map(({ values }) => values.title)).toEqual(['One', 'Three', 'Four'])
})

test('two tabs change and remove only their own drafts', () => {
  const other = createDraftStore('1', 'event', 'new')
  store.write(TYPED, EMPTY)
  other.write({ ...EMPTY, title: 'Aarti' }, EMPTY)
  store.write({ ...EMPTY, title: 'Mela at six' }, EMPTY)
  expect(store.read(EMPTY)).toMatchObject([{ values: { title: 'Aarti' } }])
  expect(other.read(EMPTY)).toMatchObject([{ values: { title: 'Mela at six' } }])
  other.remove()
  expect(store.read(EMPTY)).toEqual([])
  expect(other.read(EMPTY)).toHaveLength(1)
})

test('reports that the record was changed on the server after the user had typed', () => {
  const record = { id: 'e1', title: 'Aarti', description: 'At six' }
  store.write({ ...record, title: 'Mela' }, record)
  expect(read(record)).toMatchObject([{ values: { title: 'Mela' }, isRecordChanged: false }])
  expect(read({ ...record, description: 'At seven' })).toMatchObject([{ isRecordChanged: true }])
})

test.each([8, -8])('deletes drafts that are %i days old at the next start', async (days) => {
  store.write(TYPED, EMPTY)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + days * DAY_MS)
  expect(read(EMPTY)).toEqual([])
  await respondWith({ 'GET /admin/me': [401, { success: false }] })
  await findSignedInAdmin()
  expect(keys()).toEqual([])
})

test('an ended session keeps drafts until another account signs in', async () => {
  store.write(TYPED, EMPTY)
  await respondWith({ 'GET /admin/me': [401, { success: false }] })
  await findSignedInAdmin()
  await respondWith({ 'GET /admin/me': [200, { _id: '1', username: 'seva' }] })
  await findSignedInAdmin()
  expect(read(EMPTY)).toHaveLength(1)
  await respondWith({ 'GET /admin/me': [200, { _id: '2', username: 'meera' }] })
  await findSignedInAdmin()
  expect(keys()).toEqual([])
})

test('stores nothing after a logout or login in another tab', () => {
  announceSession('logout')
  store.write(TYPED, EMPTY)
  announceSession('login')
  store.write(TYPED, EMPTY)
  expect(keys()).toEqual([])
})

test('ignores malformed entries', () => {
  store.write(TYPED, EMPTY)
  const [key = ''] = keys()
  const [id, savedAt] = ['a', Date.now()]
  const bodies = [
    { id, savedAt },
    { id, savedAt, values: [], base: {} },
    { id, savedAt: '7', values: {}, base: {} },
    null,
    7,
  ]
  for (const text of ['{', '', '7', '{}', JSON.stringify(bodies)]) {
    localStorage.setItem(key, text)
    expect(read(EMPTY), text).toEqual([])
  }
  const values = { title: 7, description: ['a'], password: 'x' }
  localStorage.setItem(key, JSON.stringify([...bodies, { id, savedAt, values, base: {}, files: 'two' }]))
  expect(read(EMPTY)).toMatchObject([{ values: {}, files: 0 }])
})

test.each(['getItem', 'setItem', 'removeItem'] as const)('works without drafts when %s throws', (method) => {
  store.write(TYPED, EMPTY)
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  store.write(TYPED, EMPTY)
  read(EMPTY)
  store.remove()
  sweepDrafts('2')
})
