import { GALLERY_KEYS, SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { expect, test } from 'vitest'
import { EXTRA_SCREENS, SCREENS } from './routes.tsx'
import { hasExtraScreen } from './screen.ts'

/**
 * The paths behind the guard, word for word from the route table of the specification, section 2.
 */
const SPECIFIED = [
  '/dashboard',
  '/home-video',
  '/gaushala',
  '/vriddhashram',
  '/eye-hospital',
  '/school',
  '/physio',
  '/Nursing',
  '/events',
  '/users',
  '/donations',
  '/message',
  '/admin',
  '/profile',
  '/update-password',
  '/login-sessions',
]

test('has exactly the specified paths', () => {
  expect(SCREENS.map(({ path }) => path)).toEqual(SPECIFIED)
})

const OF_DONATIONS = ['/donors', '/cash-book', '/deposits', '/donations/new', '/donations/$id/edit']
const OF_SUPERADMINS = ['/settings', '/lists', '/lists/mapping', '/system']

test.each([
  ['a superadmin of a plain backend', 'superadmin', [], 0, []],
  ['a superadmin', 'superadmin', [], 1, [...OF_DONATIONS, '/trash', '/history', ...OF_SUPERADMINS]],
  ['an admin with all sections', 'admin', ['All'], 1, [...OF_DONATIONS, '/trash', '/history']],
  ['a holder of Donations', 'admin', ['Donations'], 1, [...OF_DONATIONS, '/trash', '/history']],
  ['a holder of User Information', 'admin', ['UserInformation'], 1, ['/donors', '/trash', '/history']],
  ['a holder of Profile', 'admin', ['Profile'], 1, ['/history']],
] as const)('has these further screens for %s', (_who, role, sections, level, expected) => {
  const screens = EXTRA_SCREENS.filter((screen) => hasExtraScreen({ role, sections: [...sections], level }, screen))
  expect(screens.map(({ path }) => path).sort()).toEqual([...expected].sort())
})

test('opens the forms of gifts only with the right to enter', () => {
  const desk = { role: 'admin', sections: ['Donations'], level: 1, donationRights: ['view', 'export'] }
  const paths = EXTRA_SCREENS.filter((screen) => hasExtraScreen(desk, screen)).map(({ path }) => path)
  expect(paths).toContain('/cash-book')
  expect(paths.filter((path) => path.startsWith('/donations/'))).toEqual([])
})

test('guards each screen by the section with the same path', () => {
  for (const { path, section } of SCREENS) expect(SECTION_PATHS[section]).toBe(path)
  expect(SCREENS.filter(({ gallery }) => gallery).map(({ section }) => section)).toEqual([...GALLERY_KEYS])
})
