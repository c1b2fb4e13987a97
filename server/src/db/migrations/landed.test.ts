import { expect, test } from 'vitest'
import { filesOf, hashOf, listMigrationFiles } from '../../testing/migration-files.ts'
import { MIGRATIONS } from '../migrate.ts'
import hashes from './hashes.json' with { type: 'json' }

const names = MIGRATIONS.map(([name]) => name)

test.each(names)('%s is as it landed', (name) => {
  const advice =
    'A migration that has landed never changes, nor does engine.ts: undo the change, and append a migration.'
  expect(new Map(Object.entries(hashes)).get(name), advice).toBe(hashOf(name))
})

test('every file belongs to a migration', () => {
  expect([...new Set(names.flatMap(filesOf))].sort()).toEqual(listMigrationFiles())
  expect(Object.keys(hashes).sort()).toEqual(names)
})
