import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin, buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer, type TestSession } from '../../testing/test-app.ts'
import { type TrashCalls, trashCalls } from '../../testing/trash-calls.ts'

anyDatabase((engine) => {
  const here = suiteServer({ engine })
  let trash: TrashCalls
  beforeAll(async () => {
    trash = await trashCalls(here)
  })
  beforeEach(() => trash.clear())

  const accountOf = (id: string) => here.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst()

  describe('rights', () => {
    test('show and restore each kind only to its section, a photo only to its gallery', async () => {
      const photo = await trash.addPhoto('Gaushala')
      await trash.call('DELETE', `/galleryphoto/Gaushala/${photo._id}`)
      const ids: [string, string][] = [['photo', photo._id]]
      for (const kind of ['home-video', 'event', 'message', 'certificate'] as const) {
        ids.push([kind, await trash.trash(kind)])
      }
      const seen = async (...sections: string[]) =>
        (await trash.list(await here.signIn(sections))).map(({ kind }) => kind).sort()
      expect(await seen('Gallery')).toEqual(['photo'])
      expect(await seen('Gaushala')).toEqual(['photo'])
      expect(await seen('School')).toEqual([])
      expect(await seen('HomeVideo', 'Message')).toEqual(['home-video', 'message'])
      expect(await seen('Donations')).toEqual(['certificate'])
      expect(await seen('UserInformation')).toEqual([])
      expect(await seen('All')).toEqual(['certificate', 'event', 'home-video', 'message', 'photo'])

      const stranger = await here.signIn(['School', 'UserInformation'])
      for (const [kind, id] of ids) {
        expect((await trash.restore(kind, id, stranger)).statusCode).toBe(404)
        expect((await trash.erase(kind, id, stranger)).json().data).toMatchObject([
          { isDone: false, code: 'not_found' },
        ])
        expect((await trash.call('GET', `/trash/${kind}/${id}/picture`, stranger)).statusCode).toBe(404)
      }
      expect(await trash.list()).toHaveLength(5)
    })

    test('let User Information restore only donations that the caller deleted', async () => {
      const [own, others] = [await buildDonation(here.db), await buildDonation(here.db)]
      const donors = await here.signIn(['UserInformation'])
      await trash.call('DELETE', `/donate/${own.id}`, donors)
      await trash.call('DELETE', `/donate/${others.id}`)
      expect((await trash.list(donors)).map(({ _id }) => _id)).toEqual([own.id])
      expect((await trash.restore('donation', others.id, donors)).statusCode).toBe(404)
      expect((await trash.restore('donation', own.id, donors)).statusCode).toBe(200)
      await trash.restore('donation', others.id)
    })

    test('to restore a donation stay with the account that deleted it, whatever its username', async () => {
      const { id } = await buildDonation(here.db)
      const former = await here.signIn(['UserInformation'])
      const other = await here.signIn(['UserInformation'])
      await trash.call('DELETE', `/donate/${id}`, former)
      const rename = (session: TestSession, username: string) => session.put(`/admin/${session.admin.id}`, { username })
      expect((await rename(former, 'Former name')).statusCode).toBe(200)
      expect((await rename(other, former.admin.username)).statusCode).toBe(200)
      expect(await trash.list(other)).toEqual([])
      expect((await trash.restore('donation', id, other)).statusCode).toBe(404)
      expect(await trash.list(former)).toMatchObject([{ _id: id, deletedBy: former.admin.username }])
      expect((await trash.restore('donation', id, former)).statusCode).toBe(200)
    })

    test('let holders of Admin restore only accounts within their own rights', async () => {
      const keeper = await here.signIn(['Admin', 'Events'])
      const within = await buildAdmin(here.db, { sections: ['Events'] })
      const beyond = await buildAdmin(here.db, { sections: ['Donations'] })
      const chief = await buildAdmin(here.db, { role: 'superadmin' })
      for (const { id } of [within, beyond, chief]) await trash.call('DELETE', `/admin/${id}`)
      expect((await trash.list(keeper)).map(({ _id }) => _id)).toEqual([within.id])
      for (const { id } of [beyond, chief]) expect((await trash.restore('admin', id, keeper)).statusCode).toBe(404)
      expect(
        (await trash.restore('admin', within.id, keeper, { role: 'superadmin', sections: ['All'] })).statusCode,
      ).toBe(200)
      expect(await accountOf(within.id)).toEqual({ ...within, version: expect.any(Number) })
    })
  })

  describe('an admin', () => {
    test('comes back with the password but without sessions', async () => {
      const gone = await here.signIn(['Events'])
      await trash.call('DELETE', `/admin/${gone.admin.id}`)
      await trash.restore('admin', gone.admin.id)
      expect((await trash.call('GET', '/admin/me', gone)).statusCode).toBe(401)
      expect(await accountOf(gone.admin.id)).toEqual({ ...gone.admin, version: expect.any(Number) })
    })

    test('comes back with the second step of sign-in', async () => {
      const { id } = await buildAdmin(here.db)
      const step = {
        secret: 'sealed',
        pending_secret: null,
        turned_on_at: '2026-01-01T00:00:00.000Z',
        last_time_step: 7,
      }
      await here.db
        .insertInto('second_steps')
        .values({ admin_id: id, ...step })
        .execute()
      await here.db.insertInto('recovery_codes').values({ admin_id: id, code_hash: 'h' }).execute()
      await trash.call('DELETE', `/admin/${id}`)
      await trash.restore('admin', id)
      const own = { steps: here.db.selectFrom('second_steps'), codes: here.db.selectFrom('recovery_codes') }
      expect(await own.steps.selectAll().where('admin_id', '=', id).execute()).toEqual([{ admin_id: id, ...step }])
      expect(await own.codes.selectAll().where('admin_id', '=', id).execute()).toHaveLength(1)
    })

    test('needs another name when theirs was taken meanwhile', async () => {
      const { id } = await buildAdmin(here.db, { username: 'Kamala' })
      await trash.call('DELETE', `/admin/${id}`)
      await buildAdmin(here.db, { username: 'kamala' })
      const refused = await trash.restore('admin', id)
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'taken', fields: { username: expect.any(String) } }),
      ])
      expect((await trash.restore('admin', id, trash.manager, { username: ' ' })).json()).toMatchObject({
        code: 'bad_request',
        fields: { username: expect.any(String) },
      })
      expect((await trash.restore('admin', id, trash.manager, { username: 'kamala' })).statusCode).toBe(409)
      expect((await trash.restore('admin', id, trash.manager, { username: 'Kamala Devi' })).statusCode).toBe(200)
      expect(await accountOf(id)).toMatchObject({ username: 'Kamala Devi', username_key: 'kamala devi' })
    })

    test('never leaves the server with their password', async () => {
      const { id } = await buildAdmin(here.db, { password_hash: 'the-secret-hash' })
      await trash.call('DELETE', `/admin/${id}`)
      const answers = [await trash.call('GET', '/trash'), await trash.restore('admin', id)]
      for (const { body } of answers) expect(body).not.toContain('the-secret-hash')
      expect(JSON.stringify(await historyOf(here.db, id))).not.toContain('the-secret-hash')
    })
  })
})
