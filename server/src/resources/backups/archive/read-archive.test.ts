import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { FORGED_INFO, forgeArchive } from '../../../testing/backups/forged-archive.ts'
import { testFolder } from '../../../testing/files/test-folder.ts'
import { addTable, createPlainDatabase, finishPlainDatabase } from '../database/plain-database.ts'
import { readArchive, writeArchive } from './archive.ts'
import { type ArchiveKey, newKeyFile, readKeyFile } from './encryption.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = testFolder()
  file = join(folder, 'backup.tar')
})

const CONTENT = Buffer.from('0123456789'.repeat(20_000))
const HINDI = `trust/${'न्यास '.repeat(20)}.png`

async function write(key?: ArchiveKey): Promise<Buffer> {
  const sources = [
    { name: 'database.sqlite', bytes: 3, content: Buffer.from('abc') },
    { name: HINDI, bytes: CONTENT.length, content: CONTENT },
  ]
  await writeArchive(file, key, { info: FORGED_INFO, sources, assertValid: () => undefined })
  return readFileSync(file)
}

function read(key?: ArchiveKey, targetOf: (name: string) => string | undefined = () => undefined) {
  return readArchive(file, { key, targetOf, folder })
}

async function newKey(): Promise<ArchiveKey> {
  const name = join(folder, 'age.key')
  writeFileSync(name, (await newKeyFile()).content)
  return readKeyFile(name)
}

test('unpacks the entries that have a target, also under long Hindi names', async () => {
  await write()
  const target = join(folder, 'new', 'copy')
  const { entries } = await read(undefined, (name) => (name === HINDI ? target : undefined))
  expect(readFileSync(target)).toEqual(CONTENT)
  expect(entries.map(({ name }) => name)).toEqual(['database.sqlite', HINDI])
  expect(readdirSync(folder).sort()).toEqual(['backup.tar', 'new'])
})

test.each(['plain', 'by key'])('refuses a cut or changed archive: %s', async (how) => {
  const key = how === 'by key' ? await newKey() : undefined
  const whole = await write(key)
  // The last 1024 bytes of a tar file only say that it ends.
  for (const length of [0, 10, 511, 512, 2000, 100_000, whole.length - 1500]) {
    writeFileSync(file, whole.subarray(0, length))
    await expect(read(key), `${length} bytes`).rejects.toThrow(/is damaged or not complete/)
  }
  // Of a header, of both lists and of both files; padding does not count.
  for (const at of [100, 700, 1537, 100_000, whole.length - 1800]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(file, changed)
    await expect(read(key), `byte ${at}`).rejects.toThrow(/backup/i)
  }
})

test('opens an encrypted archive only with its key or passphrase', async () => {
  const key = await newKey()
  await write(key)
  await expect(read()).rejects.toThrow('is encrypted: give its key with --key-file')
  await expect(read(await newKey())).rejects.toThrow('The key does not open')
  await expect(read({ passphrase: 'wrong' })).rejects.toThrow('The passphrase does not open')
  expect((await read(key)).entries).toHaveLength(2)
})

const DATABASE = { name: 'database.sqlite', content: 'abc' }

test.each([
  ['a path that climbs out', [DATABASE, { name: 'media/../../etc/passwd', content: 'x' }], 'a file is called'],
  ['an absolute path', [DATABASE, { name: '/etc/passwd', content: 'x' }], 'a file is called'],
  ['a backslash', [DATABASE, { name: 'media\\..\\x', content: 'x' }], 'a file is called'],
  ['a name twice', [DATABASE, DATABASE], 'a file is called'],
  ['a symbolic link', [DATABASE, { name: 'media/x', type: 'symlink', linkname: '/etc' } as const], 'is not a file'],
  ['a hard link', [DATABASE, { name: 'media/x', type: 'link', linkname: '/etc/passwd' } as const], 'is not a file'],
  ['a folder', [DATABASE, { name: 'media', type: 'directory' } as const], 'is not a file'],
  [
    'more bytes than it states',
    [DATABASE, { name: 'media/x', content: 'x'.repeat(FORGED_INFO.bytes) }],
    'holds more than',
  ],
  ['more entries than it states', [DATABASE, { name: 'a' }, { name: 'b' }], 'holds more than'],
  ['a long name', [DATABASE, { name: `media/${'x'.repeat(500)}` }], 'a file is called'],
  ['no database', [], 'holds no database'],
  ['another file before the database', [{ name: 'media/x' }, DATABASE], 'database.sqlite is not its first file'],
])('refuses an archive with %s', async (_what, entries, reason) => {
  await forgeArchive(file, entries)
  await expect(read(undefined, (name) => join(folder, 'out', name))).rejects.toThrow(reason)
})

test.each([
  [
    'a million entries',
    { entries: 1_000_000, tables: { photos: 10, history: 1_000_000 } },
    'more files than its rows can name',
  ],
  ['more bytes than are free', { bytes: 5_000_000_000 }, /^The backup holds 5000 MB, but only 3000 MB are free/],
])('stops before the first entry of an archive that states %s', async (_what, more, reason) => {
  await forgeArchive(file, [DATABASE], { ...FORGED_INFO, ...more })
  const reading = readArchive(file, {
    key: undefined,
    targetOf: () => expect.unreachable(),
    folder,
    freeBytes: 3_000_000_000,
  })
  await expect(reading).rejects.toThrow(reason)
})

test('stops after a database that lacks the stated rows', async () => {
  const plainFile = join(folder, 'plain.sqlite')
  const plain = createPlainDatabase(plainFile)
  addTable(plain, { name: 'photos', columns: [{ name: 'id', type: 'text', keyPosition: 1 }] })([{ id: 'p1' }])
  finishPlainDatabase(plain)
  const database = { name: 'database.sqlite', content: readFileSync(plainFile) }
  const files = Array.from({ length: 109 }, (_, n) => ({ name: `media/${n}` }))
  const info = { ...FORGED_INFO, entries: files.length + 1 }
  const out = join(folder, 'out')
  await forgeArchive(file, [database, ...files], { ...info, tables: { photos: 1_000 } })
  const unpacking = () => read(undefined, (name) => join(out, name))
  await expect(unpacking()).rejects.toThrow('more files than its rows can name')
  expect(readdirSync(out)).toEqual(['database.sqlite'])
})

test('refuses an archive of a newer version, whatever that has changed', async () => {
  await forgeArchive(file, [DATABASE], { format: 2, database: 'elsewhere' })
  await expect(read()).rejects.toThrow('was written by a newer version of SevaDesk')
})
