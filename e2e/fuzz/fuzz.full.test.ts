import { afterAll, expect, test } from 'vitest'
import { tryStartCluster } from '../support/postgresql.ts'
import { type FuzzOptions, HANDLE_SLACK, runFuzz } from './run-fuzz.ts'

const cluster = await tryStartCluster()
afterAll(() => cluster.stop())

test('answers 2,000 random requests as the description says on sqlite', () => expectSound('sqlite'), 300_000)

test.runIf(cluster.missing === '')(
  `answers 2,000 random requests as the description says on postgresql${cluster.missing}`,
  () => expectSound('postgresql'),
  300_000,
)

// A short run; `npm run fuzz` is the full one, which also compares memory.
async function expectSound(database: FuzzOptions['database']): Promise<void> {
  const seed = Number(process.env.PROPERTY_SEED ?? 1)
  const figures = await runFuzz({ database, requests: 2000, seed })
  console.log(`${database}, seed ${seed}:`, figures)
  expect(figures.problems).toEqual([])
  expect(figures.handlesAfter).toBeLessThanOrEqual(figures.handlesBefore + HANDLE_SLACK)
  expect(figures.statuses[200]).toBeGreaterThan(200)
}
