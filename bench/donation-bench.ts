import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgresCluster } from '../scripts/postgres-cluster.ts'
import { callClient } from './call-client.ts'
import {
  type DonationDatabase,
  manyDonations,
  openPostgresDonations,
  openSqliteDonations,
} from './donation-database.ts'
import { type Running, signIn, startFloor, startOurs } from './programs.ts'

/** Our server with `count` donations and, on SQLite, the floor with a copy of the same data. */
export interface DonationBench {
  count: number
  ours: Running
  token: string
  database: DonationDatabase
  floor?: { server: Running; database: DonationDatabase }
  /** Ms to insert the donations, search index and totals included. */
  filling: number
  /** Ms of the first summary call after a start, when nothing is cached. */
  firstTotals: { ours: number; floor?: number }
  /** Stops all processes and removes all files. */
  close(): Promise<void>
}

export async function openSqliteBench(folder: string, count: number): Promise<DonationBench> {
  const [dataDir, copyDir] = [join(folder, 'ours'), join(folder, 'floor')]
  mkdirSync(copyDir, { recursive: true })
  await (await startOurs(dataDir)).stop()
  const filled = openSqliteDonations(dataDir)
  const filling = await fill(filled, count)
  await filled.tidy()
  await filled.close()
  copyFileSync(join(dataDir, 'sevadesk.sqlite'), join(copyDir, 'sevadesk.sqlite'))
  dropCountIndex(copyDir)

  const startCopy = () => startFloor(copyDir, 'bench/donation-floor.ts')
  const firstTotals = {
    ours: await timeFirstTotals(() => startOurs(dataDir), signIn),
    floor: await timeFirstTotals(startCopy, async () => ''),
  }
  const ours = await startOurs(dataDir)
  const floor = { server: await startCopy(), database: openSqliteDonations(copyDir) }
  const database = openSqliteDonations(dataDir)
  const close = async () => {
    await Promise.all([ours.stop(), floor.server.stop()])
    await Promise.all([database.close(), floor.database.close()])
    rmSync(folder, { recursive: true, force: true })
  }
  return { count, ours, token: await signIn(ours), database, floor, filling, firstTotals, close }
}

/** SQLite would read a page of the floor by this index and sort all; our server names its indexes. */
function dropCountIndex(folder: string): void {
  const database = new DatabaseSync(join(folder, 'sevadesk.sqlite'))
  database.exec('drop index donations_for_count')
  database.close()
}

/** Starts the server on a new PostgreSQL cluster. There is no floor for PostgreSQL. */
export async function openPostgresBench(folder: string, count: number): Promise<DonationBench> {
  const cluster = await startPostgresCluster()
  const url = `${cluster.url}/postgres`
  const start = () => startOurs(folder, { DATABASE_URL: url })
  await (await start()).stop()
  const database = await openPostgresDonations(url)
  const filling = await fill(database, count)
  await database.tidy()
  const firstTotals = { ours: await timeFirstTotals(start, signIn) }
  const ours = await start()
  const close = async () => {
    await ours.stop()
    await database.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { count, ours, token: await signIn(ours), database, filling, firstTotals, close }
}

async function fill(database: DonationDatabase, count: number): Promise<number> {
  const start = performance.now()
  await database.add(manyDonations(count, Date.now()))
  return performance.now() - start
}

async function timeFirstTotals(
  start: () => Promise<Running>,
  enter: (server: Running) => Promise<string>,
): Promise<number> {
  const server = await start()
  const client = callClient(server.url, await enter(server))
  try {
    return (await client.time('/donate/summary')).ms
  } finally {
    client.close()
    await server.stop()
  }
}
