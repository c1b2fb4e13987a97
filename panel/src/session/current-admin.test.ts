import { landingPath, mayOpen, SECTION_KEYS } from '@sevadesk/contract/accounts/section.ts'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refuseConnections, respondWith } from '../../testing/backend.ts'
import { ApiError } from '../api/api-error.ts'
import { findAdmin, isSamePerson, meQuery, refreshAdmin } from './current-admin.ts'
import { readCurrentAdmin } from './fetch-current-admin.ts'

const SEVA = {
  _id: '1',
  username: 'seva',
  email: 'seva@trust.example',
  role: 'admin',
  sections: ['Events'],
  createdAt: '2026-01-01T00:00:00.000Z',
}

describe('readCurrentAdmin', () => {
  test.each([
    ['without a wrapper', SEVA],
    ['in data', { success: true, data: SEVA }],
    ['in admin', { success: true, admin: SEVA }],
    ['in data.admin', { success: true, data: { admin: SEVA } }],
  ])('reads an admin that is sent %s', (_shape, body) => {
    expect(readCurrentAdmin(body)).toEqual({ ...SEVA, level: 0 })
  })

  test.each([
    ['numbers', { _id: 7, username: 5, createdAt: Date.parse(SEVA.createdAt) }, '/events'],
    ['null and numbers among the sections', { sections: [null, 1, 'Profile', {}, ['All'], ''] }, '/profile'],
    ['one section twice', { sections: ['Profile', 'Profile'] }, '/profile'],
    ['no texts', { _id: {}, username: { a: 1 }, email: [], createdAt: [null] }, '/events'],
    ['unknown fields', { __v: 0, level: 'all', uploadLimits: [], mustChangePassword: 'no', toString: 1 }, '/events'],
    ['a superadmin without sections', { role: 'superadmin', sections: null }, '/dashboard'],
    ['an unknown role', { role: 'owner', sections: ['Reports', 'owner'] }, '/403'],
    ['an object as role', { role: { name: 'superadmin' }, sections: [] }, '/403'],
    ['no sections', { sections: null }, '/403'],
    ['a text as sections', { sections: 'All' }, '/403'],
    ['an object as sections', { sections: { All: true } }, '/403'],
  ])('reads %s', (_what, bent, landing) => {
    expect(landingPath(readCurrentAdmin({ ...SEVA, ...bent }))).toBe(landing)
  })

  test('takes a server that still lists its capabilities for one of level 1', () => {
    expect(readCurrentAdmin({ ...SEVA, capabilities: ['donations.paged'] }).level).toBe(1)
    expect(readCurrentAdmin({ ...SEVA, capabilities: [] }).level).toBe(0)
  })

  test('reads valid upload limits and ignores invalid ones', () => {
    const uploadLimits = { photoBytes: 26_214_400, photoFiles: 50, videoBytes: 2_147_483_648 }
    expect(readCurrentAdmin({ ...SEVA, uploadLimits }).uploadLimits).toEqual(uploadLimits)
    expect(readCurrentAdmin(SEVA)).not.toHaveProperty('uploadLimits')
    expect(readCurrentAdmin({ ...SEVA, uploadLimits: 'many' })).not.toHaveProperty('uploadLimits')
    const bent = { photoBytes: '25 MB', photoFiles: 0, videoBytes: -1 }
    const none = Number.POSITIVE_INFINITY
    expect(readCurrentAdmin({ ...SEVA, uploadLimits: bent }).uploadLimits).toEqual({
      photoBytes: none,
      photoFiles: none,
      videoBytes: none,
    })
  })

  test.each([
    ['the same id', { _id: 7 }, { _id: 7 }, true],
    ['different ids and the same name', { _id: 7, username: 'seva' }, { _id: 8, username: 'seva' }, false],
    ['no ids and the same name', { username: 'seva' }, { username: 'seva' }, true],
    ['no ids and different names', { username: 'seva' }, { username: 'meera' }, false],
  ])('compares two accounts with %s', (_what, one, other, expected) => {
    expect(isSamePerson(readCurrentAdmin(one), readCurrentAdmin(other))).toBe(expected)
  })

  test.each([null, 'seva', [], {}, { success: true }, { data: [] }])('throws on %j', (body) => {
    expect(() => readCurrentAdmin(body)).toThrow(ApiError)
  })

  test('grants only rights that the response contains, even if malformed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.subarray([...SECTION_KEYS]), (noise, sections) => {
        for (const body of [noise, { username: noise, sections }, { data: { role: noise, sections } }]) {
          try {
            const admin = readCurrentAdmin(body)
            expect(admin.role === 'admin' || JSON.stringify(body).includes('superadmin')).toBe(true)
            expect(mayOpen({ ...admin, role: 'admin' }, 'Donations')).toBe(
              admin.sections.includes('All') || admin.sections.includes('Donations'),
            )
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError)
          }
        }
      }),
    )
  })
})

describe('findAdmin', () => {
  test('requests the admin once and caches it', async () => {
    const queryClient = new QueryClient()
    await respondWith({ 'GET /admin/me': [200, SEVA] })
    expect(await findAdmin(queryClient)).toMatchObject({ username: 'seva' })
    await refuseConnections()
    expect(await findAdmin(queryClient)).toMatchObject({ username: 'seva' })
  })

  test.each([
    ['not signed in', 401, { success: false }],
    ['forbidden', 403, ''],
    ['a broken server', 500, '<html>'],
    ['a page of HTML', 200, '<!doctype html>'],
    ['success: false', 200, { success: false }],
    ['a response without an admin', 200, {}],
  ])('returns null: %s', async (_why, status, body) => {
    await respondWith({ 'GET /admin/me': [status, body] })
    expect(await findAdmin(new QueryClient())).toBeNull()
    expect(await refreshAdmin(new QueryClient())).toBeNull()
  })

  test('returns null without a response', async () => {
    await refuseConnections()
    expect(await findAdmin(new QueryClient())).toBeNull()
  })

  test('keeps the admin when a later request fails', async () => {
    const queryClient = new QueryClient()
    await respondWith({ 'GET /admin/me': [200, SEVA] })
    await findAdmin(queryClient)
    await respondWith({ 'GET /admin/me': [500, ''] })
    await queryClient.refetchQueries(meQuery)
    expect(queryClient.getQueryData(meQuery.queryKey)).toMatchObject({ username: 'seva' })
  })
})
