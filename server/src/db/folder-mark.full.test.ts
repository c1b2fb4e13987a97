import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { eachDatabase, makeEmptyDatabase, type TestDatabase } from '../testing/databases.ts'
import { buildEvent } from '../testing/factories.ts'
import { openDatabase } from './database.ts'
import { tableNames } from './db.ts'

eachDatabase((engine) => {
  /** `database` is the server's; `other` is new and has its own folder. */
  let database: TestDatabase
  let other: TestDatabase
  beforeEach(async () => {
    database = await makeEmptyDatabase(engine)
    other = await makeEmptyDatabase(engine)
  })
  afterEach(async () => {
    await database.remove()
    await other.remove()
  })

  const start = async (settings: TestDatabase, options = {}) => (await openDatabase(settings, options)).destroy()
  const sqliteFile = ({ dataDir }: TestDatabase) => join(dataDir, 'sevadesk.sqlite')
  const readMark = () => readFile(join(database.dataDir, 'database-id'), 'utf8')
  const emptyFile = (file: string) => writeFile(file, '')
  async function addFile(): Promise<string> {
    const path = `/media/ab/${'0'.repeat(30)}.jpg`
    await mkdir(join(database.dataDir, 'media', 'ab'), { recursive: true })
    await writeFile(join(database.dataDir, path), 'photo')
    return path
  }

  /** The server's folder with the other database. */
  async function switched(): Promise<TestDatabase> {
    if (engine === 'PostgreSQL') return { ...other, dataDir: database.dataDir }
    await rm(sqliteFile(database), { force: true })
    if (existsSync(sqliteFile(other))) await copyFile(sqliteFile(other), sqliteFile(database))
    return database
  }

  test('refuses an empty database in a used folder, and accepts it with --new-database', async () => {
    await start(database)
    const mark = await readMark()
    const settings = await switched()
    const opening = openDatabase(settings)
    await expect(opening).rejects.toBeInstanceOf(StartError)
    await expect(opening).rejects.toThrow(
      /was used with a database, but .* is missing or empty\. .*--new-database .*\.$/,
    )
    expect(await readMark()).toBe(mark)
    if (engine === 'SQLite') expect(existsSync(sqliteFile(settings))).toBe(false)

    await start(settings, { isNewDatabase: true })
    expect(await readMark()).not.toBe(mark)
    await start(settings)
  })

  test('refuses an empty database beside files although the mark is missing', async () => {
    await addFile()
    await expect(openDatabase(database)).rejects.toThrow(/missing or empty/)
    expect(existsSync(join(database.dataDir, 'database-id'))).toBe(false)
    const db = await openDatabase(database, { isNewDatabase: true })
    expect(await tableNames(db)).toContain('photos')
    await db.destroy()
  })

  test("refuses another server's database, and accepts it with --new-database", async () => {
    await start(database)
    await start(other)
    const mark = await readMark()
    const settings = await switched()
    await expect(openDatabase(settings)).rejects.toThrow(/belongs to another database than .*--new-database .*\.$/)
    expect(await readMark()).toBe(mark)
    await start(settings, { isNewDatabase: true })
    await start(settings)
  })

  test('accepts its own database in a folder without a mark, such as a restored one', async () => {
    await start(database)
    const mark = await readMark()
    const path = await addFile()
    const db = await openDatabase(database)
    await buildEvent(db, { image_path: path })
    await db.destroy()
    for (const restore of [rm, emptyFile]) {
      await restore(join(database.dataDir, 'database-id'))
      await start(database)
      expect(await readMark()).toBe(mark)
    }
  })

  test('refuses a database whose files are not in a folder without a mark', async () => {
    const db = await openDatabase(other)
    await buildEvent(db, { image_path: `/media/cd/${'1'.repeat(30)}.jpg` })
    await db.destroy()
    await addFile()
    const settings = await switched()
    await expect(openDatabase(settings)).rejects.toThrow(/belongs to another database than .*--new-database .*\.$/)
    await start(settings, { isNewDatabase: true })
    await start(settings)
  })

  test.runIf(engine === 'PostgreSQL')('a new folder of a used database needs files in S3', async () => {
    const second = { ...database, dataDir: other.dataDir }
    await start(database)
    await start(second)
    await rm(join(other.dataDir, 'database-id'))
    const path = await addFile()
    const again = await openDatabase(database)
    await buildEvent(again, { image_path: path })
    await again.destroy()
    await expect(openDatabase(second)).rejects.toThrow(
      /lacks the photos and videos .+ Several servers need MEDIA_STORE=s3/,
    )
    const { s3 } = readConfig({ MEDIA_STORE: 's3', S3_BUCKET: 'photos' })
    await (await openDatabase({ ...second, s3 })).destroy()
    await rm(join(other.dataDir, 'database-id'))
    await start(second, { isNewDatabase: true })
    await start(second)
  })
})
