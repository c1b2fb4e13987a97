import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { storeFile } from '../testing/backups/backup-fixture.ts'
import { testPlaces, withDatabase } from '../testing/backups/backup-places.ts'
import { eachDatabase, type TestDatabase } from '../testing/databases.ts'

const places = testPlaces()
afterEach(() => places.removeAll())

/** Runs a command in a shell that first runs `limit`, and returns how it ended. */
function run(place: TestDatabase, command: string, args: readonly string[], env = {}, limit = 'true') {
  const program = join(import.meta.dirname, `${command}.ts`)
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', `${limit} && exec "$@"`, 'sh', process.execPath, program, ...args],
    { env: { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ...env }, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

eachDatabase((engine) => {
  test('backs up with a new key, verifies and restores, and says what it needs', async () => {
    const source = await places.filled(engine)
    const inSource = (name: string) => join(source.dataDir, name)
    const [key, file] = [inSource('age.key'), inSource('backup.tar.age')]
    expect(run(source, 'backup', ['--new-key', key])).toMatchObject({ status: 0, stderr: '' })
    expect(run(source, 'backup', ['--new-key', key])).toMatchObject({ status: 2 })
    expect(run(source, 'backup', [file, '--key-file', key])).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)

    expect(run(source, 'backup-verify', [file]).stderr).toMatch(/^The backup .+ is encrypted: .+\n$/)
    const verified = run(source, 'backup-verify', [file, '--key-file', key])
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('receipts 2026-27: 1 to 3') })

    const place = await places.empty(engine)
    const restored = run(place, 'restore', [file, '--key-file', key])
    expect(restored).toEqual({ status: 2, stdout: '', stderr: expect.stringContaining('--last-receipt 2026-27=3') })
    const last = ['--last-receipt', '2026-27=4']
    expect(run(place, 'restore', [file, '--key-file', key, '--last-receipt', '2026-27'])).toMatchObject({ status: 2 })
    expect(run(place, 'restore', [file, '--key-file', key, ...last])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Receipts 4 to 4 of 2026-27'),
    })
    expect(run(place, 'restore', [file, '--key-file', key, ...last]).stderr).toMatch(/empty place, but .+\n$/)
    for (const command of ['backup', 'restore', 'backup-verify']) {
      expect(run(place, command, [])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Usage: .+\n$/) })
    }
  })

  test('writes an archive that tar lists and unpacks, under a Hindi name', async () => {
    const source = await places.filled(engine)
    const file = join(source.dataDir, `${'गौशाला का बैकअप '.repeat(5).trim()}.tar`)
    expect(run(source, 'backup', [file])).toMatchObject({ status: 0, stderr: '' })
    const [folder, place] = [join(source.dataDir, 'unpacked'), await places.empty(engine)]
    mkdirSync(folder)
    const tar = (...args: string[]) => spawnSync('tar', args, { encoding: 'utf8' })
    const listed = tar('-tf', file)
    expect(listed).toMatchObject({ status: 0, stderr: '' })
    expect(tar('-xf', file, '-C', folder)).toMatchObject({ status: 0, stderr: '' })
    const entries = listed.stdout.trimEnd().split('\n')
    expect(entries).toEqual(expect.arrayContaining(['backup.json', 'database.sqlite', 'keys/history.key']))
    const unpacked = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    expect(unpacked).toHaveLength(entries.length)
    expect(run(place, 'restore', [file, '--last-receipt', '2026-27=3'])).toMatchObject({ status: 0, stderr: '' })
  })

  test('leaves nothing behind when the disk takes no more', async () => {
    const source = await places.filled(engine)
    const path = await storeFile(source.dataDir, 'mp4', 3_000_000)
    const video = { id: 'v', path, poster_path: null, title: 'Aarti', description: '', created_at: '2026-11-23' }
    await withDatabase(source, (db) => db.insertInto('home_videos').values(video).execute())
    const folder = join(source.dataDir, 'backups')
    mkdirSync(folder)
    // A limit of the process stands for a full disk: blocks of 512 bytes.
    const limited = run(source, 'backup', [join(folder, 'backup.tar')], {}, 'ulimit -f 3000')
    expect(limited).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/could not be written: .+\n$/),
    })
    expect(readdirSync(folder)).toEqual([])

    expect(run(source, 'backup', [join(folder, 'backup.tar')])).toMatchObject({ status: 0 })
    const place = await places.empty(engine)
    const args = [join(folder, 'backup.tar'), '--last-receipt', '2026-27=3']
    const full = run(place, 'restore', args, {}, 'ulimit -f 3000')
    expect(full).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/could not be read or unpacked \(into .+restore\.part\): .+\n$/),
    })
    expect(readdirSync(place.dataDir).filter((name) => !/^(?:sevadesk\.sqlite|server\.lock)/.test(name))).toEqual([])
    expect(run(place, 'restore', args)).toMatchObject({ status: 0, stderr: '' })
  })
})

test.each([
  ['without --accept-end', ['--broken-row', '3']],
  ['that is no number', ['--accept-end', '--broken-row', 'x']],
  ['that is empty', ['--accept-end', '--broken-row', '']],
])('history:verify rejects a broken row %s', async (_what, args) => {
  const place = await places.filled('SQLite')
  expect(run(place, 'history-verify', args)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Usage: /),
  })
})

test('says what a verified backup lacks', async () => {
  const source = await places.filled('SQLite')
  const file = join(source.dataDir, 'backup.tar')
  const [folder = ''] = readdirSync(join(source.dataDir, 'media'))
  const stored = join(source.dataDir, 'media', folder)
  mkdirSync(join(source.dataDir, 'gone'))
  for (const name of readdirSync(stored)) spawnSync('mv', [join(stored, name), join(source.dataDir, 'gone')])
  expect(run(source, 'backup', [file])).toEqual({
    status: 1,
    stdout: expect.stringContaining('Not in the backup, because the file is missing or cannot be read: /media/'),
    stderr: expect.stringMatching(/^The backup was written, but files are missing .+\n$/),
  })
  const verified = run(source, 'backup-verify', [file])
  expect(verified).toMatchObject({ status: 1, stdout: expect.stringMatching(/A row names \/media\/.+ missing\./) })
})

test('encrypts by a passphrase that no argument holds', async () => {
  const source = await places.filled('SQLite')
  const file = join(source.dataDir, 'backup.tar.age')
  const secret = { BACKUP_PASSPHRASE: 'five plain words together now' }
  expect(run(source, 'backup', [file, '--passphrase']).stderr).toContain('set BACKUP_PASSPHRASE')
  expect(run(source, 'backup', [file, '--passphrase'], secret)).toMatchObject({ status: 0, stderr: '' })
  const fromFile = { BACKUP_PASSPHRASE_FILE: join(source.dataDir, 'passphrase') }
  writeFileSync(fromFile.BACKUP_PASSPHRASE_FILE, `${secret.BACKUP_PASSPHRASE}\n`)
  expect(run(source, 'backup-verify', [file, '--passphrase'], fromFile)).toMatchObject({ status: 0 })
  const wrong = run(source, 'backup-verify', [file, '--passphrase'], { BACKUP_PASSPHRASE: 'no' })
  expect(wrong).toEqual({ status: 2, stdout: '', stderr: `The passphrase does not open ${file}.\n` })
  writeFileSync(join(source.dataDir, 'not-a-key'), 'secret\n')
  const noKey = run(source, 'backup', [`${file}.2`, '--key-file', join(source.dataDir, 'not-a-key')])
  expect(noKey).toMatchObject({ status: 2, stderr: expect.stringMatching(/^The key file .+ cannot be used: .+\n$/) })
})
