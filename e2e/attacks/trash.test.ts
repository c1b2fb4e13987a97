import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let target: AttackTarget
let photo: { _id: string; imageUrl: string }
let chief: { id: string; token: string }
let stranger: { id: string; token: string }
beforeAll(async () => {
  target = await openAttackTarget()
  stranger = await target.addAdmin('stranger', ['School', 'Admin', 'Donations'])
  chief = await target.addAdmin('chief', [])
  const token = await target.signIn()
  const body = new FormData()
  body.append('title', 'Private')
  body.append('sectionName', 'Gaushala')
  body.append('images', new Blob([PIXEL], { type: 'image/png' }), 'a.png')
  const added = await target.call('/api/galleryphoto/addPhoto', { body, token })
  ;[photo] = added.json.data as [typeof photo]
  await target.call(`/api/galleryphoto/Gaushala/${photo._id}`, { method: 'DELETE', token })
  const rights = { username: 'chief', email: 'chief@seva.example', role: 'superadmin', sections: [] }
  await target.call(`/api/admin/${chief.id}`, { method: 'PUT', body: rights, token })
  await target.call(`/api/admin/${chief.id}`, { method: 'DELETE', token })
})
afterAll(() => target?.close())

const asStranger = (path: string, body?: unknown) => target.call(path, { token: stranger.token, body })
const inTrash = async () => (await target.call('/api/trash', { token: await target.signIn() })).json.data

test('nobody reads a deleted photo by its address, and a stranger not through the trash', async () => {
  expect((await target.call(photo.imageUrl)).status).toBe(404)
  expect((await target.call(`${photo.imageUrl}?download`, { token: await target.signIn() })).status).toBe(404)
  expect((await target.call(`/api/trash/photo/${photo._id}/picture`)).status).toBe(401)
  expect((await asStranger(`/api/trash/photo/${photo._id}/picture`)).status).toBe(404)
  expect((await asStranger('/api/trash')).json.data).toEqual([])
})

test('nobody restores or destroys records of another section, or an account with more rights', async () => {
  const before = await inTrash()
  expect(before).toHaveLength(2)
  for (const [kind, id] of [
    ['photo', photo._id],
    ['admin', chief.id],
  ]) {
    expect((await asStranger(`/api/trash/${kind}/${id}/restore`, {})).status).toBe(404)
    const items = [{ kind, _id: id }]
    for (const path of ['/api/trash/restore', '/api/trash/delete']) {
      expect((await asStranger(path, { items })).json.data).toMatchObject([{ isDone: false }])
    }
  }
  // Nor by naming the record as of another kind.
  expect((await asStranger(`/api/trash/donation/${photo._id}/restore`, {})).status).toBe(404)
  expect(await inTrash()).toEqual(before)
})

test('an account comes back with no more rights than before, whatever the call says', async () => {
  const clerk = await target.addAdmin('clerk', ['School'])
  await target.call(`/api/admin/${clerk.id}`, { method: 'DELETE', token: stranger.token })
  const body = { role: 'superadmin', sections: ['All'], password_hash: 'x', username: 'clerk' }
  expect((await asStranger(`/api/trash/admin/${clerk.id}/restore`, body)).status).toBe(200)
  expect((await target.call('/api/admin/me', { token: clerk.token })).status).toBe(401)
  const me = await target.call('/api/admin/me', { token: await target.signIn('clerk') })
  expect(me.json).toMatchObject({ role: 'admin', sections: ['School'] })
})
