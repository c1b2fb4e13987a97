import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listApplied } from '../../db/migrate.ts'
import { backUp, testPlaces, withDatabase } from '../../testing/backups/backup-places.ts'
import { FORGED_INFO, forgeArchive } from '../../testing/backups/forged-archive.ts'
import { readArchive } from './archive/read-archive.ts'
import { writeArchive } from './archive/write-archive.ts'
import { verifyBackup } from './verify-service.ts'

const places = testPlaces()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  await places.removeAll()
})

const DATABASE = { name: 'database.sqlite', content: 'no database' }

test('says that a backup cannot be restored, or not tried here, and leaves nothing behind', async () => {
  const file = join(folder, 'forged.tar')
  const migrations = await withDatabase(await places.migrated('SQLite'), listApplied)
  vi.stubEnv('TMPDIR', join(folder, 'temporary'))
  await forgeArchive(file, [DATABASE])
  await expect(verifyBackup(file, undefined)).rejects.toThrow(
    /could not be restored into the temporary folder .*temporary\/sevadesk-verify-.*ENOENT/,
  )
  vi.stubEnv('TMPDIR', folder)
  await expect(verifyBackup(file, undefined)).rejects.toThrow('newer version')
  await forgeArchive(file, [DATABASE], { ...FORGED_INFO, migrations })
  await expect(verifyBackup(file, undefined)).rejects.toThrow('cannot be restored (its tables are damaged')
  await forgeArchive(file, [DATABASE, { name: 'keys/own.key' }])
  await expect(verifyBackup(file, undefined)).rejects.toThrow('no file is called "keys/own.key"')
  expect(readdirSync(folder)).toEqual(['forged.tar'])
})

test('finds that a key and a file are missing', async () => {
  const whole = await backUp(await places.filled('SQLite'))
  const targetOf = (name: string) => join(folder, 'unpacked', name)
  const { info, entries } = await readArchive(whole, { key: undefined, targetOf, folder })
  const photo = entries.find(({ name }) => name.endsWith('.jpg'))?.name ?? ''
  const kept = entries.filter(({ name }) => ![photo, 'keys/history.key'].includes(name))
  const sources = kept.map(({ name, bytes }) => ({ name, bytes, file: targetOf(name) }))
  const file = join(folder, 'less.tar')
  await writeArchive(file, undefined, {
    info: { ...info, entries: kept.length },
    sources,
    assertValid: () => undefined,
  })
  expect((await verifyBackup(whole, undefined)).findings).toEqual([])
  expect((await verifyBackup(file, undefined)).findings).toEqual([
    'keys/history.key is missing, without which the backup is of no use.',
    `A row names /${photo}, which is missing.`,
  ])
})
