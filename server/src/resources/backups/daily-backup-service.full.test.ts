import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zonedDateTime } from '@sevadesk/contract/base/zoned-time.ts'
import { beforeEach, expect, test } from 'vitest'
import { openForEachTest } from '../../testing/databases.ts'
import { findLastAttempt, insertBackup } from './backup-store.ts'
import { takeDueBackup } from './daily-backup-service.ts'

let folder: string
let logged: string[]
const here = openForEachTest('SQLite')
beforeEach(() => {
  folder = join(here.dataDir, 'backups')
  mkdirSync(folder)
  logged = []
})

const HOUR_MS = 60 * 60_000

interface Circumstances {
  now?: number
  hour?: number
  env?: NodeJS.ProcessEnv
  stopAfterMs?: number
  longestMs?: number
}

function take({ now = Date.now(), hour = 2, env = {}, stopAfterMs, longestMs }: Circumstances = {}): Promise<void> {
  const dailyBackup = { folder, hour, keep: 1, keyFile: undefined }
  const config = { dailyBackup, timeZone: 'Asia/Kolkata' }
  // The clock of the tests is in NODE_OPTIONS.
  const { NODE_OPTIONS = '' } = process.env
  const settings = { NODE_OPTIONS, DATA_DIR: here.dataDir, BACKUP_DIR: folder, BACKUP_KEEP: '1', ...env }
  const dependencies = {
    db: here.db,
    config,
    log: { error: (_details: object, text: string) => void logged.push(text) },
    env: settings,
    now: () => now,
    ...(longestMs !== undefined && { longestMs }),
  }
  const signal = stopAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(stopAfterMs)
  return takeDueBackup(dependencies, signal)
}

/** The current hour in the trust's zone. With it as the hour of backups, the next is due in a day. */
const hourNow = () =>
  Number(zonedDateTime(Date.now(), 'Asia/Kolkata').slice('YYYY-MM-DD '.length, 'YYYY-MM-DD HH'.length))
const last = () => findLastAttempt(here.db, ['daily'], new Date(Date.now() + 100 * HOUR_MS))

test('takes the backup of the day once, and keeps as many as stated', async () => {
  for (const name of ['sevadesk-2020-01-01-0200.tar', 'own.tar']) writeFileSync(join(folder, name), 'old')
  const hour = hourNow()
  await take({ hour })
  expect(logged).toEqual([])
  const row = await last()
  expect(row).toMatchObject({ kind: 'daily', error: null, ended_at: expect.any(String) })
  expect(row?.bytes).toBeGreaterThan(10_000)
  const names = readdirSync(folder).sort()
  expect(names).toEqual(['own.tar', expect.stringMatching(/^sevadesk-20\d\d-\d\d-\d\d-\d{4}\.tar$/)])
  await take({ hour })
  expect(readdirSync(folder).sort()).toEqual(names)
  expect((await last())?.id).toBe(row?.id)
})

test('logs the warnings of a good backup', async () => {
  await here.db.insertInto('receipt_series').values({ series: '2026-27', last_number: 9 }).execute()
  await take()
  expect(await last()).toMatchObject({ error: null })
  expect(logged).toEqual([expect.stringMatching(/^In the backup as in the database: Receipts 2026-27: .+ is 9\.$/)])
})

test('records a failure, and tries again after an hour', async () => {
  rmSync(folder, { recursive: true })
  await expect(take()).rejects.toThrow(/BACKUP_DIR\) does not exist/)
  const failed = await last()
  expect(failed).toMatchObject({ bytes: null, error: expect.stringContaining('BACKUP_DIR') })
  mkdirSync(folder)
  await take({ now: Date.now() + HOUR_MS - 60_000 })
  expect((await last())?.id).toBe(failed?.id)
  await take({ now: Date.now() + HOUR_MS })
  expect(await last()).toMatchObject({ error: null, bytes: expect.any(Number) })
})

const HANG = '--import=data:text/javascript,setInterval(Object,1e9);await%20new%20Promise(Object)'

test.each([
  // Node.js itself refuses this.
  ['that ends', { env: { NODE_OPTIONS: '--no-such-option' } }, /--no-such-option/],
  // Larger than Linux allows.
  ['that cannot be started', { env: { LARGE: 'x'.repeat(1e7) } }, /could not be started: spawn E2BIG/],
  ['that hangs', { env: { NODE_OPTIONS: HANG }, longestMs: 36 }, /did not end within 0\.00001 hours/],
  ['of a server that stops', { env: { NODE_OPTIONS: HANG }, stopAfterMs: 50 }, /The server stopped/],
])('records the failure of a program %s', async (_what, circumstances, reason) => {
  await expect(take(circumstances)).rejects.toThrow(reason)
  expect(await last()).toMatchObject({
    bytes: null,
    error: expect.stringMatching(reason),
    ended_at: expect.any(String),
  })
})

test('ends the row of a program that died', async () => {
  await insertBackup(here.db, { id: 'b1', kind: 'daily', file: folder, aliveUntil: new Date() })
  await expect(take({ now: Date.now() - HOUR_MS, env: { NODE_OPTIONS: HANG }, stopAfterMs: 50 })).rejects.toThrow(
    'The server stopped',
  )
  expect(await last()).toMatchObject({ id: 'b1', error: expect.any(String), ended_at: expect.any(String) })
})

test('takes one backup a day while files are missing', async () => {
  const row = { id: 'p', title: '', description: '', section_name: 'School', path: '/media/ab/cd.jpg' }
  await here.db
    .insertInto('photos')
    .values({ ...row, created_at: '2026-11-23T06:00:00.000Z' })
    .execute()
  const hour = hourNow()
  await expect(take({ hour })).rejects.toThrow('files are missing (1), such as /media/ab/cd.jpg')
  const lacking = await last()
  expect(lacking).toMatchObject({ bytes: expect.any(Number), error: expect.stringContaining('/media/ab/cd.jpg') })
  await take({ hour, now: Date.now() + HOUR_MS })
  expect((await last())?.id).toBe(lacking?.id)
  expect(readdirSync(folder)).toHaveLength(1)
})
