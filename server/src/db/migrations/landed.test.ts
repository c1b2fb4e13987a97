import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RENEW_KEYS } from '../../jobs/job-kinds.ts'
import { filesOf, hashOf, listMigrationFiles, MIGRATIONS_FOLDER } from '../../testing/migration-files.ts'
import { MIGRATIONS } from '../migrate.ts'
import hashes from './hashes.json' with { type: 'json' }

const names = MIGRATIONS.map(([name]) => name)

test.each(names)('%s is as it landed', (name) => {
  const advice =
    'A migration that has landed never changes, nor does engine.ts: undo the change, and append a migration.'
  expect(new Map(Object.entries(hashes)).get(name), advice).toBe(hashOf(name))
})

test('servers of an earlier version have no handler of a job that renews keys by new rules', () => {
  const files = listMigrationFiles().filter((file) =>
    readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8').includes(`'${RENEW_KEYS}'`),
  )
  expect(files).toEqual(['0030-reference-keys.ts'])
})

test('every file belongs to a migration', () => {
  expect([...new Set(names.flatMap(filesOf))].sort()).toEqual(listMigrationFiles())
  expect(Object.keys(hashes).sort()).toEqual(names)
})
