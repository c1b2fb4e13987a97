import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { openDatabaseToRestore } from '../db/database.ts'
import { markUnfinishedRestore } from '../db/folder-mark.ts'
import { headFile } from '../keys/key-file.ts'
import { diskStore } from '../media/disk-store.ts'
import { moveInstallation } from '../resources/backups/move-service.ts'
import { nextNumber } from '../resources/receipts/receipt-store.ts'
import { contentOf, storeFile, withoutRestores } from '../testing/backups/backup-fixture.ts'
import { settingsOf, testPlaces, withDatabase } from '../testing/backups/backup-places.ts'
import { anyDatabase, onlyPostgres, type TestDatabase } from '../testing/databases.ts'
import { runHistoryVerify } from './run-history.ts'
import { runMove } from './run-move.ts'

const places = testPlaces()
afterEach(() => places.removeAll())

const content = (place: TestDatabase) => withDatabase(place, (db) => contentOf(db, place.dataDir))

async function move(source: TestDatabase, target: TestDatabase): Promise<string> {
  const lines: string[] = []
  await runMove(settingsOf(source), settingsOf(target), (line) => lines.push(line))
  return lines.join('\n')
}

onlyPostgres(() => {
  test('moves everything to PostgreSQL and back, and changes nothing at the source', async () => {
    const source = await places.filled('SQLite')
    const before = await content(source)
    const postgres = await places.empty('PostgreSQL')
    expect(await move(source, postgres)).toMatch(
      /^Moved \d+ rows and \d+ files, which are equal to those of the source\.$/,
    )
    expect(await content(source)).toEqual(before)
    expect(withoutRestores(await content(postgres), 1)).toEqual(before)
    const lines: string[] = []
    expect(await runHistoryVerify(settingsOf(postgres), (line) => lines.push(line)), lines.join()).toBe(true)

    await withDatabase(postgres, (db) =>
      db
        .insertInto('periodic_tasks')
        .values({ name: 'delete-files', due_ms: Date.now() + 50_000 })
        .execute(),
    )
    const back = await places.empty('SQLite')
    await expect(move(postgres, back)).rejects.toThrow('A server uses the database')
    await withDatabase(postgres, (db) => db.deleteFrom('periodic_tasks').execute())
    await move(postgres, back)
    expect(withoutRestores(await content(back), 2)).toEqual(before)
    expect(await runHistoryVerify(settingsOf(back), () => undefined)).toBe(true)
    expect(await withDatabase(back, (db) => nextNumber(db, '2026-27'))).toBe(4)
  })
})

anyDatabase((engine) => {
  test('refuses a place in use, a running server, and pending files', async () => {
    const source = await places.filled('SQLite')
    const used = await places.filled(engine)
    const before = await content(used)
    await expect(move(source, used)).rejects.toThrow('the database has tables')
    expect(await content(used)).toEqual(before)
    await expect(move(source, source)).rejects.toThrow('The source has this data or keys folder itself')
    const empty = await places.empty(engine)
    await withDatabase(source, async (db) => {
      await expect(move(source, empty)).rejects.toThrow('Another SevaDesk server is already using')
      const pending = { path: '/media/aa/b.jpg', state: 'deleting', created_at: '2026-11-23T06:00:00.000Z' } as const
      await db.insertInto('pending_files').values(pending).execute()
    })
    await expect(move(source, empty)).rejects.toThrow('Files are still to be added or deleted')
  })

  test('starts over after a kill, and finishes a move that lacks its last step', async () => {
    const source = await places.filled('SQLite')
    const place = await places.empty(engine)
    await markUnfinishedRestore(place.dataDir, { id: 'killed', created: [headFile(settingsOf(place).keysDir)] })
    await storeFile(place.dataDir, 'jpg')
    await move(source, place)
    expect(withoutRestores(await content(place), 1)).toEqual(await content(source))

    const id = await withDatabase(
      place,
      async (db) => (await db.selectFrom('backups').select('id').executeTakeFirstOrThrow()).id,
    )
    await markUnfinishedRestore(place.dataDir, { id, created: [] })
    expect(await move(source, place)).toContain('lacked only its last step')
    await withDatabase(source, (db) => db.updateTable('messages').set({ name: 'Asha' }).execute())
    await markUnfinishedRestore(place.dataDir, { id, created: [] })
    await expect(move(source, place)).rejects.toThrow('its source was used since then')
  })

  test('finds a changed row and a changed file in the target, and leaves it empty', async () => {
    const source = await places.filled('SQLite')
    const place = await places.empty(engine)
    const { dataDir, keysDir } = settingsOf(place)
    const from = await openDatabaseToRestore(source)
    const db = await openDatabaseToRestore(place)
    try {
      const store = diskStore(dataDir)
      const of = { db: from, keysDir: settingsOf(source).keysDir, store: diskStore(source.dataDir) }
      const recordRestore = async () => undefined
      const spoiled = {
        ...store,
        async put(files: Parameters<typeof store.put>[0]) {
          for (const { from } of files) writeFileSync(from, 'other')
          await store.put(files)
        },
      }
      await expect(moveInstallation(of, { db, dataDir, keysDir, store: spoiled, recordRestore })).rejects.toThrow(
        /^The file \/media\/.+ differs between/,
      )
      const changed = {
        ...store,
        async put(files: Parameters<typeof store.put>[0]) {
          await store.put(files)
          const plain = new DatabaseSync(join(dataDir, 'restore.part', 'database.sqlite'))
          plain.exec(`update messages set name = 'Asha'`)
          plain.close()
        },
      }
      await expect(moveInstallation(of, { db, dataDir, keysDir, store: changed, recordRestore })).rejects.toThrow(
        'The table messages differs between the source (1 rows) and the target (1 rows)',
      )
    } finally {
      await from.destroy()
      await db.destroy()
    }
    await move(source, place)
    expect(withoutRestores(await content(place), 1)).toEqual(await content(source))
  })
})
