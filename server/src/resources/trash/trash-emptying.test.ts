import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation, buildEvent } from '../../testing/factories.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer } from '../../testing/test-app.ts'
import { type TrashCalls, trashCalls } from '../../testing/trash-calls.ts'
import { TRASHED_KINDS } from '../../trashed-kinds.ts'
import { emptyTrash } from './trash-emptying-service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

anyDatabase((engine) => {
  const here = suiteServer({ engine })
  let trash: TrashCalls
  beforeAll(async () => {
    trash = await trashCalls(here)
  })
  beforeEach(() => trash.clear())
  afterEach(() => {
    vi.useRealTimers()
  })

  const start = Date.now()
  /** Runs the daily work of the server as on a later day. */
  async function emptyOnDay(day: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: start + day * DAY_MS })
    const log = { error: () => undefined }
    await emptyTrash({ ...here, log, recorder: here.history.server, kinds: TRASHED_KINDS }, 30)
    vi.useRealTimers()
  }
  const isThere = async (id: string) => (await trash.list()).some(({ _id }) => _id === id)

  test('deletes what is over 30 days old with its files, and records it, but no donation', async () => {
    const { id: donation } = await buildDonation(here.db)
    await trash.call('DELETE', `/donate/${donation}`)
    const photo = await trash.trash('photo')
    for (const day of [1, 28, 29.9]) await emptyOnDay(day)
    expect(await isThere(photo)).toBe(true)
    await emptyOnDay(30.95)
    expect([await isThere(photo), await isThere(donation)]).toEqual([false, true])
    expect(await storedFiles(here.config.dataDir)).toEqual([])
    const last = (await historyOf(here.db, photo)).at(-1)
    expect(last).toMatchObject({ action: 'photo.erased', actorId: null, details: { label: 'Evening feed' } })
  })

  test('deletes nothing while the clock is a year ahead for less than a day', async () => {
    const event = await trash.trash('event')
    await emptyOnDay(365)
    await emptyOnDay(365.5)
    await emptyOnDay(1)
    await emptyOnDay(366.6)
    expect(await isThere(event)).toBe(true)
    await emptyOnDay(367.7)
    expect(await isThere(event)).toBe(false)
  })

  test('deletes more than one batch, and leaves what was restored meanwhile', async () => {
    const ids = await Promise.all(Array.from({ length: 101 }, async () => (await buildEvent(here.db)).id))
    for (const id of ids) await trash.call('DELETE', `/event/${id}`)
    await emptyOnDay(30)
    await trash.restore('event', ids[0] ?? '')
    await emptyOnDay(32)
    expect(await trash.list(trash.manager, '&kind=event')).toEqual([])
    expect(await here.db.selectFrom('events').select('id').execute()).toEqual([{ id: ids[0] }])
  })
})
