import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { withDatabaseBeside } from '../db/database.ts'
import { type Db, tableNames } from '../db/db.ts'
import { listApplied } from '../db/migrate.ts'
import { keyFile } from '../keys/key-file.ts'
import { diskStore } from '../media/disk-store.ts'
import { readArchive, writeArchive } from '../resources/backups/archive/archive.ts'
import { createBackup } from '../resources/backups/backup-service.ts'
import { findLastAttempt, findLastGood } from '../resources/backups/backup-store.ts'
import { BACKUP_TABLES, COPIED_TABLES, OTHER_TABLES } from '../resources/backups/backup-tables.ts'
import { allFindings, verifyBackup } from '../resources/backups/verify-service.ts'
import { contentOf, withoutRestores } from '../testing/backups/backup-fixture.ts'
import { backUp, restore, settingsOf, testPlaces, withDatabase } from '../testing/backups/backup-places.ts'
import { FORGED_INFO, forgeArchive } from '../testing/backups/forged-archive.ts'
import { anyDatabase, onlyPostgres } from '../testing/databases.ts'
import { buildDonation, TEST_TIME_ZONE } from '../testing/factories.ts'
import { dropHistoryTriggers, historyOf } from '../testing/history.ts'
import { VERSION } from '../version.ts'
import { runBackup, runDailyBackup } from './run-backup.ts'

const DATABASE = 'sevadesk.sqlite'

const places = testPlaces()
afterEach(() => places.removeAll())

test('assigns a treatment to every table', async () => {
  const place = await places.migrated('SQLite')
  const tables = await withDatabase(place, tableNames)
  expect(tables.filter((name) => !(name in BACKUP_TABLES) && !OTHER_TABLES.test(name))).toEqual([])
})

onlyPostgres(() => {
  test('moves from SQLite to PostgreSQL and back without changing a byte of rows and files', async () => {
    const first = await places.filled('SQLite')
    const before = await withDatabase(first, (db) => contentOf(db, first.dataDir))
    for (const table of COPIED_TABLES) expect(before[table], table).not.toEqual([])

    const second = await places.empty('PostgreSQL')
    await restore(settingsOf(second), await backUp(first))
    const third = await places.empty('SQLite')
    await restore(settingsOf(third), await backUp(second))
    const after = await withDatabase(third, (db) => contentOf(db, third.dataDir))
    expect(withoutRestores(after, 2)).toEqual(before)

    for (const place of [second, third]) {
      await withDatabase(place, async (db) => {
        expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
        const last = await db
          .selectFrom('donations')
          .select((of) => of.fn.max('n').as('n'))
          .executeTakeFirstOrThrow()
        const { id } = await buildDonation(db)
        const added = await db.selectFrom('donations').select('n').where('id', '=', id).executeTakeFirst()
        expect(added?.n).toBe(last.n + 1)
      })
    }
  })
})

anyDatabase((engine) => {
  test('makes void the receipts that the backup lacks, in known and new series', async () => {
    const source = await places.filled(engine)
    const place = await places.empty(engine)
    const file = await backUp(source)
    const tooLow = restore(settingsOf(place), file, [{ series: '2026-27', lastNumber: 2 }])
    await expect(tooLow).rejects.toThrow('The backup holds receipt 3 of the series 2026-27')
    await restore(settingsOf(place), file, [
      { series: '2026-27', lastNumber: 5 },
      { series: '2027-28', lastNumber: 2 },
    ])
    await withDatabase(place, async (db) => {
      const voids = await db
        .selectFrom('void_receipts')
        .select(['series', 'number'])
        .orderBy('series')
        .orderBy('number')
        .execute()
      expect(voids.map(({ series, number }) => `${series} ${number}`)).toEqual([
        '2026-27 2',
        '2026-27 4',
        '2026-27 5',
        '2027-28 1',
        '2027-28 2',
      ])
      const recorded = (await historyOf(db)).slice(-3).map(({ at: _at, ...entry }) => entry)
      const restoring = { actorId: null, command: 'restore' }
      const backup = { takenAt: expect.stringMatching(/^20.+Z$/), takenFrom: engine, historyRows: 1, takenBy: VERSION }
      expect(recorded).toEqual([
        { ...restoring, action: 'backup.restored', details: backup },
        { ...restoring, action: 'receipt.voided', details: { series: '2026-27', first: 4, last: 5 } },
        { ...restoring, action: 'receipt.voided', details: { series: '2027-28', first: 1, last: 2 } },
      ])
      expect(await db.selectFrom('receipt_series').selectAll().orderBy('series').execute()).toEqual([
        { series: '2026-27', last_number: 5 },
        { series: '2027-28', last_number: 2 },
      ])
    })
    expect(allFindings(await verifyBackup(await backUp(place), undefined))).toEqual([])
  })

  test('records in the history who took a backup', async () => {
    const source = await places.filled(engine)
    const file = await backUp(source)
    const last = (await withDatabase(source, (db) => historyOf(db))).at(-1)
    expect(last).toMatchObject({ action: 'backup.taken', command: 'backup', details: { file, isEncrypted: false } })
  })

  test('refuses a place that is not empty, and leaves it as it is', async () => {
    const source = await places.filled(engine)
    const file = await backUp(source)
    const before = await withDatabase(source, (db) => contentOf(db, source.dataDir))
    await expect(restore(settingsOf(source), file)).rejects.toThrow('A backup can only be restored into an empty place')
    // The database alone, as after a wrong DATA_DIR.
    const { dataDir } = await places.empty('SQLite')
    if (engine === 'SQLite') await copyFile(join(source.dataDir, DATABASE), join(dataDir, DATABASE))
    await expect(restore(settingsOf({ ...source, dataDir }), file)).rejects.toThrow(
      'empty place, but the database has tables',
    )
    expect(await withDatabase(source, (db) => contentOf(db, source.dataDir))).toEqual(before)
  })
})

