import { expect, test } from 'vitest'
import type { Screen } from '../screen.ts'
import { menuEntries } from './menu-entries.ts'

const paths = (admin: Parameters<typeof menuEntries>[0]) =>
  menuEntries(admin).flatMap(({ entries }) =>
    entries.map((entry) => ('path' in entry ? entry.path : entry.map(({ path }: Screen) => path))),
  )
const GALLERIES = ['/gaushala', '/vriddhashram', '/eye-hospital', '/school', '/physio', '/Nursing']

test('a superadmin and a holder of All find everything, in the order of the specification', () => {
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

test('Gallery brings the submenu with all six pages', () => {
  expect(paths({ role: 'admin', sections: ['Gallery'] })).toEqual([GALLERIES])
})

test('single gallery pages are plain entries', () => {
  expect(paths({ role: 'admin', sections: ['Nursing', 'School', 'Profile'] })).toEqual([
    '/school',
    '/Nursing',
    '/profile',
  ])
})

test('without sections there is nothing, and no empty group', () => {
  expect(menuEntries({ role: 'admin', sections: ['Unheard'] })).toEqual([])
})
