import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase, openDatabaseBeside, openDatabaseToRestore } from '../db/database.ts'
import { markUnfinishedRestore } from '../db/folder-mark.ts'
import { headFile, keyFile, loadKey } from '../keys/key-file.ts'
import { diskStore } from '../media/disk-store.ts'
import { createBackup } from '../resources/backups/backup-service.ts'
import { restoreBackup } from '../resources/backups/restore-service.ts'
import { allFindings, verifyBackup } from '../resources/backups/verify-service.ts'
import { advanceKeptHead } from '../resources/history/history-head-service.ts'
import { openHistory } from '../resources/history/history-service.ts'
import { contentOf, storeFile, withoutRestores } from '../testing/backups/backup-fixture.ts'
import { backUp, restore, settingsOf, testPlaces, withDatabase } from '../testing/backups/backup-places.ts'
import { forgeArchive } from '../testing/backups/forged-archive.ts'
import { anyDatabase, type TestDatabase } from '../testing/databases.ts'
import { dropHistoryTriggers } from '../testing/history.ts'
import { runHistoryVerify } from './run-history.ts'
import { runRestore } from './run-restore.ts'

const places = testPlaces()
afterEach(() => places.removeAll())

/** What a place has beside an SQLite database without tables. */
function leftIn({ dataDir }: TestDatabase): string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ name }) => name).filter((name) => !/^sevadesk\.sqlite|^server\.lock$/.test(name))
}

anyDatabase((engine) => {
  test('starts over after a kill, and keeps nothing of the first backup', async () => {
    const source = await places.filled(engine)
    const content = (each: TestDatabase) => withDatabase(each, (db) => contentOf(db, each.dataDir))
    const before = await content(source)
    const file = await backUp(source)
    const place = await places.empty(engine)
    const { dataDir, keysDir } = settingsOf(place)
    // As after a change of KEYS_DIR, or in a copy of the folder.
    const outside = keyFile(settingsOf(source).keysDir, 'history')
    const created = [join(dataDir, 'trust.json'), join(dataDir, 'logo.svg'), keyFile(keysDir, 'history'), outside]
    await markUnfinishedRestore(dataDir, { id: 'killed', created })
    for (const name of ['trust.json', 'logo.svg']) writeFileSync(join(dataDir, name), 'of the first backup')
    await loadKey(keysDir, 'history', { mayCreate: true })
    await storeFile(dataDir, 'jpg')

    await expect(openDatabase(place)).rejects.toThrow(/restore into the data folder .+ did not finish/)
    await expect(openDatabaseBeside(place)).rejects.toThrow(/did not finish/)
    await expect(restore(settingsOf(place), `${file}.mistyped`)).rejects.toThrow()
    expect(existsSync(join(dataDir, 'trust.json'))).toBe(true)
    await restore(settingsOf(place), file)
    expect(existsSync(outside)).toBe(true)
    expect(existsSync(join(dataDir, 'trust.json'))).toBe(false)
    expect(withoutRestores(await content(place), 1)).toEqual(before)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restore'))).toEqual([])
  })

  test('leaves an empty place when it is refused or fails', async () => {
    const file = await backUp(await places.filled(engine))
    const place = await places.empty(engine)
    const { dataDir, keysDir } = settingsOf(place)
    await expect(restore(settingsOf(place), file, [])).rejects.toThrow('last number cannot be unknown')
    expect(leftIn(place)).toEqual([])

    const forged = join(place.dataDir, 'forged.tar')
    await forgeArchive(forged, [{ name: 'database.sqlite' }, { name: 'keys/backup.key' }])
    await expect(restore(settingsOf(place), forged)).rejects.toThrow('no file is called "keys/backup.key"')
    rmSync(forged)
    expect(leftIn(place)).toEqual([])

    const stop = () => Promise.reject(new DOMException('Aborted with Ctrl+C', 'AbortError'))
    const stopped = runRestore(settingsOf(place), { file, key: undefined, askLastReceipts: stop }, () => undefined)
    await expect(stopped).rejects.toThrow('The restore was stopped.')
    expect(leftIn(place)).toEqual([])

    const answer = async () => {
      writeFileSync(join(dataDir, 'trust.json'), 'of the operator')
      return [{ series: '2026-27', lastNumber: 4 }]
    }
    const late = runRestore(settingsOf(place), { file, key: undefined, askLastReceipts: answer }, () => undefined)
    await expect(late).rejects.toThrow('trust.json exists')
    expect(leftIn(place)).toEqual(['trust.json'])
    rmSync(join(dataDir, 'trust.json'))

    const db = await openDatabaseToRestore(place)
    const recordRestore = () => Promise.reject(new Error('no more space'))
    const options = { file, key: undefined, askLastReceipts: async () => [{ series: '2026-27', lastNumber: 4 }] }
    const failed = restoreBackup({ db, dataDir, keysDir, store: diskStore(dataDir), recordRestore }, options)
    await expect(failed).rejects.toThrow('cannot be restored (no more space)')
    await db.destroy()
    expect(leftIn(place)).toEqual([])
    await restore(settingsOf(place), file)
  })

  test('finishes a restore that lacks its last step, for the same file alone', async () => {
    const file = await backUp(await places.filled(engine))
    const place = await places.empty(engine)
    await restore(settingsOf(place), file)
    const id = await withDatabase(place, async (db) => {
      const row = await db.selectFrom('backups').select('id').where('kind', '=', 'restore').executeTakeFirstOrThrow()
      return row.id
    })
    await markUnfinishedRestore(place.dataDir, { id, created: [keyFile(settingsOf(place).keysDir, 'history')] })
    await expect(restore(settingsOf(place), `${file}.other`)).rejects.toThrow(`run npm run restore -- ${file}, also`)
    expect(await restore(settingsOf(place), file)).toContain(`${file} lacked only its last step`)
    expect(existsSync(keyFile(settingsOf(place).keysDir, 'history'))).toBe(true)
    await withDatabase(place, async () => undefined)
  })
})