test('writes one file that only its owner may read, and no other', async () => {
  const source = await places.filled('SQLite')
  const names = readdirSync(source.dataDir)
  const file = await backUp(source)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(source.dataDir).sort()).toEqual([...names, 'backup.tar', 'tmp'].sort())
  expect(readdirSync(join(source.dataDir, 'tmp'))).toEqual([])
  await expect(backUp(source)).rejects.toThrow('exists already')
  const inNoFolder = { file: join(source.dataDir, 'none', 'backup.tar'), key: undefined, kind: 'manual' } as const
  await expect(runBackup(settingsOf(source), inNoFolder, () => undefined)).rejects.toThrow(
    /could not be written: .*ENOENT/,
  )
  expect(existsSync(join(source.dataDir, 'none'))).toBe(false)
})

test.each([
  ['update of bytes on backups when new.bytes is not null', 'cannot be recorded'],
  ['insert on history', 'the history has no entry of it'],
])('keeps a whole backup, with a sentence, if %s fails', async (event, sentence) => {
  const source = await places.filled('SQLite')
  const [change, condition] = event.split(' when ')
  const refuse = sql.raw(
    `create trigger full before ${change} ${condition ? `when ${condition}` : ''} begin select raise(abort, 'disk full'); end`,
  )
  await withDatabase(source, (db) => sql`${refuse}`.execute(db))
  const options = { file: join(source.dataDir, 'backup.tar'), key: undefined, kind: 'manual' } as const
  const problem = await runBackup(settingsOf(source), options, () => undefined)
  expect(problem).toBe(`The backup was written, but ${sentence}: disk full.`)
  expect(allFindings(await verifyBackup(options.file, undefined))).toEqual([])
})

test('takes one daily backup a minute, and says so', async () => {
  const source = await places.filled('SQLite')
  const folder = join(source.dataDir, 'backups')
  mkdirSync(folder)
  const dailyBackup = { folder, hour: 2, keep: 1, keyFile: undefined }
  const take = () => runDailyBackup({ ...settingsOf(source), dailyBackup, timeZone: TEST_TIME_ZONE }, () => undefined)
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  expect(await take()).toBeNull()
  const [name] = readdirSync(folder)
  await expect(take()).rejects.toThrow(
    `The daily backup of this minute, ${name}, exists already. For another, wait a minute.`,
  )
  vi.setSystemTime(Date.now() + 60_000)
  expect(await take()).toBeNull()
  vi.useRealTimers()
})

test('a damaged key of the history replaces no good backup', async () => {
  const source = await places.filled('SQLite')
  const folder = join(source.dataDir, 'backups')
  mkdirSync(folder)
  const settings = {
    ...settingsOf(source),
    timeZone: TEST_TIME_ZONE,
    dailyBackup: { folder, hour: 2, keep: 1, keyFile: undefined },
  }
  const older = join(folder, 'sevadesk-2020-01-01-0200.tar')
  await runBackup(settings, { file: older, key: undefined, kind: 'daily' }, () => undefined)
  writeFileSync(keyFile(settings.keysDir, 'history'), '')
  expect(await runDailyBackup(settings, () => undefined)).toMatch('keys/history.key is damaged.')
  expect(existsSync(older)).toBe(true)
})

