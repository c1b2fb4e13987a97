import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
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
