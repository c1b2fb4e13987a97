import { afterAll, expect, test } from 'vitest'
import { startCluster } from '../support/postgresql.ts'
import type { KillOptions } from './kill-content.ts'
import { killReceipts } from './kill-receipts.ts'

const cluster = await startCluster().then(
  (stop) => ({ stop, missing: '' }),
  (error: unknown) => ({ stop: undefined, missing: ` (PostgreSQL does not run here: ${error})` }),
)
afterAll(() => cluster.stop?.())

test('assigns receipt numbers without gap or repeat despite kills: one server on sqlite', () => expectNoGap('sqlite'))

test.runIf(cluster.missing === '')(
  `assigns receipt numbers without gap or repeat despite kills: two servers on postgresql${cluster.missing}`,
  () => expectNoGap('postgresql'),
)

// A short run; `npm run kill -- --receipts` is the full one.
async function expectNoGap(database: KillOptions['database']): Promise<void> {
  const seed = Number(process.env.PROPERTY_SEED ?? 1)
  const figures = await killReceipts({ database, rounds: 3, moreRounds: 30, seed })
  console.log(`receipts, ${database}, seed ${seed}:`, figures)
  expect(figures.insideTransaction).toBeGreaterThan(0)
  expect(figures.unansweredNotDone).toBeGreaterThan(0)
  expect(figures.series).toBeGreaterThan(1)
  expect(figures.fetched).toBeGreaterThan(0)
  expect(figures.gifts).toBeGreaterThan(0)
  expect(figures.cancelledReceipts).toBeGreaterThan(0)
  if (database === 'postgresql') expect(figures.sentToBoth).toBeGreaterThan(0)
}
