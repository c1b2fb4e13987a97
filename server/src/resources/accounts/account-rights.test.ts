import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { openDatabaseBeside } from '../../db/database.ts'
import { addAdmin, GOOD_PASSWORD, putAdmin, removeAdmin } from '../../testing/admin-calls.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { suiteServer, type TestApp, type TestSession } from '../../testing/test-app.ts'
import type { Caller } from './admin-service.ts'
import * as service from './admin-service.ts'

type Body = Record<string, unknown>

anyDatabase((engine) => {
  const server = suiteServer({ engine, env: { LOGIN_ADDRESS_FAILURES: '1000' } })

  const all = () => server.db.selectFrom('admins').selectAll().orderBy('id').execute()
  const setAdmin = ({ admin }: TestSession, fields: { sections: string }) =>
    server.db.updateTable('admins').set(fields).where('id', '=', admin.id).execute()
  const endSession = ({ admin }: TestSession) =>
    server.db.updateTable('sessions').set({ revoked_at: '2026-01-01' }).where('admin_id', '=', admin.id).execute()

  /** Expects the status and that no account or session changes. */
  async function expectNothing(status: number, call: () => Promise<{ statusCode: number }>) {
    const sessions = server.db.selectFrom('sessions').select(['id', 'revoked_at']).orderBy('id')
    const before = [await all(), await sessions.execute()]
    expect((await call()).statusCode).toBe(status)
    expect([await all(), await sessions.execute()]).toEqual(before)
  }

  test("changes nothing when the caller's own id is spelled differently", async () => {
    const attacker = await server.signIn(['Admin'])
    const { id } = attacker.admin
    const raised = { role: 'superadmin', sections: ['All'], password: GOOD_PASSWORD }
    for (const address of [id.toUpperCase(), `${id}%20`, `%20${id}`, `${id}%00`, `..%2f${id}`])
      await expectNothing(404, () => putAdmin(attacker, address, raised))
    await expectNothing(200, () => putAdmin(attacker, `${id}/`, raised))
  })

  describe('an admin grants only sections that they hold', () => {
    test.each([
      [['Donations'], ['Admin', 'Events']],
      [
        ['Events', 'Donations'],
        ['Admin', 'Events'],
      ],
      [['All'], ['Admin', 'Events']],
      [['Gallery'], ['Admin', 'Gaushala']],
      [['School'], ['Admin', 'Gaushala']],
    ])('refuses %j when granted by a holder of %j', async (given, held) => {
      const attacker = await server.signIn(held)
      const target = await buildAdmin(server.db)
      await expectNothing(403, () => addAdmin(attacker, { sections: given }))
      await expectNothing(403, () => putAdmin(attacker, target.id, { sections: given }))
    })

    test('accepts sections that they hold; Gallery includes every single gallery', async () => {
      const holder = await server.signIn(['Admin', 'Gallery'])
      const target = await buildAdmin(server.db)
      expect((await addAdmin(holder, { sections: ['Admin', 'School'] })).statusCode).toBe(200)
      expect((await putAdmin(holder, target.id, { sections: ['Gallery', 'Nursing'] })).statusCode).toBe(200)
    })

    test('refuses the role superadmin when granted by a holder of All, but accepts All', async () => {
      const holder = await server.signIn(['All'])
      const target = await buildAdmin(server.db)
      await expectNothing(403, () => addAdmin(holder, { role: 'superadmin' }))
      await expectNothing(403, () => putAdmin(holder, target.id, { role: 'superadmin' }))
      expect((await putAdmin(holder, target.id, { sections: ['All'] })).statusCode).toBe(200)
    })
  })

  describe('an admin cannot attack an account with more rights', () => {
    const CHANGES: Body[] = [
      { password: GOOD_PASSWORD },
      { email: 'attacker@example.org' },
      { username: 'Taken over' },
      { sections: [] },
      { role: 'admin' },
      {},
    ]
    let targets: { attacker: TestSession; id: string }[]
    beforeEach(async () => {
      const id = async (sections: string[]) => (await server.signIn(sections)).admin.id
      targets = [
        { attacker: await server.signIn(['Admin']), id: await id(['All']) },
        { attacker: await server.signIn(['Admin']), id: await id(['Admin', 'Events']) },
        { attacker: await server.signIn(['Admin', 'School']), id: await id(['Gallery']) },
        { attacker: await server.signIn(['Admin']), id: (await server.signIn('superadmin')).admin.id },
        { attacker: await server.signIn(['All']), id: (await server.signIn('superadmin')).admin.id },
        { attacker: await server.signIn(['Profile', 'Events']), id: await id([]) },
      ]
    })

    test('by changing it', async () => {
      for (const { attacker, id } of targets)
        for (const change of CHANGES) await expectNothing(403, () => putAdmin(attacker, id, change))
    })

    test('by deleting it', async () => {
      for (const { attacker, id } of targets) await expectNothing(403, () => removeAdmin(attacker, id))
    })

    // Calls the service as if rights or session had ended after the request's access check.
    describe.each([
      ['rights', (attacker: TestSession) => setAdmin(attacker, { sections: '["Events"]' }), 403],
      ['session', (attacker: TestSession) => endSession(attacker), 401],
    ] as const)('when their %s ended between access check and change', (_name, revoke, status) => {
      const changes = () => ({ ...server, recorder: server.history.server })
      const form = { username: 'Planted', email: 'a@example.org', password: GOOD_PASSWORD, sections: ['Events'] }
      test.each([
        [
          'add',
          (caller: Caller) => service.addAdmin({ ...changes(), recordIdempotencyKey: async () => {} }, caller, form),
        ],
        ['change', (caller: Caller, id: string) => service.updateAdmin(changes(), { caller, id }, { email: 'a@b.in' })],
        ['delete', (caller: Caller, id: string) => service.deleteAdmin(changes(), { caller, id })],
      ])('refuses to %s an account', async (_name, attempt) => {
        const attacker = await server.signIn(['Admin', 'Events'])
        const target = await buildAdmin(server.db)
        const { id: sessionId } = await server.db
          .selectFrom('sessions')
          .select('id')
          .where('admin_id', '=', attacker.admin.id)
          .executeTakeFirstOrThrow()
        await revoke(attacker)
        const before = await all()
        const caller = { id: attacker.admin.id, sessionId }
        await expect(attempt(caller, target.id)).rejects.toMatchObject({ statusCode: status })
        expect(await all()).toEqual(before)
      })
    })
  })

  describe('there is always a superadmin', () => {
    test('because admins cannot delete their own account', async () => {
      for (const who of ['superadmin', ['All'], ['Admin']] as const) {
        const self = await server.signIn(who)
        await expectNothing(403, () => removeAdmin(self, self.admin.id))
        expect((await removeAdmin(self, self.admin.id)).json().message).toBe('You cannot delete your own account.')
      }
    })

    describe.each(['delete', 'demote'])('two superadmins who %s each other at once', (how) => {
      const attack = ({ app }: Pick<TestApp, 'app'>, as: TestSession, id: string) =>
        app.inject({
          method: how === 'delete' ? 'DELETE' : 'PUT',
          url: `/api/admin/${id}`,
          headers: as.bearer,
          ...(how === 'demote' && { payload: { role: 'admin' } }),
        })

      async function expectOneLeft(other: Pick<TestApp, 'app'>) {
        await server.db.deleteFrom('admins').where('role', '=', 'superadmin').execute()
        const [a, b] = [await server.signIn('superadmin'), await server.signIn('superadmin')]
        const answers = await Promise.all([attack(server, a, b.admin.id), attack(other, b, a.admin.id)])
        // A deleted superadmin has no session; a demoted one lacks Admin.
        const refusal = how === 'delete' ? 401 : 403
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, refusal])
        expect((await all()).filter(({ role }) => role === 'superadmin')).toHaveLength(1)
      }

      test('do not both succeed', async () => {
        for (let round = 0; round < 5; round += 1) await expectOneLeft(server)
      })

      // SQLite allows one server per data folder.
      if (engine === 'SQLite') return
      test('do not both succeed on two servers', async () => {
        const db = await openDatabaseBeside(server.config)
        const app = await buildApp({ ...server, db })
        try {
          for (let round = 0; round < 5; round += 1) await expectOneLeft({ app })
        } finally {
          await app.close()
          await db.destroy()
        }
      })
    })
  })
})
