import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { assertMigrated, listApplied, MIGRATIONS, migrate } from '../../db/migrate.ts'
import { loadKey } from '../../keys/key-file.ts'
import { storeFile } from '../../testing/backups/backup-fixture.ts'
import { backUp, restore, settingsOf, testPlaces, withDatabase } from '../../testing/backups/backup-places.ts'
import { anyDatabase, type Engine, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildAdmin, buildDonation, TEST_TIME_ZONE } from '../../testing/factories.ts'
import { placeFile } from '../../testing/files/stored-files.ts'
import { VERSION } from '../../version.ts'
import { backUpBeforeUpdate } from './update-backup-service.ts'
import { allFindings, verifyBackup } from './verify-service.ts'

const AT = '2026-03-01T00:00:00.000Z'

const places = testPlaces()
const open: UnmigratedDatabase[] = []
afterEach(async () => {
  await places.removeAll()
  for (const place of open.splice(0)) await place.remove()
})

/** A database as the version before a migration left it, with a photo and a donation. */
async function placeBefore(number: string, engine: Engine = 'SQLite') {
  const place = await openUnmigrated(engine)
  open.push(place)
  const { db, dataDir } = place
  await migrate(
    db,
    MIGRATIONS.filter(([name]) => name < number),
  )
  const photo = await storeFile(dataDir, 'jpg')
  for (const format of ['avif', 'webp'])
    await placeFile(dataDir, photo.replace('.jpg', `-400.${format}`), Buffer.from('x'))
  await sql`insert into pictures (path, width, height, widths) values (${photo}, 900, 600, '[400]')`.execute(db)
  await sql`insert into photos (id, section_name, title, description, path, created_at)
    values ('p1', 'School', '', '', ${photo}, ${AT})`.execute(db)
  const { id } = await buildDonation(db)
  await sql`insert into receipt_settings values ('h', '{}')`.execute(db)
  await sql`insert into receipt_series values ('2025-26', 1)`.execute(db)
  await sql`insert into receipts (id, donation_id, series, number, issued_at, snapshot, settings_hash)
    values ('r', ${id}, '2025-26', 1, ${AT}, '{}', 'h')`.execute(db)
  const taken: unknown[] = []
  const printed: string[] = []
  const settings = { ...settingsOf(place), timeZone: TEST_TIME_ZONE, backupBeforeUpdate: true, dailyBackup: undefined }
  const update = async (changes: Partial<typeof settings> | object = {}) => {
    const beforeUpdate = async (old: typeof db) => {
      if (engine === 'SQLite') expect(statSync(join(dataDir, 'sevadesk.sqlite-wal')).size).toBe(0)
      taken.push(await backUpBeforeUpdate(old, { ...settings, ...changes }, (line) => printed.push(line)))
    }
    await (await openDatabase(place, { beforeUpdate })).destroy()
  }
  const folder = join(dataDir, 'backups')
  const names = () => (existsSync(folder) ? readdirSync(folder).sort() : [])
  return { ...place, photo, donationId: id, update, taken, printed, folder, names }
}

const last = MIGRATIONS.at(-1)?.[0] ?? ''

