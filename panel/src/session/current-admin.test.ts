import { landingPath, mayOpen, SECTION_KEYS } from '@sevadesk/contract/section.ts'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerWith, loseTheLine } from '../../testing/backend.ts'
import { ApiError } from '../api/api-error.ts'
import { findAdmin, isSamePerson, meQuery, readCurrentAdmin, refreshAdmin } from './current-admin.ts'

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
    ['flat', SEVA],
    ['in data', { success: true, data: SEVA }],
    ['in admin', { success: true, admin: SEVA }],
    ['in admin in data', { success: true, data: { admin: SEVA } }],
  ])('reads an answer that is %s', (_shape, answer) => {
    expect(readCurrentAdmin(answer)).toEqual({ ...SEVA, capabilities: [] })
  })

  test('missing and bent fields grant nothing', () => {
    const read = readCurrentAdmin({ username: 'seva', role: 'owner', sections: 'All', email: null })
    expect(read).toMatchObject({ role: 'admin', sections: [], email: '', _id: '' })
    expect(landingPath(read)).toBe('/403')
  })

  test('the limits of uploads are read where they are told; one that makes no sense is none', () => {
    const told = { photoBytes: 26_214_400, photoFiles: 50, videoBytes: 2_147_483_648 }
    expect(readCurrentAdmin({ ...SEVA, uploadLimits: told }).uploadLimits).toEqual(told)
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
    ['the same number', { _id: 7 }, { _id: 7 }, true],
    ['other numbers', { _id: 7, username: 'seva' }, { _id: 8, username: 'seva' }, false],
    ['no id and the same name', { username: 'seva' }, { username: 'seva' }, true],
    ['no id and another name', { username: 'seva' }, { username: 'meera' }, false],
  ])('%s: one person or two', (_what, one, other, expected) => {
    expect(isSamePerson(readCurrentAdmin(one), readCurrentAdmin(other))).toBe(expected)
  })

  test.each([null, 'seva', [], {}, { success: true }, { data: [] }])('%j holds no admin', (answer) => {
    expect(() => readCurrentAdmin(answer)).toThrow(ApiError)
  })

  test('whatever a backend answers, it is read or refused, and never grants more than its own words say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.subarray([...SECTION_KEYS]), (noise, sections) => {
        for (const answer of [noise, { username: noise, sections }, { data: { role: noise, sections } }]) {
          try {
            const admin = readCurrentAdmin(answer)
            expect(admin.role === 'admin' || JSON.stringify(answer).includes('superadmin')).toBe(true)
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

describe('who is signed in', () => {
  test('is asked once and remembered', async () => {
    const queryClient = new QueryClient()
    await answerWith({ 'GET /admin/me': [200, SEVA] })
    expect(await findAdmin(queryClient)).toMatchObject({ username: 'seva' })
    await loseTheLine()
    expect(await findAdmin(queryClient)).toMatchObject({ username: 'seva' })
  })

  test.each([
    ['not signed in', 401, { success: false }],
    ['forbidden', 403, ''],
    ['a broken server', 500, '<html>'],
    ['a page of HTML', 200, '<!doctype html>'],
    ['a flag that says no', 200, { success: false }],
    ['an answer without an admin', 200, {}],
  ])('is nobody: %s', async (_why, status, body) => {
    await answerWith({ 'GET /admin/me': [status, body] })
    expect(await findAdmin(new QueryClient())).toBeNull()
    expect(await refreshAdmin(new QueryClient())).toBeNull()
  })

  test('is nobody when no answer comes', async () => {
    await loseTheLine()
    expect(await findAdmin(new QueryClient())).toBeNull()
  })

  test('stays who it was when a later question fails', async () => {
    const queryClient = new QueryClient()
    await answerWith({ 'GET /admin/me': [200, SEVA] })
    await findAdmin(queryClient)
    await answerWith({ 'GET /admin/me': [500, ''] })
    await queryClient.refetchQueries(meQuery)
    expect(queryClient.getQueryData(meQuery.queryKey)).toMatchObject({ username: 'seva' })
  })
})
