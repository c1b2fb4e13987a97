import type { DonationRight } from '@sevadesk/contract/accounts/donation-rights.ts'
import { expect, test } from 'vitest'
import { suiteServer } from '../../testing/test-app.ts'

const server = suiteServer()
const PASSWORD = 'Temple#2026'

async function signInWith(rights: readonly DonationRight[] | null, sections = ['Admin', 'Donations', 'Profile']) {
  const session = await server.signIn(sections)
  const donation_rights = rights && JSON.stringify(rights)
  await server.db.updateTable('admins').set({ donation_rights }).where('id', '=', session.admin.id).execute()
  return session
}

let made = 0
const formOf = (more: object) => {
  made += 1
  const username = `desk${made}`
  return { username, email: `${username}@example.org`, password: PASSWORD, sections: ['Donations'], ...more }
}

async function add(headers: Record<string, string>, more: object) {
  return server.app.inject({ method: 'POST', url: '/api/admin/addadmin', headers, payload: formOf(more) })
}

test('keeps the rights of an account in their order with viewing, and gives all by null', async () => {
  const { bearer } = await server.signIn('superadmin')
  const added = (await add(bearer, { donationRights: ['close', 'enter'] })).json().data
  expect(added).toMatchObject({ sections: ['Donations'], donationRights: ['view', 'enter', 'close'] })
  const put = async (payload: object) =>
    (await server.app.inject({ method: 'PUT', url: `/api/admin/${added._id}`, headers: bearer, payload })).json().data
  expect(await put({ sections: ['Donations', 'Profile'] })).toMatchObject({
    donationRights: ['view', 'enter', 'close'],
  })
  expect(await put({ donationRights: null })).not.toHaveProperty('donationRights')
  expect(await put({ donationRights: [] })).toMatchObject({ donationRights: ['view'] })
  expect(await put({ sections: ['Profile'] })).not.toHaveProperty('donationRights')
  const history = await server.app.inject({ url: `/api/history?kind=admin&record=${added._id}`, headers: bearer })
  expect(JSON.stringify(history.json())).toContain('["view","enter","close"]')
})

test('refuses unknown rights', async () => {
  const { bearer } = await server.signIn('superadmin')
  expect((await add(bearer, { donationRights: ['everything'] })).statusCode).toBe(400)
})

test('reports the rights of the caller, who cannot change them', async () => {
  const { bearer, admin } = await signInWith(['view', 'enter'])
  const payload = { username: admin.username, donationRights: null }
  await server.app.inject({ method: 'PUT', url: `/api/admin/${admin.id}`, headers: bearer, payload })
  const me = await server.app.inject({ url: '/api/admin/me', headers: bearer })
  expect(me.json()).toMatchObject({ donationRights: ['view', 'enter'] })
})

test('lets an account grant and manage only the rights that it holds', async () => {
  const { bearer } = await signInWith(['view', 'enter'])
  expect((await add(bearer, {})).statusCode).toBe(403)
  expect((await add(bearer, { donationRights: ['enter', 'close'] })).statusCode).toBe(403)
  const added = await add(bearer, { donationRights: ['enter'] })
  expect(added.statusCode).toBe(200)
  const change = async (id: string, payload: object) =>
    (await server.app.inject({ method: 'PUT', url: `/api/admin/${id}`, headers: bearer, payload })).statusCode
  expect(await change(added.json().data._id, { donationRights: null })).toBe(403)
  expect(await change(added.json().data._id, { email: 'other@example.org' })).toBe(200)
  const { admin } = await signInWith(null, ['Donations'])
  expect(await change(admin.id, { email: 'taken-over@example.org' })).toBe(403)
})

test('hides deleted donations from a holder of Donations who may not cancel', async () => {
  const { bearer } = await signInWith(['view', 'enter'], ['Donations'])
  const restore = await server.app.inject({
    method: 'POST',
    url: '/api/trash/donation/aaaaaaaaaaaaaaaaaaaaaaaa/restore',
    headers: bearer,
    payload: {},
  })
  expect(restore.statusCode).toBe(404)
})
