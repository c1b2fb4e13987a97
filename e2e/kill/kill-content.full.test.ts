import { afterAll, expect, test } from 'vitest'
import { startCluster } from '../support/postgresql.ts'
import { type KillOptions, killContent } from './kill-content.ts'

const cluster = await startCluster().then(
  (stop) => ({ stop, missing: '' }),
  (error: unknown) => ({ stop: undefined, missing: ` (PostgreSQL does not run here: ${error})` }),
)
afterAll(() => cluster.stop?.())

test('keeps rows and files consistent after every kill on sqlite', () => expectConsistentContent('sqlite'))

test.runIf(cluster.missing === '')(
  `keeps rows and files consistent after every kill on postgresql${cluster.missing}`,
  () => expectConsistentContent('postgresql'),
)

// A short run; `npm run kill` is the full one.
async function expectConsistentContent(database: KillOptions['database']): Promise<void> {
  const seed = Number(process.env.PROPERTY_SEED ?? 1)
  const figures = await killContent({ database, rounds: 3, moreRounds: 30, seed })
  console.log(`${database}, seed ${seed}:`, figures)
  expect(figures.betweenFileAndRow).toBeGreaterThan(0)
  expect(figures.betweenVersionsAndRow).toBeGreaterThan(0)
  expect(figures.mediaChecks).toBeGreaterThan(0)
  expect(figures.acknowledged).toBeGreaterThan(0)
}
