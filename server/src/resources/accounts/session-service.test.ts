import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { testApp } from '../../testing/test-app.ts'
import { authenticate } from './session-service.ts'

anyDatabase((engine) => {
  test('writes nothing when a session is checked again in a transaction', async () => {
    const { config, db, close, signIn } = await testApp({ engine })
    const { admin, token } = await signIn('superadmin')
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    const times = { last_seen_at: hourAgo, expires_at: '9999-12-31T00:00:00.000Z' }
    await db.updateTable('sessions').set(times).execute()
    const checking = db.transaction().execute((transaction) => authenticate(transaction, config, token, new Date()))
    expect(await checking).toMatchObject({ id: admin.id })
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([expect.objectContaining(times)])
    await close()
  })
})
