import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { endBackup, insertBackup } from '../backups/backup-store.ts'
import { openHistory } from '../history/history-service.ts'
import { readStatus } from './system-service.ts'

const HOUR_MS = 60 * 60_000
const DAILY = { folder: '/backups', hour: 2, keep: 14, keyFile: undefined }

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  const status = (hoursLater = 0, isDaily = true) => {
    const now = () => new Date(Date.now() + hoursLater * HOUR_MS)
    const dailyBackup = isDaily ? DAILY : undefined
    return readStatus({
      config: { dailyBackup },
      db: here.db,
      media: { freeBytes: async () => 5e9 },
      history: { breaks: [] },
      now,
    })
  }
  const begin = (id: string, kind: 'daily' | 'manual' = 'daily') => {
    const aliveUntil = new Date(Date.now() + HOUR_MS)
    return insertBackup(here.db, { id, kind, file: '/backups/b.tar', aliveUntil })
  }

  test('describes database, space and jobs', async () => {
    const job = { kind: 'x', attempts: 1, due_at: '2026-01-01', created_at: '2026-01-01' }
    const jobs = [null, null, '2026-01-02'].map((failed_at, n) => ({ ...job, id: `${n}`, subject: `${n}`, failed_at }))
    await here.db.insertInto('jobs').values(jobs).execute()
    const { database, freeBytes, jobs: counts, version } = await status()
    expect(database).toMatchObject({ engine, version: expect.stringMatching(/^\d+\.\d+/) })
    expect(database.bytes).toBeGreaterThan(100_000)
    expect({ freeBytes, counts }).toEqual({ freeBytes: 5e9, counts: { waiting: 2, failed: 1 } })
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('says that backups are overdue 48 hours after the first record without one', async () => {
    const none = { daily: null, lastGood: null, last: null, isOverdue: false }
    expect((await status(49, false)).backup).toEqual(none)
    const history = await openHistory(here.db, join(here.dataDir, 'keys'))
    await history.server.record(here.db, { action: 'admin.added', recordKind: 'admin', recordId: 'a1' })
    expect((await status(47, false)).backup).toEqual(none)
    expect((await status(49, false)).backup.isOverdue).toBe(true)
    await begin('b1')
    expect((await status(49)).backup).toMatchObject({ isOverdue: true, lastGood: null })
    expect((await status()).backup.last).toMatchObject({ state: 'running' })
  })

  test.each(['daily', 'manual'] as const)('says that backups are overdue 48 hours after a %s one', async (kind) => {
    await begin('b1', kind)
    await endBackup(here.db, 'b1', { bytes: 1234 })
    expect((await status(47)).backup).toMatchObject({
      daily: { hour: 2, keep: 14 },
      lastGood: { bytes: 1234, kind },
      last: { state: 'good', reason: null },
      isOverdue: false,
    })
    expect((await status(49)).backup.isOverdue).toBe(true)
    expect((await status(49, false)).backup.isOverdue).toBe(true)
  })

  test('takes no backup before an update, beside the data, for a backup', async () => {
    const file = '/data/backups/before-update-0.1.0-2026-11-23-060000.tar'
    await insertBackup(here.db, { id: 'u', kind: 'manual', file, aliveUntil: new Date() })
    await endBackup(here.db, 'u', { bytes: 1 })
    expect((await status()).backup).toMatchObject({ lastGood: null, last: null })
  })

  test.each(['/mnt/usb/before-update-0.3.tar', '/mnt/before-update-0.3/x.tar', 'sevadesk.tar'])(
    'takes %s for a backup of the operator',
    async (file) => {
      await insertBackup(here.db, { id: 'o', kind: 'manual', file, aliveUntil: new Date() })
      await endBackup(here.db, 'o', { bytes: 1 })
      expect((await status()).backup.lastGood).toMatchObject({ bytes: 1 })
    },
  )

  test('says why the last backup failed, or that it was interrupted', async () => {
    await begin('b1')
    await endBackup(here.db, 'b1', { error: 'no space left' })
    expect((await status()).backup.last).toMatchObject({ state: 'failed', reason: 'no space left' })
    await here.db.deleteFrom('backups').execute()
    await begin('b2')
    expect((await status(2)).backup.last).toMatchObject({ state: 'interrupted', reason: null })
  })
})
