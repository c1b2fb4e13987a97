import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { encryptSecret } from '../resources/accounts/second-step/stored-codes.ts'
import { openHistory } from '../resources/history/history-service.ts'
import { openTwoStepKey } from '../start.ts'
import { onlyPostgres, openForEachTest } from '../testing/databases.ts'
import { buildAdmin } from '../testing/factories.ts'
import { testFolder } from '../testing/files/test-folder.ts'
import { keyFile, loadKey } from './key-file.ts'

let folder: string
beforeEach(() => {
  folder = testFolder()
})

test('creates a key once, for its owner alone', async () => {
  const keysDir = join(folder, 'keys')
  const create = () => loadKey(keysDir, 'history', { mayCreate: true })
  const [key, same] = await Promise.all([create(), create()])
  expect(key).toHaveLength(32)
  expect(same).toEqual(key)
  expect(await loadKey(keysDir, 'history', { mayCreate: false })).toEqual(key)
  expect(await loadKey(keysDir, 'two-step', { mayCreate: true })).not.toEqual(key)
  expect(readdirSync(keysDir).sort()).toEqual(['history.key', 'two-step.key'])
  expect(statSync(keyFile(keysDir, 'history')).mode & 0o777).toBe(0o600)
  expect(statSync(keysDir).mode & 0o777).toBe(0o700)
})

test('says what is wrong with a missing or damaged key', async () => {
  await expect(loadKey(folder, 'history', { mayCreate: false })).rejects.toThrow(/history\.key .* is missing/)
  writeFileSync(keyFile(folder, 'history'), 'short')
  await expect(loadKey(folder, 'history', { mayCreate: true })).rejects.toThrow(/is damaged/)
  const blocked = loadKey(keyFile(folder, 'history'), 'history', { mayCreate: true })
  await expect(blocked).rejects.toThrow(StartError)
})

onlyPostgres(() => {
  const here = openForEachTest('PostgreSQL')
  const open = (name: 'history' | 'two-step', keysDir: string) =>
    name === 'history' ? openHistory(here.db, keysDir) : openTwoStepKey(here.db, { keysDir })

  test.each(['history', 'two-step'] as const)('refuses another key %s than that of the first server', async (name) => {
    await open(name, here.keysDir)
    await open(name, here.keysDir)
    const otherDir = join(here.dataDir, 'other')
    await expect(open(name, otherDir)).rejects.toThrow(`${name}.key (KEYS_DIR) is missing`)
    expect(existsSync(keyFile(otherDir, name))).toBe(false)
    await loadKey(otherDir, name, { mayCreate: true })
    await expect(open(name, otherDir)).rejects.toThrow(/is not the one that this database is used with\. Copy the keys/)
  })

  test.each(['history', 'two-step'] as const)(
    'lets one of two first starts at once decide, for the key %s',
    async (name) => {
      const folders = ['one', 'two'].map((folder) => join(here.dataDir, folder))
      const results = await Promise.allSettled(folders.map((folder) => open(name, folder)))
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    },
  )

  test('takes the key of an earlier version only if it fits the rows', async () => {
    const { server } = await openHistory(here.db, here.keysDir)
    await server.record(here.db, { action: 'event.added', recordKind: 'event', recordId: 'e' })
    const { id } = await buildAdmin(here.db)
    const key = await openTwoStepKey(here.db, here)
    await here.db
      .insertInto('second_steps')
      .values({ admin_id: id, secret: encryptSecret(key, id, randomBytes(20)) })
      .execute()
    await here.db.deleteFrom('key_verifiers').execute()
    const otherDir = join(here.dataDir, 'other')
    mkdirSync(otherDir)
    for (const name of ['history', 'two-step'] as const)
      writeFileSync(keyFile(otherDir, name), randomBytes(32).toString('base64url'))
    await openHistory(here.db, otherDir)
    await expect(openTwoStepKey(here.db, { keysDir: otherDir })).rejects.toThrow(/does not open/)
    await openHistory(here.db, here.keysDir)
    await openTwoStepKey(here.db, here)
    await expect(openHistory(here.db, otherDir)).rejects.toThrow(/is not the one/)
  })
})
