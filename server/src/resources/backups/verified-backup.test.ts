import fs, { existsSync, mkdirSync, readdirSync, readFileSync, type StatsFs, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runBackup, runDailyBackup } from '../../commands/run-backup.ts'
import { withDatabaseBeside } from '../../db/database.ts'
import { newPartName } from '../../media/disk-files.ts'
import { settingsOf, testPlaces, withDatabase } from '../../testing/backups/backup-places.ts'
import type { TestDatabase } from '../../testing/databases.ts'
import { TEST_TIME_ZONE } from '../../testing/factories.ts'
import { type ArchiveKey, newKeyFile, readKeyFile } from './archive/encryption.ts'
import { findLastAttempt } from './backup-store.ts'
import { allFindings, verifyBackup } from './verify-service.ts'

const places = testPlaces()
let source: TestDatabase
let folder: string
beforeEach(async () => {
  source = await places.filled('SQLite')
  folder = join(source.dataDir, 'backups')
  mkdirSync(folder)
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await places.removeAll()
})

const { content, recipient } = await newKeyFile()
const KEYS: Record<string, string | ArchiveKey> = {
  'no key': '',
  'a key that opens it': content,
  'a key that only encrypts': recipient,
  'a passphrase': { passphrase: 'correct horse battery staple' },
}

test.each(Object.entries(KEYS))('leaves and reports no backup that the disk has damaged, with %s', async (_, given) => {
  const file = join(folder, 'backup.tar')
  const key = typeof given === 'string' ? await keyOf(given) : given
  damageFiles()
  const backup = runBackup(settingsOf(source), { file, key, kind: 'manual' }, () => undefined)
  await expect(backup).rejects.toThrow(
    `The new backup failed its check and was deleted. The backup ${file} is damaged or not complete (`,
  )
  expect([readdirSync(folder), readdirSync(join(source.dataDir, 'tmp'))]).toEqual([[], []])
  const attempt = await withDatabase(source, (db) => findLastAttempt(db, ['manual'], new Date()))
  expect(attempt).toMatchObject({ bytes: null, error: expect.stringContaining('failed its check') })
})

test('verifies with a key that only encrypts, and opens with its other half alone', async () => {
  const file = join(folder, 'backup.tar')
  const key = await keyOf(recipient)
  expect(await runBackup(settingsOf(source), { file, key, kind: 'manual' }, () => undefined)).toBeNull()
  expect(allFindings(await verifyBackup(file, await keyOf(content)))).toEqual([])
  await expect(verifyBackup(file, key)).rejects.toThrow('The key does not open')
  const { content: another } = await newKeyFile()
  await expect(verifyBackup(file, await keyOf(another))).rejects.toThrow('The key does not open')
})

test('writes no key into the temporary folder, and deletes what a killed backup left there', async () => {
  const left = join(source.dataDir, 'tmp', newPartName())
  mkdirSync(join(left, 'keys'), { recursive: true })
  const written = vi.spyOn(fs, 'createWriteStream')
  syncBuiltinESMExports()
  expect(await take()).toBeNull()
  const names = written.mock.calls.map(([path]) => basename(String(path)))
  expect(names).toEqual([expect.stringMatching(/\.part$/), 'database.sqlite'])
  expect(existsSync(left)).toBe(false)
})

test.each([
  ['the copy', 0],
  ['the verification', 2],
])('leaves space for the server: refuses %s for which the data folder has none', async (_, calls) => {
  const free = { bavail: 1e9, bsize: 4096 } as StatsFs
  const statfs = vi.spyOn(fs.promises, 'statfs').mockResolvedValue({ ...free, bavail: 1 } as StatsFs)
  for (let call = 0; call < calls; call += 1) statfs.mockResolvedValueOnce(free)
  syncBuiltinESMExports()
  await expect(take()).rejects.toThrow(/The backup needs \d+ MB, but only 0 MB are free in .*tmp\.$/)
  expect([readdirSync(folder), readdirSync(join(source.dataDir, 'tmp'))]).toEqual([[], []])
})

