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
  ['an admin without sections', admin('1'), []],
])('allows %s to grant only sections that they hold', (_name, actor, keys) => {
  expect(KEYS.filter((key) => mayGrant(actor, key))).toEqual(keys)
  expect(mayGrant(actor, 'Everything')).toBe(false)
  expect(mayGrant(actor, 'all')).toBe(false)
})

test.each([
  ['superadmin, target admin', superadmin('1'), admin('2', 'All'), true],
  ['superadmin, target another superadmin', superadmin('1'), superadmin('2'), true],
  ['All, target with All', admin('1', 'All'), admin('2', 'All'), true],
  ['All, target superadmin', admin('1', 'All'), superadmin('2'), false],
  ['Admin only, target without sections', admin('1', 'Admin'), admin('2'), true],
  ['Admin only, target with All', admin('1', 'Admin'), admin('2', 'All'), false],
  ['Admin only, target with more sections', admin('1', 'Admin'), admin('2', 'Admin', 'Events'), false],
  ['Admin and Gallery, target with a gallery page', admin('1', 'Admin', 'Gallery'), admin('2', 'School'), true],
  ['Admin and a gallery page, target with Gallery', admin('1', 'Admin', 'School'), admin('2', 'Gallery'), false],
  ['Admin only, target with an unknown key', admin('1', 'Admin'), admin('2', 'Cellar'), true],
  ['without Admin', admin('1', 'Events'), admin('2', 'Events'), false],
])('decides whether an admin may manage an account: %s', (_name, actor, target, expected) => {
  expect(mayManage(actor, target)).toBe(expected)
})

test.each([superadmin('1'), admin('1', 'All'), admin('1', 'Admin')])(
  'does not allow managing the own account: %j',
  (account) => {
    expect(mayManage(account, account)).toBe(false)
  },
)

test('allows only superadmins to create superadmins', () => {
  expect(mayMakeSuperadmin(superadmin('1'))).toBe(true)
  expect(mayMakeSuperadmin(admin('1', 'All'))).toBe(false)
})
