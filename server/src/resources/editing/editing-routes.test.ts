import { expect, test } from 'vitest'
import { buildAdmin } from '../../testing/factories.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import type { TestSession } from '../../testing/test-app.ts'

const here = sharedTestApp()

const ID = 'a'.repeat(24)
const report = (by: TestSession, record: object, isOpen = true) =>
  here.send('POST', '/editing', { ...record, formId: 'f'.repeat(32), isOpen }, { by })

test.each([
  ['event', ['Events']],
  ['donor', ['Donations']],
  ['gift', ['Donations']],
  ['settings', 'superadmin'],
] as const)('shows each who else has the %s open, until the form closes', async (kind, rights) => {
  const [asha, meera] = [await here.signIn(rights), await here.signIn(rights)]
  const record = { kind, id: ID }
  expect((await report(asha, record)).json()).toEqual({ success: true, data: [] })
  const { data } = (await report(meera, record)).json()
  expect(data).toEqual([{ username: asha.admin.username, since: expect.stringMatching(/Z$/) }])
  await report(asha, record, false)
  expect((await report(meera, record)).json().data).toEqual([])
})

test('refuses records that the caller may not change', async () => {
  const holder = await here.signIn(['Admin', 'School'])
  const chief = await here.signIn('superadmin')
  const plain = await buildAdmin(here.db)
  const statuses: [object, number][] = [
    [{ kind: 'admin', id: plain.id }, 200],
    [{ kind: 'admin', id: holder.admin.id }, 200],
    [{ kind: 'admin', id: chief.admin.id }, 403],
    [{ kind: 'admin', id: ID }, 404],
    [{ kind: 'photo', id: ID, section: 'School' }, 200],
    [{ kind: 'photo', id: ID, section: 'Gaushala' }, 403],
    [{ kind: 'photo', id: ID }, 404],
    [{ kind: 'home-video', id: ID }, 403],
    [{ kind: 'event', id: ID }, 403],
    [{ kind: 'donor', id: ID }, 403],
    [{ kind: 'gift', id: ID }, 403],
    [{ kind: 'settings', id: ID }, 403],
    [{ kind: 'donation', id: ID }, 400],
  ]
  for (const [record, status] of statuses)
    expect([record, (await report(holder, record)).statusCode]).toEqual([record, status])
})

test('does not count as use of the session, and ends with it', async () => {
  const asha = await here.signIn(['Events'])
  const session = here.db.updateTable('sessions').where('admin_id', '=', asha.admin.id)
  const lastSeen = () =>
    here.db.selectFrom('sessions').select('last_seen_at').where('admin_id', '=', asha.admin.id).executeTakeFirst()
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await session.set({ last_seen_at: hourAgo }).execute()
  expect((await report(asha, { kind: 'event', id: ID })).statusCode).toBe(200)
  expect(await lastSeen()).toEqual({ last_seen_at: hourAgo })
  const idle = new Date(Date.now() - here.config.sessionIdleMs - 1000).toISOString()
  await session.set({ last_seen_at: idle }).execute()
  expect((await report(asha, { kind: 'event', id: ID })).statusCode).toBe(401)
})
