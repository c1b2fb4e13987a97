import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

anyDatabase((engine) => {
  const here = suiteServer({ engine })
  const manager = suiteSession(here, 'superadmin')
  const remove = (id: string) => manager.delete(`/admin/${id}`)
  const restore = (id: string, payload = {}) => manager.post(`/trash/admin/${id}/restore`, payload)
  const accountOf = (id: string) => here.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst()

  test('a deleted account comes back with the password but without sessions', async () => {
    const gone = await here.signIn(['Events'])
    await remove(gone.admin.id)
    await restore(gone.admin.id)
    expect((await gone.get('/admin/me')).statusCode).toBe(401)
    expect(await accountOf(gone.admin.id)).toEqual({ ...gone.admin, version: expect.any(Number) })
  })

  test('a deleted account comes back with the second step of sign-in', async () => {
    const { id } = await buildAdmin(here.db)
    const step = {
      secret: 'sealed',
      pending_secret: null,
      pending_at: null,
      turned_on_at: '2026-01-01T00:00:00.000Z',
      last_time_step: 7,
    }
    await here.db
      .insertInto('second_steps')
      .values({ admin_id: id, ...step })
      .execute()
    await here.db.insertInto('recovery_codes').values({ admin_id: id, code_hash: 'h' }).execute()
    await remove(id)
    await restore(id)
    const own = { steps: here.db.selectFrom('second_steps'), codes: here.db.selectFrom('recovery_codes') }
    expect(await own.steps.selectAll().where('admin_id', '=', id).execute()).toEqual([{ admin_id: id, ...step }])
    expect(await own.codes.selectAll().where('admin_id', '=', id).execute()).toHaveLength(1)
  })

  test('a deleted account needs another name when theirs was taken meanwhile', async () => {
    const { id } = await buildAdmin(here.db, { username: 'Kamala' })
    await remove(id)
    await buildAdmin(here.db, { username: 'kamala' })
    const refused = await restore(id)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'taken', fields: { username: expect.any(String) } }),
    ])
    expect((await restore(id, { username: ' ' })).json()).toMatchObject({
      code: 'bad_request',
      fields: { username: expect.any(String) },
    })
    expect((await restore(id, { username: 'kamala' })).statusCode).toBe(409)
    expect((await restore(id, { username: 'Kamala Devi' })).statusCode).toBe(200)
    expect(await accountOf(id)).toMatchObject({ username: 'Kamala Devi', username_key: 'kamala devi' })
  })

  test('a deleted account never leaves the server with their password', async () => {
    const { id } = await buildAdmin(here.db, { password_hash: 'the-secret-hash' })
    await remove(id)
    const answers = [await manager.get('/trash'), await restore(id)]
    for (const { body } of answers) expect(body).not.toContain('the-secret-hash')
    expect(JSON.stringify(await historyOf(here.db, id))).not.toContain('the-secret-hash')
  })
})
