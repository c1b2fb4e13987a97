import { expect, test } from 'vitest'
import type { ScreenEntry } from '../screen.ts'
import { menuEntries } from './menu-entries.ts'

const paths = (admin: Parameters<typeof menuEntries>[0]) =>
  menuEntries(admin).flatMap(({ entries }) =>
    entries.map((entry) => ('path' in entry ? entry.path : entry.map(({ path }: ScreenEntry) => path))),
  )
const GALLERIES = ['/gaushala', '/vriddhashram', '/eye-hospital', '/school', '/physio', '/Nursing']

test('lists every entry in the specified order for a superadmin and for the section All', () => {
  const everything = [
    '/dashboard',
    '/home-video',
    GALLERIES,
    '/events',
    '/users',
    '/donations',
    '/message',
    '/admin',
    '/profile',
    '/update-password',
    '/login-sessions',
  ]
  expect(paths({ role: 'superadmin', sections: [] })).toEqual(everything)
  expect(paths({ role: 'admin', sections: ['All'] })).toEqual(everything)
})

test('has at most 15 lines for a superadmin, of whom the last screens share the entry Settings', () => {
  const lines = paths({ role: 'superadmin', sections: [], level: 1 })
  expect(lines).toEqual([
    '/dashboard',
    '/home-video',
    GALLERIES,
    '/events',
    '/users',
    '/donors',
    '/donations',
    '/cash-book',
    '/message',
    '/admin',
    '/settings',
    '/profile',
    '/update-password',
    '/login-sessions',
  ])
  expect(lines.length + ['Logout'].length).toBeLessThanOrEqual(15)
})

test('has the trash as an entry of its own for an admin', () => {
  expect(paths({ role: 'admin', sections: ['Events'], level: 1 })).toEqual(['/events', '/trash'])
})

test('lists all six gallery pages in the submenu for the section Gallery', () => {
  expect(paths({ role: 'admin', sections: ['Gallery'] })).toEqual([GALLERIES])
})

test('lists single gallery pages as plain entries', () => {
  expect(paths({ role: 'admin', sections: ['Nursing', 'School', 'Profile'] })).toEqual([
    '/school',
    '/Nursing',
    '/profile',
  ])
})

test('returns no group for an admin without a known section', () => {
  expect(menuEntries({ role: 'admin', sections: ['Unheard'] })).toEqual([])
})
