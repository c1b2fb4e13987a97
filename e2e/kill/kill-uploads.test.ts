import { afterAll, expect, test } from 'vitest'
import { startCluster } from '../support/postgresql.ts'
import { type KillOptions, killUploads } from './kill-uploads.ts'

const cluster = await startCluster().then(
  (stop) => ({ stop, missing: '' }),
  (error: unknown) => ({ stop: undefined, missing: ` (PostgreSQL does not run here: ${error})` }),
)
afterAll(() => cluster.stop?.())

test('a server killed while it takes photos in leaves no lie behind: sqlite', () => expectNoLie('sqlite'), 300_000)

test.runIf(cluster.missing === '')(
  `a server killed while it takes photos in leaves no lie behind: postgresql${cluster.missing}`,
  () => expectNoLie('postgresql'),
  300_000,
)

// The full run is `npm run kill`.
async function expectNoLie(database: KillOptions['database']): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 32)
  const figures = await killUploads({ database, rounds: 6, moreRounds: 30, seed })
  console.log(`${database}, seed ${seed}:`, figures)
  expect(figures.betweenFileAndRow).toBeGreaterThan(0)
  expect(figures.acknowledged).toBeGreaterThan(0)
}