anyDatabase((engine) => {
  test('restores a history that passes its check, or that shows the end that was cut off', async () => {
    const source = await places.filled(engine)
    const { keysDir } = settingsOf(source)
    await withDatabase(source, async (db) => {
      const history = await openHistory(db, keysDir)
      await history.server.record(db, { action: 'event.added', recordKind: 'event', recordId: 'e' })
      await advanceKeptHead(db, keysDir, history.key)
    })
    const place = await places.empty(engine)
    await restore(settingsOf(place), await backUp(source), [{ series: '2026-27', lastNumber: 5 }])
    const lines: string[] = []
    expect(await runHistoryVerify(settingsOf(place), (line) => lines.push(line))).toBe(true)
    // Two of the source, one of the restore, and one of the void receipts.
    expect(lines).toEqual(['The history is whole. Rows: 4.'])
    const again = await places.empty(engine)
    await restore(settingsOf(again), await backUp(place), [{ series: '2026-27', lastNumber: 5 }])
    expect(await runHistoryVerify(settingsOf(again), () => undefined)).toBe(true)

    rmSync(join(source.dataDir, 'backup.tar'))
    await withDatabase(source, async (db) => {
      await dropHistoryTriggers(db)
      for (const table of ['history', 'history_values'] as const)
        await db.deleteFrom(table).where('n', '>=', 2).execute()
    })
    const file = await backUp(source)
    expect(allFindings(await verifyBackup(file, undefined))).toEqual([
      expect.stringMatching(/^Row 2 of the history and all later rows were cut off/),
    ])
    const cut = await places.empty(engine)
    expect(await restore(settingsOf(cut), file)).toContain('The history had lost its end')
    expect(await runHistoryVerify(settingsOf(cut), () => undefined)).toBe(false)
  })
})

test('keeps the head file of the history missing, and says so', async () => {
  const source = await places.filled('SQLite')
  rmSync(headFile(settingsOf(source).keysDir))
  const place = await places.empty('SQLite')
  expect(await restore(settingsOf(place), await backUp(source))).toContain(
    'It cannot be checked whether the end of the history is whole',
  )
  const lines: string[] = []
  expect(await runHistoryVerify(settingsOf(place), (line) => lines.push(line))).toBe(false)
  expect(lines[0]).toMatch(/^The kept head of the history is missing/)
})

test('records the restore of a backup that has no history, with a new key', async () => {
  const place = await places.empty('SQLite')
  await restore(settingsOf(place), await backUp(await places.migrated('SQLite')), [])
  const lines: string[] = []
  expect(await runHistoryVerify(settingsOf(place), (line) => lines.push(line))).toBe(true)
  expect(lines.at(-1)).toBe('The history is whole. Rows: 1.')
})

test('places the settings file of an earlier version, with its pictures, for the first start', async () => {
  const source = await places.migrated('SQLite')
  const file = join(source.dataDir, 'backup.tar')
  const attachments = ['trust.json', 'logo.svg'].map((name) => ({ name: `trust/${name}`, content: Buffer.from(name) }))
  const options = {
    file,
    key: undefined,
    kind: 'manual',
    keptHead: null,
    endBreak: null,
    dataDir: source.dataDir,
    store: diskStore(source.dataDir),
  } as const
  await withDatabase(source, (db) => createBackup(db, { ...options, attachments }))
  const place = await places.empty('SQLite')
  await restore(settingsOf(place), file, [])
  for (const { content } of attachments) expect(readFileSync(join(place.dataDir, String(content)))).toEqual(content)
})

const otherFileSystem = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)
const missing = otherFileSystem ? '' : ' (this machine has none)'

test.runIf(otherFileSystem)(`restores keys to another file system, for their owner alone${missing}`, async () => {
  const file = await backUp(await places.filled('SQLite'))
  const place = await places.empty('SQLite')
  const keysDir = mkdtempSync(join(otherFileSystem ?? tmpdir(), 'sevadesk-keys-'))
  try {
    // Of the operator.
    mkdirSync(join(keysDir, 'old'))
    writeFileSync(join(keysDir, 'backup.key'), 'own')
    for (const name of ['old', 'backup.key']) chmodSync(join(keysDir, name), 0o755)
    await restore({ ...settingsOf(place), keysDir }, file)
    const modes = readdirSync(keysDir).map((name) => [name, statSync(join(keysDir, name)).mode & 0o777])
    expect(Object.fromEntries(modes)).toEqual({
      'history.key': 0o600,
      'two-step.key': 0o600,
      'history.head': 0o600,
      'backup.key': 0o755,
      old: 0o755,
    })
  } finally {
    rmSync(keysDir, { recursive: true })
  }
})
