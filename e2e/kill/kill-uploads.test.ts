import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../support/postgresql.ts'
import { killUploads } from './kill-uploads.ts'

let stopCluster: () => Promise<void>
beforeAll(async () => {
  stopCluster = await startCluster()
}, 60_000)
afterAll(() => stopCluster())

// The full run is `npm run kill`.
test.each(['sqlite', 'postgresql'] as const)(
  'a server killed while it takes photos in leaves no lie behind: %s',
  async (database) => {
    const seed = Math.floor(Math.random() * 2 ** 32)
    const figures = await killUploads({ database, rounds: 6, moreRounds: 30, seed })
    console.log(`${database}, seed ${seed}:`, figures)
    expect(figures.betweenFileAndRow).toBeGreaterThan(0)
    expect(figures.acknowledged).toBeGreaterThan(0)
  },
  300_000,
)