test('a broken row of the history and an unused receipt number make no good backup a failed one', async () => {
  const source = await places.filled('SQLite')
  await withDatabase(source, async (db) => {
    await sql`update receipt_series set last_number = 9`.execute(db)
    await dropHistoryTriggers(db)
    await sql`update history set record_id = 'x' where n = 1`.execute(db)
  })
  const options = { file: join(source.dataDir, 'backup.tar'), key: undefined, kind: 'manual' } as const
  const printed: string[] = []
  await withDatabaseBeside(settingsOf(source), async (db) => {
    expect(await runBackup(settingsOf(source), options, (line) => printed.push(line))).toBeNull()
    expect(printed.slice(1)).toEqual([
      expect.stringMatching(/^In the backup as in the database: Receipts .+ but the last number is 9\.$/),
      'In the backup as in the database: Row 1 of the history was changed.',
    ])
    expect(await findLastGood(db, ['manual'], new Date())).toMatchObject({ file: options.file })
  })
})

test('a backup is not good if a row or a number is wrong in it alone, even where the database has another fault', async () => {
  const source = await places.filled('SQLite')
  await withDatabase(source, async (db) => {
    await dropHistoryTriggers(db)
    await sql`update history set record_id = 'x' where n = 1`.execute(db)
  })
  // As if the copy had changed what the database has right.
  await withDatabaseBeside(settingsOf(source), async (db) => {
    await backUp(source)
    const whole = join(source.dataDir, 'whole.tar')
    await runBackup(settingsOf(source), { file: whole, key: undefined, kind: 'manual' }, () => undefined)
    expect(await verifyBackup(whole, undefined, { source: db })).toMatchObject({
      findings: [],
      warnings: ['Row 1 of the history was changed.'],
    })
    await sql`update history set action = 'event.deleted' where n = 2`.execute(db)
    const later = await verifyBackup(whole, undefined, { source: db })
    expect(later).toMatchObject({ findings: ['Row 1 of the history was changed.'], warnings: [] })
  })
})

test('an unused receipt number that the database does not have is a finding', async () => {
  const source = await places.filled('SQLite')
  await withDatabase(source, (db) => sql`update receipt_series set last_number = 9`.execute(db))
  const file = await backUp(source)
  await withDatabase(source, async (db) => {
    expect(await verifyBackup(file, undefined, { source: db })).toMatchObject({ findings: [] })
    await sql`insert into void_receipts (series, number, voided_at) values ('2026-27', 9, '')`.execute(db)
    const { findings } = await verifyBackup(file, undefined, { source: db })
    expect(findings).toEqual([expect.stringMatching(/^Receipts 2026-27: .+ is 9\.$/)])
  })
})

test('names the missing files and a wrong key', async () => {
  const source = await places.filled('SQLite')
  rmSync(join(source.dataDir, 'media'), { recursive: true })
  writeFileSync(keyFile(settingsOf(source).keysDir, 'two-step'), `${'A'.repeat(43)}\n`)
  const options = { file: join(source.dataDir, 'backup.tar'), key: undefined, kind: 'manual' } as const
  const problem = await runBackup(settingsOf(source), options, () => undefined)
  expect(problem).toMatch(
    /files are missing .+ And something in it is wrong\. keys\/two-step\.key does not open the secrets [^/]+$/,
  )
})

test('backs up beside a table "audit" of the operator', async () => {
  const source = await places.filled('SQLite')
  const addAudit = (db: Db) => sql`create table audit (note text)`.execute(db)
  await withDatabase(source, addAudit)
  expect(allFindings(await verifyBackup(await backUp(source), undefined))).toEqual([])
  // Its entries are still to be moved.
  const empty = await places.migrated('SQLite')
  await withDatabase(empty, addAudit)
  await expect(backUp(empty)).rejects.toThrow('entries of an earlier version (table "audit")')
})

test('replaces no file that got the name of the backup meanwhile', async () => {
  const source = await places.filled('SQLite')
  const file = join(source.dataDir, 'backup.tar')
  const attachments = (['history', 'two-step'] as const).map((name) => ({
    name: `keys/${name}.key`,
    get content() {
      writeFileSync(file, 'another')
      return readFileSync(keyFile(settingsOf(source).keysDir, name))
    },
  }))
  const options = { file, kind: 'manual', key: undefined, keptHead: null, endBreak: null, attachments } as const
  const backup = withDatabase(source, (db) =>
    createBackup(db, { ...options, dataDir: source.dataDir, store: diskStore(source.dataDir) }),
  )
  await expect(backup).rejects.toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe('another')
})

