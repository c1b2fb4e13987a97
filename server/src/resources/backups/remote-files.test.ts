import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { diskStore } from '../../media/disk-store.ts'
import { DamagedFileError, type FileStore, RemoteStoreError } from '../../media/file-store.ts'
import { restore, settingsOf, testPlaces, withDatabase } from '../../testing/backups/backup-places.ts'
import { createBackup, readHistoryEnd, readKeyAttachments } from './backup-service.ts'
import { allFindings, verifyBackup } from './verify-service.ts'

const places = testPlaces()
afterEach(() => places.removeAll())

const BROKEN_OFF = new RemoteStoreError('broken off')

type Read = (path: string, content: Buffer) => AsyncIterable<Uint8Array>

/** Backs up files that `read` fetches from a storage, which may be away as a whole. */
async function backUpRemote(read: Read, { isAway = false } = {}) {
  const source = await places.filled('SQLite')
  const { dataDir, keysDir } = settingsOf(source)
  const store: FileStore = {
    ...diskStore(dataDir),
    async find(paths) {
      const found = [...(await diskStore(dataDir).find(paths))]
      const remote = found.map(([path, { bytes }]) => {
        return [path, { bytes, read: () => read(path, readFileSync(join(dataDir, path))) }] as const
      })
      return new Map(remote)
    },
    shared: {
      name: 'the bucket',
      readMark: () => (isAway ? Promise.reject(BROKEN_OFF) : Promise.resolve(undefined)),
      isPublic: () => Promise.resolve(false),
      writeMark: () => Promise.resolve(),
      abortUploads: () => Promise.resolve(),
    },
  }
  const file = join(dataDir, 'backup.tar')
  const attachments = await readKeyAttachments(keysDir)
  const options = { file, kind: 'manual', key: undefined, attachments, isStrict: true, dataDir, store } as const
  const report = await withDatabase(source, async (db) =>
    createBackup(db, { ...options, ...(await readHistoryEnd(db, keysDir)) }),
  )
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([])
  return { source, file, report }
}

test('backs up although files are gone, damaged or unreadable, and names them', async () => {
  const reads = new Map<string, number>()
  const { source, file, report } = await backUpRemote(async function* (path, content) {
    reads.set(path, (reads.get(path) ?? 0) + 1)
    const [gone, damaged, unreadable, brokenOnce] = reads.keys()
    if (path === gone) throw Object.assign(new Error('gone'), { code: 'ENOENT' })
    if (path === damaged) {
      yield Buffer.from('damaged')
      throw new DamagedFileError(path)
    }
    yield content.subarray(0, 1)
    if (path === unreadable || (path === brokenOnce && reads.get(path) === 1)) throw BROKEN_OFF
    yield content.subarray(1)
  })
  const [gone = '', damaged = '', unreadable = '', brokenOnce = ''] = reads.keys()
  expect(report).toMatchObject({ missing: [gone, unreadable], damaged: [damaged] })
  expect(report.problem).toMatch(/files are missing \(2\), such as .+ And files are damaged \(1\), such as /)
  expect(allFindings(await verifyBackup(file, undefined)).sort()).toEqual(
    [
      `${damaged} was damaged before the backup.`,
      ...[gone, unreadable].map((path) => `A row names ${path}, which is missing.`),
    ].sort(),
  )
  const place = await places.empty('SQLite')
  expect(await restore(settingsOf(place), file)).toContain(
    `Damaged before the backup was taken, so add it again: ${damaged}`,
  )
  expect(readFileSync(join(place.dataDir, damaged), 'utf8')).toBe('damaged')
  expect(readFileSync(join(place.dataDir, brokenOnce))).toEqual(readFileSync(join(source.dataDir, brokenOnce)))
  expect(existsSync(join(place.dataDir, unreadable))).toBe(false)
})

test('does not back up while the storage is away', async () => {
  async function* breakOff() {
    yield Buffer.alloc(1)
    throw BROKEN_OFF
  }
  await expect(backUpRemote(breakOff, { isAway: true })).rejects.toThrow('broken off')
})
