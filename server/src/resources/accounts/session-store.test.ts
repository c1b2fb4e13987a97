import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { anyDatabase, openForEachTest } from '../../testing/databases.ts'
import { type AdminRow, buildAdmin } from '../../testing/factories.ts'
import { openSession, revokeSessionsOf } from './session-store.ts'

anyDatabase((engine) => {
  let db: Db
  openForEachTest(engine, (opened) => {
    db = opened
  })

  let admin: AdminRow
  beforeEach(async () => {
    admin = await buildAdmin(db, { password_hash: 'old' })
  })

  const open = (passwordHash: string) => {
    const session = {
      tokenHash: passwordHash,
      adminId: admin.id,
      userAgent: '',
      ip: '127.0.0.1',
      expiresAt: new Date(Date.now() + 60_000),
      deviceId: 'device',
      hasCode: false,
    }
    return db
      .transaction()
      .execute(async (transaction) => (await openSession(transaction, session, passwordHash)) !== undefined)
  }
  const live = async () =>
    (await db.selectFrom('sessions').select('token_hash').where('revoked_at', 'is', null).execute()).map(
      ({ token_hash }) => token_hash,
    )

  test('opens a session only for the stored password hash', async () => {
    expect(await open('former')).toBe(false)
    expect(await open('old')).toBe(true)
    expect(await live()).toEqual(['old'])
  })

  test('opens no session for the old password during a password change', async () => {
    const signIns: Promise<boolean>[] = [open('old')]
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('admins').set({ password_hash: 'new' }).where('id', '=', admin.id).execute()
      signIns.push(open('old'), open('old'), open('old'))
      await revokeSessionsOf(transaction, admin.id, new Date())
      // A sign-in that did not wait for this transaction would finish during these queries.
      for (let n = 0; n < 20; n += 1) await transaction.selectFrom('admins').selectAll().execute()
    })
    expect((await Promise.all(signIns)).slice(1)).toEqual([false, false, false])
    expect(await live()).toEqual([])
    expect(await open('new')).toBe(true)
  })

  test('opens no session for an account that is being deleted', async () => {
    const signIns: Promise<boolean>[] = []
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('admins').where('id', '=', admin.id).execute()
      signIns.push(open('old'))
    })
    expect(await Promise.all(signIns)).toEqual([false])
    expect(await live()).toEqual([])
  })
})
