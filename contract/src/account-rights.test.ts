import { expect, test } from 'vitest'
import { type Account, mayGrant, mayMakeSuperadmin, mayManage } from './account-rights.ts'
import { GALLERY_KEYS, SECTION_KEYS } from './section.ts'

const KEYS = [...SECTION_KEYS, ...GALLERY_KEYS]
const admin = (_id: string, ...sections: string[]): Account => ({ _id, role: 'admin', sections })
const superadmin = (_id: string): Account => ({ _id, role: 'superadmin', sections: [] })

test.each([
  ['a superadmin', superadmin('1'), KEYS],
  ['a holder of All', admin('1', 'All'), KEYS],
  ['a holder of Admin and Gallery', admin('1', 'Admin', 'Gallery'), ['Gallery', 'Admin', ...GALLERY_KEYS]],
  ['a holder of one gallery page', admin('1', 'School'), ['School']],
  ['nobody in particular', admin('1'), []],
])('%s grants only sections that they hold', (_who, actor, keys) => {
  expect(KEYS.filter((key) => mayGrant(actor, key))).toEqual(keys)
  expect(mayGrant(actor, 'Everything')).toBe(false)
  expect(mayGrant(actor, 'all')).toBe(false)
})

test.each([
  ['a superadmin an admin', superadmin('1'), admin('2', 'All'), true],
  ['a superadmin another superadmin', superadmin('1'), superadmin('2'), true],
  ['All an admin who holds the same', admin('1', 'All'), admin('2', 'All'), true],
  ['All a superadmin', admin('1', 'All'), superadmin('2'), false],
  ['Admin alone an account with nothing', admin('1', 'Admin'), admin('2'), true],
  ['Admin alone an account of All', admin('1', 'Admin'), admin('2', 'All'), false],
  ['Admin alone an account that holds more', admin('1', 'Admin'), admin('2', 'Admin', 'Events'), false],
  ['Admin and Gallery one of a gallery page', admin('1', 'Admin', 'Gallery'), admin('2', 'School'), true],
  ['Admin and a gallery page one of Gallery', admin('1', 'Admin', 'School'), admin('2', 'Gallery'), false],
  ['Admin an account whose other keys nobody knows', admin('1', 'Admin'), admin('2', 'Cellar'), true],
  ['somebody without Admin', admin('1', 'Events'), admin('2', 'Events'), false],
])('%s: may manage %#', (_what, actor, target, expected) => {
  expect(mayManage(actor, target)).toBe(expected)
})

test.each([superadmin('1'), admin('1', 'All'), admin('1', 'Admin')])(
  'does not allow managing the own account: %j',
  (one) => {
    expect(mayManage(one, one)).toBe(false)
  },
)

test('allows only superadmins to create superadmins', () => {
  expect(mayMakeSuperadmin(superadmin('1'))).toBe(true)
  expect(mayMakeSuperadmin(admin('1', 'All'))).toBe(false)
})
