import { afterAll, expect, test } from 'vitest'
import { startCluster } from '../support/postgresql.ts'
import { isConclusive, killBackups } from './kill-backup.ts'
import type { KillOptions } from './kill-content.ts'

const cluster = await startCluster().then(
  (stop) => ({ stop, missing: '' }),
  (error: unknown) => ({ stop: undefined, missing: ` (PostgreSQL does not run here: ${error})` }),
)
afterAll(() => cluster.stop?.())

test('restores every completed backup, and refuses every other, on sqlite', () => expectBackups('sqlite'))

test.runIf(cluster.missing === '')(
  `restores every completed backup, and refuses every other, on postgresql${cluster.missing}`,
  () => expectBackups('postgresql'),
)

// A short run; `npm run kill -- --backup` is the full one.
async function expectBackups(database: KillOptions['database']): Promise<void> {
  const seed = Number(process.env.PROPERTY_SEED ?? 1)
  const figures = await killBackups({ database, rounds: 3, moreRounds: 30, seed })
  console.log(`${database}, seed ${seed}:`, figures)
  expect(isConclusive(figures)).toBe(true)
}
