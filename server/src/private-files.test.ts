import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from './commands/command-line.ts'
import { findOpenPath } from './private-files.ts'
import { testFolder } from './testing/files/test-folder.ts'

let dataDir: string
let keysDir: string
let folders: { dataDir: string; keysDir: string }
beforeEach(() => {
  dataDir = testFolder()
  keysDir = join(testFolder(), 'keys')
  folders = { dataDir, keysDir }
})
const warning = (path: string, name: string, folder: string) => [
  `${path} is open to other users of this machine; to close ${name}, run: chmod -R go-rwx "${folder}"`,
]

test('warns of the first file or folder that others may open', () => {
  expect(findOpenPath(folders)).toEqual([])
  const database = join(dataDir, 'sevadesk.sqlite')
  writeFileSync(database, '')
  chmodSync(database, 0o640)
  expect(findOpenPath(folders)).toEqual(warning(database, 'DATA_DIR', dataDir))
  mkdirSync(keysDir)
  chmodSync(keysDir, 0o755)
  expect(findOpenPath(folders)).toEqual(warning(keysDir, 'KEYS_DIR', keysDir))
  chmodSync(keysDir, 0o700)
  chmodSync(database, 0o600)
  expect(findOpenPath(folders)).toEqual([])
})

test('looks at the folder behind a link, and ignores a link to nothing or to itself', () => {
  symlinkSync(join(dataDir, 'gone'), join(dataDir, 'tmp'))
  symlinkSync(join(dataDir, 'loop'), join(dataDir, 'loop'))
  expect(findOpenPath(folders)).toEqual([])
  mkdirSync(keysDir)
  chmodSync(keysDir, 0o750)
  symlinkSync(keysDir, join(dataDir, 'media'))
  expect(findOpenPath({ dataDir, keysDir: dataDir })).toEqual(warning(join(dataDir, 'media'), 'KEYS_DIR', dataDir))
})

test('a command creates files for their owner alone', async () => {
  const umask = process.umask(0o022)
  try {
    await runCommand(1, async () => {
      mkdirSync(keysDir)
      writeFileSync(join(keysDir, 'file'), '')
      return 0
    })
  } finally {
    process.umask(umask)
    process.exitCode = undefined
  }
  expect(statSync(keysDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(keysDir, 'file')).mode & 0o777).toBe(0o600)
})
