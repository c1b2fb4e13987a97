import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openForEachTest } from '../../testing/databases.ts'
import { isBackupRunning, LEASE_MS } from '../media-files/running-backup-store.ts'
import { type Lease, LONGEST_BACKUP_MS, startLease } from './backup-service.ts'
import { endBackup, insertBackup } from './backup-store.ts'

const MINUTE_MS = 60_000

let lease: Lease
const here = openForEachTest('SQLite')
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  await insertBackup(here.db, { id: 'b1', kind: 'manual', file: '/b.tar', aliveUntil: new Date(Date.now() + LEASE_MS) })
  lease = startLease(here.db, 'b1')
})
afterEach(() => {
  lease.stop()
  vi.useRealTimers()
})

const setClock = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS)
async function pass(ms: number): Promise<void> {
  const step = Math.min(ms, 5 * MINUTE_MS)
  for (let passed = 0; passed < ms; passed += step) {
    vi.advanceTimersByTime(step)
    // Renewals have begun before: SQLite runs one statement after the other.
    await isBackupRunning(here.db)
  }
}

test('keeps the files of a backup that takes an hour, and forgets it in ten minutes if it dies', async () => {
  await pass(60 * MINUTE_MS)
  lease.assertValid()
  expect(await isBackupRunning(here.db)).toBe(true)
  lease.stop()
  await pass(LEASE_MS + 5 * MINUTE_MS)
  expect(await isBackupRunning(here.db)).toBe(false)
})

test.each([4, -4])('survives a clock that is set by %i minutes', async (minutes) => {
  setClock(minutes)
  lease.assertValid()
  await pass(MINUTE_MS)
  lease.assertValid()
  expect(await isBackupRunning(here.db)).toBe(true)
})

test.each([60, -60])('ends when the clock is set by %i minutes, also after the next renewal', async (minutes) => {
  setClock(minutes)
  expect(await isBackupRunning(here.db)).toBe(false)
  expect(() => lease.assertValid()).toThrow(/the clock changed so much/)
  await pass(2 * MINUTE_MS)
  expect(() => lease.assertValid()).toThrow(/the clock changed so much/)
})

test('ends when the clock is set back between two checks of the backup', async () => {
  setClock(-60)
  await pass(2 * MINUTE_MS)
  expect(() => lease.assertValid()).toThrow(/the clock changed so much/)
})

test('ends when the backup was declared dead', async () => {
  await endBackup(here.db, 'b1', { error: 'killed' })
  await pass(2 * MINUTE_MS)
  await pass(2 * MINUTE_MS)
  expect(() => lease.assertValid()).toThrow(/files may have been deleted/)
})

test('gives up a backup that hangs', async () => {
  await pass(LONGEST_BACKUP_MS)
  lease.assertValid()
  await pass(LEASE_MS + 5 * MINUTE_MS)
  expect(await isBackupRunning(here.db)).toBe(false)
  expect(() => lease.assertValid()).toThrow(/took or paused for so long/)
})