test('needs space for its own rows alone', async () => {
  const free = 4e6
  await withDatabase(source, async (db) => {
    await sql`create table reports (a text) strict`.execute(db)
    await sql`insert into reports select hex(zeroblob(${free}))`.execute(db)
    await sql`drop table reports`.execute(db)
  })
  vi.spyOn(fs.promises, 'statfs').mockResolvedValue({ bavail: free, bsize: 1 } as StatsFs)
  syncBuiltinESMExports()
  expect(await take()).toBeNull()
})

test('replaces no file that gets its name at the last moment', async () => {
  const file = join(folder, 'backup.tar')
  const { link } = fs.promises
  vi.spyOn(fs.promises, 'link').mockImplementation(async (from, to) => {
    writeFileSync(file, 'another')
    return link(from, to)
  })
  syncBuiltinESMExports()
  await expect(take()).rejects.toThrow('could not be written: EEXIST')
  expect(readFileSync(file, 'utf8')).toBe('another')
})

test.each([
  ['links', 'link', 'EPERM'],
  ['syncs of folders', 'open', 'EINVAL'],
] as const)('keeps the backup on a file system without %s', async (_, call, code) => {
  const error = Object.assign(new Error(code), { code, syscall: call })
  const { open } = fs.promises
  if (call === 'link') vi.spyOn(fs.promises, 'link').mockRejectedValue(error)
  else
    vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...options) => {
      const handle = await open(path, ...options)
      return path === folder ? Object.assign(handle, { sync: () => Promise.reject(error) }) : handle
    })
  syncBuiltinESMExports()
  expect(await take()).toBeNull()
  expect(readdirSync(folder)).toEqual(['backup.tar'])
})

test('leaves no file if its name may not be on the disk', async () => {
  const { open } = fs.promises
  vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...options) => {
    if (path === folder) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
    return open(path, ...options)
  })
  syncBuiltinESMExports()
  await expect(take()).rejects.toThrow('could not be written: EIO')
  expect(readdirSync(folder)).toEqual([])
})

test('deletes no older backup if the new one cannot be restored', async () => {
  const older = join(folder, 'sevadesk-2020-01-01-0200.tar')
  writeFileSync(older, 'older')
  await withDatabase(source, (db) => sql`alter table donors add column caste text`.execute(db))
  const dailyBackup = { folder, hour: 2, keep: 1, keyFile: undefined }
  const settings = { ...settingsOf(source), dailyBackup, timeZone: TEST_TIME_ZONE }
  await expect(runDailyBackup(settings, () => undefined)).rejects.toThrow(
    'its table "donors" is not one of its version',
  )
  expect(readdirSync(folder)).toEqual(['sevadesk-2020-01-01-0200.tar'])
  const attempt = await withDatabaseBeside(settings, (db) => findLastAttempt(db, ['daily'], new Date()))
  expect(attempt).toMatchObject({ bytes: null, error: expect.stringContaining('cannot be restored') })
})

function take() {
  const options = { file: join(folder, 'backup.tar'), key: undefined, kind: 'manual' } as const
  return runBackup(settingsOf(source), options, () => undefined)
}

/** As a disk that keeps another byte than it was given. */
function damageFiles(): void {
  const { createWriteStream } = fs
  vi.spyOn(fs, 'createWriteStream').mockImplementation((path, options) => {
    const stream = createWriteStream(path, options)
    if (!String(path).startsWith(folder)) return stream
    return stream.once('close', () => {
      const bytes = readFileSync(path)
      const middle = Math.floor(bytes.length / 2)
      writeFileSync(path, bytes.fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1))
    })
  })
  syncBuiltinESMExports()
}

async function keyOf(text: string): Promise<ArchiveKey | undefined> {
  if (text === '') return undefined
  const file = join(source.dataDir, 'key')
  writeFileSync(file, text)
  return readKeyFile(file)
}
