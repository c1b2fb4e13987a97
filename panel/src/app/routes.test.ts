import { GALLERY_KEYS, SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { expect, test } from 'vitest'
import { SCREENS } from './routes.tsx'

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

test('guards each screen by the section with the same path', () => {
  for (const { path, section } of SCREENS) expect(SECTION_PATHS[section]).toBe(path)
  expect(SCREENS.filter(({ gallery }) => gallery).map(({ section }) => section)).toEqual([...GALLERY_KEYS])
})
