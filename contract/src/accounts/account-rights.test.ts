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
  ['superadmin may manage an admin', superadmin('1'), admin('2', 'All'), true],
  ['superadmin may manage another superadmin', superadmin('1'), superadmin('2'), true],
  ['All may manage an account with All', admin('1', 'All'), admin('2', 'All'), true],
  ['All may not manage a superadmin', admin('1', 'All'), superadmin('2'), false],
  ['Admin may manage an account without sections', admin('1', 'Admin'), admin('2'), true],
  ['Admin may not manage an account with All', admin('1', 'Admin'), admin('2', 'All'), false],
  ['Admin may not manage an account with Admin and Events', admin('1', 'Admin'), admin('2', 'Admin', 'Events'), false],
  ['Admin and Gallery may manage an account with School', admin('1', 'Admin', 'Gallery'), admin('2', 'School'), true],
  [
    'Admin and School may not manage an account with Gallery',
    admin('1', 'Admin', 'School'),
    admin('2', 'Gallery'),
    false,
  ],
  ['Admin may manage an account with an unknown section', admin('1', 'Admin'), admin('2', 'Cellar'), true],
  ['Events without Admin may manage no account', admin('1', 'Events'), admin('2', 'Events'), false],
])('compares the rights of caller and account: %s', (_name, actor, target, expected) => {
  expect(mayManage(actor, target)).toBe(expected)
})

test.each([superadmin('1'), admin('1', 'All'), admin('1', 'Admin')])(
  'does not allow an admin to manage their own account: %j',
  (account) => {
    expect(mayManage(account, account)).toBe(false)
  },
)

test('allows only superadmins to create superadmins', () => {
  expect(mayMakeSuperadmin(superadmin('1'))).toBe(true)
  expect(mayMakeSuperadmin(admin('1', 'All'))).toBe(false)
})