test('keeps the plain copy of the tables to its owner, in the data folder', async () => {
  const source = await places.filled('SQLite')
  const folder = join(source.dataDir, 'backups')
  mkdirSync(folder)
  const found: unknown[] = []
  const keys = (['history', 'two-step'] as const).map((name) => ({
    name: `keys/${name}.key`,
    // Read after the tables were copied.
    get content() {
      const parts = readdirSync(join(source.dataDir, 'tmp')).map((name) => join(source.dataDir, 'tmp', name))
      found.push([readdirSync(folder), parts.map((part) => statSync(part).mode & 0o777)])
      return readFileSync(keyFile(settingsOf(source).keysDir, name))
    },
  }))
  const options = {
    file: join(folder, 'b.tar'),
    kind: 'manual',
    key: undefined,
    keptHead: null,
    endBreak: null,
  } as const
  await withDatabase(source, (db) =>
    createBackup(db, { ...options, dataDir: source.dataDir, store: diskStore(source.dataDir), attachments: keys }),
  )
  expect(found[0]).toEqual([[], [0o600]])
})

test('refuses a backup without the keys of its rows', async () => {
  const source = await places.filled('SQLite')
  const settings = { ...settingsOf(source), keysDir: join(source.dataDir, 'none') }
  const options = { file: join(source.dataDir, 'backup.tar'), key: undefined, kind: 'manual' } as const
  await expect(runBackup(settings, options, () => undefined)).rejects.toThrow(/lack keys\/history\.key.*set KEYS_DIR/)
  rmSync(keyFile(settingsOf(source).keysDir, 'two-step'))
  await expect(backUp(source)).rejects.toThrow('lack keys/two-step.key')
  expect(readdirSync(source.dataDir)).not.toContain('backup.tar')
  const error = await withDatabase(source, (db) => findLastAttempt(db, ['manual'], new Date()))
  expect(error).toMatchObject({ bytes: null, error: expect.stringContaining('two-step.key') })
})

test('a daily backup that lacks files is kept, but is no good one and replaces none', async () => {
  const source = await places.filled('SQLite')
  const folder = join(source.dataDir, 'backups')
  mkdirSync(folder)
  writeFileSync(join(folder, 'sevadesk-2020-01-01-0200.tar'), 'complete')
  const dailyBackup = { folder, hour: 2, keep: 1, keyFile: undefined }
  const take = () => runDailyBackup({ ...settingsOf(source), dailyBackup, timeZone: TEST_TIME_ZONE }, () => undefined)
  const media = join(source.dataDir, 'media')
  renameSync(media, `${media}.gone`)
  expect(await take()).toMatch(/files are missing \(\d+\), such as \/media\/.*media:check/)
  const [old, lacking = ''] = readdirSync(folder).sort()
  expect(old).toBe('sevadesk-2020-01-01-0200.tar')
  const now = new Date()
  const [good, last] = await withDatabase(source, async (db) => [
    await findLastGood(db, ['daily'], now),
    await findLastAttempt(db, ['daily'], now),
  ])
  expect(good).toBeUndefined()
  expect(last).toMatchObject({ bytes: expect.any(Number), error: expect.stringContaining('files are missing') })

  renameSync(`${media}.gone`, media)
  renameSync(join(folder, lacking), join(folder, 'sevadesk-2020-01-02-0200.tar'))
  expect(await take()).toBeNull()
  expect(readdirSync(folder)).toHaveLength(1)
})

const ENTRY = { name: 'database.sqlite', content: 'no database' }

test('says that a backup cannot be restored, or not tried here, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  const file = join(folder, 'forged.tar')
  const migrations = await withDatabase(await places.migrated('SQLite'), listApplied)
  vi.stubEnv('TMPDIR', join(folder, 'temporary'))
  await forgeArchive(file, [ENTRY])
  await expect(verifyBackup(file, undefined)).rejects.toThrow(
    /could not be restored into the temporary folder .*temporary\/.+\.part.*ENOENT/,
  )
  vi.stubEnv('TMPDIR', folder)
  await expect(verifyBackup(file, undefined)).rejects.toThrow('newer version')
  await forgeArchive(file, [ENTRY], { ...FORGED_INFO, migrations })
  await expect(verifyBackup(file, undefined)).rejects.toThrow('cannot be restored (its tables are damaged')
  await forgeArchive(file, [ENTRY, { name: 'keys/own.key' }])
  await expect(verifyBackup(file, undefined)).rejects.toThrow('no file is called "keys/own.key"')
  expect(readdirSync(folder)).toEqual(['forged.tar'])
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('finds that a key and a file are missing', async () => {
  const source = await places.filled('SQLite')
  const [whole, folder] = [await backUp(source), source.dataDir]
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
  expect(allFindings(await verifyBackup(whole, undefined))).toEqual([])
  expect(allFindings(await verifyBackup(file, undefined))).toEqual([
    'keys/history.key is missing, without which the backup is of no use.',
    `A row names /${photo}, which is missing.`,
  ])
})