anyDatabase((engine) => {
  test.each(['0002', '0008', '0012', '0023', '0029', last])(
    'backs up the schema before %s, so that it can be restored',
    async (number) => {
      const place = await placeBefore(number, engine)
      if (number === '0002') {
        await sql`insert into audit (id, at, admin_id, admin_username, action, subject_id, details)
          values ('a', ${AT}, null, 'meera', 'event.deleted', 'e2', '{}')`.execute(place.db)
      }
      const applied = await listApplied(place.db)
      await place.db.destroy()
      await place.update()
      const [name = ''] = place.names()
      expect(name).toMatch(new RegExp(`^before-update-${VERSION}-\\d{4}-\\d\\d-\\d\\d-\\d{6}\\.tar$`))
      const file = join(place.folder, name)
      expect(place.printed).toEqual([`Taking a backup before the update to ${VERSION}: ${file}`])
      expect(place.taken).toEqual([{ file, isEncrypted: false }])
      expect([statSync(file).mode & 0o777, statSync(place.folder).mode & 0o777]).toEqual([0o600, 0o700])

      const report = await verifyBackup(file, undefined)
      expect(allFindings(report)).toEqual([])
      expect(report.info.migrations).toEqual(applied)
      const target = await places.empty('SQLite')
      const printed = await restore(settingsOf(target), file, [{ series: '2025-26', lastNumber: 1 }])
      expect(printed).not.toMatch(/history/)
      expect(readdirSync(join(target.dataDir, 'media', place.photo.slice(7, 9)))).toHaveLength(3)
      await withDatabase(target, async (db) => {
        await assertMigrated(db)
        expect(await db.selectFrom('donations').select('id').execute()).toEqual([{ id: place.donationId }])
        if (number !== '0002') return
        const audit = sql<{ action: string }>`select action from audit where id = 'a'`
        expect((await audit.execute(db)).rows).toEqual([{ action: 'event.deleted' }])
      })
      // A database of this version needs no backup.
      await place.update()
      expect(place.names()).toEqual([name])
    },
  )
})

test('takes none of a new database, and none with BACKUP_BEFORE_UPDATE=false', async () => {
  const fresh = await places.empty('SQLite')
  const beforeUpdate = () => Promise.reject(new Error('A new database has nothing to back up.'))
  await (await openDatabase(fresh, { beforeUpdate })).destroy()
  const place = await placeBefore(last)
  await place.db.destroy()
  await place.update({ backupBeforeUpdate: false })
  expect([place.taken, place.printed, place.names()]).toEqual([[undefined], [], []])
  await withDatabase(place, assertMigrated)
})

test('does not migrate if the backup fails, and names the setting', async () => {
  const place = await placeBefore(last)
  const applied = await listApplied(place.db)
  await place.db.destroy()
  const away = { folder: join(place.dataDir, 'away'), hour: 2, keep: 14, keyFile: undefined }
  await expect(place.update({ dailyBackup: away })).rejects.toMatchObject({
    message: expect.stringMatching(
      /not updated, because .*away \(BACKUP_DIR\) does not exist\. To update .* set BACKUP_BEFORE_UPDATE=false\.$/,
    ),
    exitCode: 78,
  })
  // A sparse file that no disk could hold.
  truncateSync(join(place.dataDir, place.photo), 2 ** 43)
  await expect(place.update()).rejects.toThrow(/The backup needs 8796093 MB, but only \d+ MB are free in .*=false\.$/)
  expect(place.names()).toEqual([])
  truncateSync(join(place.dataDir, place.photo), 1)
  expect(countMigrations(place)).toBe(applied.length)
})

test('gives no exit code of its own to a failure after the migration', async () => {
  const place = await placeBefore(last)
  await place.db.destroy()
  mkdirSync(join(place.dataDir, 'database-id.new'))
  await expect(place.update()).rejects.not.toHaveProperty('exitCode', 78)
  expect(countMigrations(place)).toBe(MIGRATIONS.length)
})

test('updates although a picture is missing, and says so', async () => {
  const place = await placeBefore(last)
  await place.db.destroy()
  const missing = place.photo.replace('.jpg', '-400.webp')
  rmSync(join(place.dataDir, missing))
  await place.update()
  expect(place.printed[1]).toBe(
    `Warning: The backup was written, but files are missing (1), such as ${missing}: run npm run media:check.`,
  )
  await withDatabase(place, assertMigrated)
})

test('updates a database of a version in development with a column that a migration drops', async () => {
  const place = await placeBefore('0035')
  await sql`alter table open_orders add column failures integer not null default 0`.execute(place.db)
  await place.db.destroy()
  await place.update()
  expect(place.names()).toHaveLength(1)
  await withDatabase(place, assertMigrated)
})

