import { afterAll, describe, expect, test } from 'vitest'
import type { Database } from '../support/own-server.ts'
import { tryStartCluster } from '../support/postgresql.ts'
import { isConclusive as isConclusiveForBackups, killBackups } from './kill-backup.ts'
import { isConclusive as isConclusiveForContent, killContent } from './kill-content.ts'
import { isConclusive as isConclusiveForReceipts, killReceipts } from './kill-receipts.ts'

const cluster = await tryStartCluster()
afterAll(() => cluster.stop())

// Short runs; `npm run kill` is the full one.
describe.each<[Database, string]>([
  ['sqlite', ''],
  ['postgresql', cluster.missing],
])('on %s%s', (database, missing) => {
  const seed = Number(process.env.PROPERTY_SEED ?? 1)
  const options = { database, rounds: 3, moreRounds: 30, seed }

  test.skipIf(missing !== '')('keeps rows and files consistent after every kill', async () => {
    const figures = await killContent(options)
    console.log(database, seed, figures)
    expect(isConclusiveForContent(figures)).toBe(true)
    expect(figures.mediaChecks).toBeGreaterThan(0)
    expect(figures.acknowledged).toBeGreaterThan(0)
  })

  test.skipIf(missing !== '')('assigns receipt numbers without gap or repeat despite kills', async () => {
    const figures = await killReceipts(options)
    console.log(database, seed, figures)
    expect(isConclusiveForReceipts(figures)).toBe(true)
    expect(figures.series).toBeGreaterThan(1)
    expect(figures.fetched).toBeGreaterThan(0)
    expect(figures.gifts).toBeGreaterThan(0)
    if (database === 'postgresql') expect(figures.sentToBoth).toBeGreaterThan(0)
  })

  test.skipIf(missing !== '')('restores every completed backup, and refuses every other', async () => {
    const figures = await killBackups(options)
    console.log(database, seed, figures)
    expect(isConclusiveForBackups(figures)).toBe(true)
  })
})
