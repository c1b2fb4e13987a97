import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runBackup, runDailyBackup } from '../../commands/run-backup.ts'
import { withDatabaseBeside } from '../../db/database.ts'
import { settingsOf, testPlaces, withDatabase } from '../../testing/backups/backup-places.ts'
import type { TestDatabase } from '../../testing/databases.ts'
import { TEST_TIME_ZONE } from '../../testing/factories.ts'
import { type ArchiveKey, newKeyFile, readKeyFile } from './archive/encryption.ts'
import { findLastAttempt } from './backup-store.ts'
import { verifyBackup } from './verify-service.ts'

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
  expect((await verifyBackup(file, await keyOf(content))).findings).toEqual([])
  await expect(verifyBackup(file, key)).rejects.toThrow('The key does not open')
  const { content: another } = await newKeyFile()
  await expect(verifyBackup(file, await keyOf(another))).rejects.toThrow('The key does not open')
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
