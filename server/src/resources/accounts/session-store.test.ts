import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { type AdminRow, buildAdmin } from '../../testing/factories.ts'
import { suiteServer } from '../../testing/test-app.ts'
import { openSession, revokeSessionsOf } from './session-store.ts'

anyDatabase((engine) => {
  const server = suiteServer({ engine })

  const open = (admin: AdminRow, passwordHash: string) => {
    const times = { expiresAt: new Date(Date.now() + 60_000) }
    const browser = { userAgent: '', ip: '127.0.0.1', deviceId: 'device', hasCode: false }
    const session = { tokenHash: `${admin.id}-${passwordHash}`, adminId: admin.id, ...browser, ...times }
    return server.db
      .transaction()
      .execute(async (transaction) => (await openSession(transaction, session, passwordHash)) !== undefined)
  }
  const live = async ({ id }: AdminRow) => {
    const rows = server.db.selectFrom('sessions').select('token_hash').where('admin_id', '=', id)
    return (await rows.where('revoked_at', 'is', null).execute()).length
  }

  test('a session opens only for the stored password hash, and not during its change', async () => {
    const admin = await buildAdmin(server.db, { password_hash: 'old' })
    expect(await open(admin, 'former')).toBe(false)
    const signIns: Promise<boolean>[] = [open(admin, 'old')]
    await server.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('admins').set({ password_hash: 'new' }).where('id', '=', admin.id).execute()
      signIns.push(open(admin, 'old'), open(admin, 'old'), open(admin, 'old'))
      await revokeSessionsOf(transaction, admin.id, new Date())
      // A sign-in that did not wait for this transaction would finish during these queries.
      for (let n = 0; n < 20; n += 1) await transaction.selectFrom('admins').selectAll().execute()
    })
    expect((await Promise.all(signIns)).slice(1)).toEqual([false, false, false])
    expect(await live(admin)).toBe(0)
    expect(await open(admin, 'new')).toBe(true)
    expect(await live(admin)).toBe(1)
  })

  test('no session opens while its account is being deleted', async () => {
    const admin = await buildAdmin(server.db, { password_hash: 'old' })
    const signIns: Promise<boolean>[] = []
    await server.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('admins').where('id', '=', admin.id).execute()
      signIns.push(open(admin, 'old'))
    })
    expect(await Promise.all(signIns)).toEqual([false])
    expect(await live(admin)).toBe(0)
  })
})
