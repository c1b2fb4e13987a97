import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSessions } from './session.ts'

const read = (...list: Record<string, unknown>[]) => readSessions(list)
const SEEN = '2026-03-01T10:00:00.000Z'
const WHOLE = {
  _id: 'row',
  sessionId: 'public',
  device: 'Chrome on Android',
  location: 'Jaipur',
  ip: '203.0.113.7',
  lastSeenAt: SEEN,
  isActive: true,
  isCurrent: true,
  adminId: { username: 'seva', email: 'seva@trust.example' },
}

test('reads a complete session', () => {
  expect(read(WHOLE)).toEqual([
    {
      id: 'public',
      sessionId: 'public',
      device: 'Chrome on Android',
      location: 'Jaipur',
      ip: '203.0.113.7',
      lastSeenAt: Date.parse(SEEN),
      isActive: true,
      isCurrent: true,
      username: 'seva',
    },
  ])
})

test.each([
  ['no sessionId', { sessionId: undefined }, { sessionId: 'row', id: 'row' }],
  ['a number as sessionId', { sessionId: 7 }, { sessionId: '7' }],
  ['neither id', { sessionId: null, _id: null }, { sessionId: '', id: 'without-id-0' }],
  ['no lastSeenAt', { lastSeenAt: undefined }, { lastSeenAt: undefined }],
  ['an invalid lastSeenAt', { lastSeenAt: 'soon' }, { lastSeenAt: undefined }],
  ['lastSeenAt in milliseconds', { lastSeenAt: Date.parse(SEEN) }, { lastSeenAt: Date.parse(SEEN) }],
  ['no isActive', { isActive: undefined }, { isActive: true }],
  ['a text as isActive', { isActive: 'false' }, { isActive: false }],
  ['a number as isActive', { isActive: 0 }, { isActive: false }],
  ['an admin that is only an id', { adminId: '64f' }, { username: '' }],
  ['no admin', { adminId: null }, { username: '' }],
  ['a location that is not text', { location: { city: 'Jaipur' } }, { location: '' }],
])('reads a session with %s', (_what, bent, expected) => {
  expect(read({ ...WHOLE, ...bent })[0]).toMatchObject(expected)
})

const two = (one: object, other: object) => read({ ...WHOLE, ...one }, { ...WHOLE, sessionId: 'b', ...other })
const currents = (sessions: ReturnType<typeof read>) => sessions.filter((it) => it.isCurrent).map((it) => it.id)

test('takes no session for the current one if none is marked', () => {
  expect(currents(two({ isCurrent: undefined, isActive: false }, { isCurrent: undefined }))).toEqual([])
  expect(currents(two({ isCurrent: undefined }, { isCurrent: undefined }))).toEqual([])
})

test('puts the current session first and marks only one session as current', () => {
  expect(two({ isCurrent: false }, { isCurrent: true }).map(({ id }) => id)).toEqual(['b', 'public'])
  expect(currents(two({ isCurrent: true }, { isCurrent: true }))).toEqual(['public'])
})

test('reads any list and gives each session a unique id', () => {
  const anything = fc.array(
    fc.record(
      {
        sessionId: fc.constantFrom('a', 1, null),
        _id: fc.jsonValue(),
        isActive: fc.jsonValue(),
        adminId: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(anything, (list) => {
      const sessions = readSessions(list)
      expect(sessions).toHaveLength(list.length)
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(list.length)
      expect(currents(sessions).length).toBeLessThanOrEqual(1)
    }),
  )
})
