import { beforeEach, expect, test } from 'vitest'
import { respondWith } from '../../testing/backend.ts'
import { announceSession } from '../api/identity/session-mark.ts'
import { findSignedInAdmin } from './fetch-current-admin.ts'
import { type Rights, rememberedRights, rememberRights } from './remembered-rights.ts'

const RIGHTS: Rights = { role: 'admin', sections: ['Events'], level: 1 }
const REMEMBERED = { ...RIGHTS, mustChangePassword: false, mustSetUpSecondStep: false }
const MEERA = { _id: '1', username: 'meera', email: 'meera@trust.example', ...RIGHTS }

beforeEach(() => localStorage.clear())

test('the first check of a page stores the rights, and neither name nor e-mail', async () => {
  await respondWith({ 'GET /admin/me': [200, MEERA] })
  await findSignedInAdmin()
  expect(rememberedRights()).toEqual(REMEMBERED)
  expect(localStorage.getItem('sevadesk_start')).not.toContain('meera')
})

test.each(['login', 'logout'] as const)('forgets the rights after a %s in any tab', (change) => {
  rememberRights(RIGHTS)
  announceSession(change)
  expect(rememberedRights()).toBeUndefined()
})

test('a check that finds nobody signed in deletes them', async () => {
  rememberRights(RIGHTS)
  await respondWith({ 'GET /admin/me': [401, { success: false }] })
  expect(await findSignedInAdmin()).toBeNull()
  expect(rememberedRights()).toBeUndefined()
})

test('ignores malformed stored rights', () => {
  for (const text of ['', '{', '[]', 'null', '7', '{"mark":"other"}']) {
    localStorage.setItem('sevadesk_start', text)
    expect(rememberedRights(), text).toBeUndefined()
  }
  // An older panel stored no level.
  localStorage.setItem('sevadesk_start', '{"mark":null,"role":"admin","sections":["Events"],"capabilities":["x"]}')
  expect(rememberedRights()).toBeUndefined()
  localStorage.setItem('sevadesk_start', '{"mark":null,"role":7,"sections":"All","level":0}')
  expect(rememberedRights()).toEqual({ ...REMEMBERED, role: 'admin', sections: [], level: 0 })
})