test('does not update after a backup that a server could not use', async () => {
  const place = await placeBefore(last)
  const { id: admin_id } = await buildAdmin(place.db)
  const step = { pending_secret: null, turned_on_at: AT, last_time_step: 1 }
  await place.db
    .insertInto('second_steps')
    .values({ admin_id, secret: 'of another key', ...step })
    .execute()
  await loadKey(settingsOf(place).keysDir, 'two-step', { mayCreate: true })
  await place.db.destroy()
  const linked = vi.spyOn(fs.promises, 'link')
  syncBuiltinESMExports()
  await expect(place.update()).rejects.toThrow(/backup before it failed: keys\/two-step\.key does not open/)
  // A kill before it is deleted would leave it under its name.
  expect(linked).not.toHaveBeenCalled()
  linked.mockRestore()
  syncBuiltinESMExports()
  expect([place.taken, place.names()]).toEqual([[], []])
})

test('finds what keeps the database from being updated before it takes a backup', async () => {
  const place = await placeBefore(last)
  await sql`alter table donors add column caste text`.execute(place.db)
  const applied = await listApplied(place.db)
  await place.db.destroy()
  await expect(place.update()).rejects.toMatchObject({
    message: expect.stringMatching(/^The database is not as SevaDesk makes it/),
    exitCode: 78,
  })
  expect([place.printed, place.names()]).toEqual([[], []])
  expect(countMigrations(place)).toBe(applied.length)
})

test('deletes no backup of this update, and no other file', async () => {
  const place = await placeBefore(last)
  await place.db.destroy()
  mkdirSync(place.folder, { mode: 0o700 })
  const others = ['2020-01-01-000000.txt', 'beta.1-2020-01-01-000000.tar'].map(
    (end) => `before-update-${VERSION}-${end}`,
  )
  const ahead = [1, 2].map((day) => `before-update-${VERSION}-2099-01-0${day}-000000.tar`)
  for (const name of [...others, ...ahead]) await writeFile(join(place.folder, name), 'x')
  await place.update()
  const [{ file }] = place.taken as [{ file: string }]
  expect(place.names()).toEqual([...others, basename(file), ahead[1]].sort())
})

test('does not advise to leave out the backup of a database that cannot be read', async () => {
  const place = await placeBefore(last)
  await place.db.destroy()
  const file = join(place.dataDir, 'sevadesk.sqlite')
  const database = new DatabaseSync(file)
  const { start } = {
    ...database
      .prepare(`
    select (rootpage - 1) * page_size as start
    from sqlite_schema, pragma_page_size where name = 'receipts'`)
      .get(),
  }
  database.close()
  const content = readFileSync(file)
  writeFileSync(file, content.fill(0xff, Number(start), Number(start) + 100))
  await expect(place.update()).rejects.toMatchObject({
    message: expect.stringMatching(/^The database in the data folder .* cannot be used: .*malformed\.$/),
    exitCode: 1,
  })
  expect(place.printed).toEqual([expect.stringMatching(/^Taking a backup/)])
})

test('uses BACKUP_DIR, and keeps the two newest of this version', async () => {
  const place = await placeBefore(last)
  await place.db.destroy()
  const daily = { folder: join(place.dataDir, 'daily'), hour: 2, keep: 1, keyFile: undefined }
  mkdirSync(daily.folder)
  const others = ['before-update-0.0.9-2020-01-01-000000.tar', 'sevadesk-2020-01-01-0200.tar']
  const earlier = [1, 2].map((day) => `before-update-${VERSION}-2020-01-0${day}-000000.tar`)
  for (const name of [...others, ...earlier]) await writeFile(join(daily.folder, name), Buffer.from('x'))
  await place.update({ dailyBackup: daily })
  expect(place.names()).toEqual([])
  const names = readdirSync(daily.folder)
  expect(names).toHaveLength(4)
  expect(names).toEqual(expect.arrayContaining([...others, earlier[1]]))
  // The result is a backup like any other.
  expect(allFindings(await verifyBackup(await backUp(place), undefined))).toEqual([])
})

function countMigrations({ dataDir }: { dataDir: string }): number {
  const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'))
  const { length } = database.prepare('select name from sevadesk_migrations').all()
  database.close()
  return length
}
