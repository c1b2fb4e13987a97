import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresql } from '../e2e/support/sql.ts'
import { startPostgresCluster } from '../scripts/postgres-cluster.ts'
import { alternate } from './alternate.ts'
import type { Figure } from './figure.ts'
import { type Running, signIn, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

const PROGRAM = 'server/src/testing/history-bench-server.ts'
const LIMITS = { warmUps: sizeOf(30, 0), rounds: sizeOf(9, 1), ms: 1000, calls: sizeOf(400, 8) }
const CALLERS = [1, 8]

/**
 * Measures ms per change of an event, by one caller and by eight at once, on both engines. The floor
 * is the same server with a recorder that does nothing.
 */
export async function measureHistory(folder: string): Promise<Figure[]> {
  const sqlite = await measureOn('SQLite', folder, () => ({}))
  const cluster = await startPostgresCluster()
  try {
    const sql = await openPostgresql(`${cluster.url}/postgres`)
    for (const name of ['with', 'without']) await sql.all(`create database history_${name}`)
    await sql.close()
    const urlOf = (name: string) => ({ DATABASE_URL: `${cluster.url}/history_${name}` })
    return [...sqlite, ...(await measureOn('PostgreSQL', folder, urlOf))]
  } finally {
    await cluster.stop()
  }
}

async function measureOn(engine: string, folder: string, envOf: (name: string) => Record<string, string>) {
  const servers: Running[] = []
  try {
    for (const name of ['with', 'without']) {
      const dataDir = join(folder, `${engine}-${name}`)
      mkdirSync(dataDir)
      servers.push(await startOurs(dataDir, envOf(name), name === 'without' ? ['--without-history'] : [], PROGRAM))
    }
    const figures: Figure[] = []
    for (const callers of CALLERS) {
      const candidates: (() => Promise<number>)[] = []
      for (const server of servers) candidates.push(await eventChanges(server, callers))
      const [ours = Number.NaN, floor = Number.NaN] = await alternate(candidates, LIMITS)
      const what = `A change of an event, ${engine}, callers at once: ${callers}; without history as floor`
      figures.push({ what, unit: 'ms', ours, floor, aim: { of: 'ratio', atMost: 1.3 } })
    }
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Returns a call that changes the titles of as many events as there are callers, and its ms per change. */
async function eventChanges(server: Running, callers: number): Promise<() => Promise<number>> {
  const headers = { authorization: `Bearer ${await signIn(server)}` }
  const send = async (method: string, path: string, title: string) => {
    const body = new FormData()
    body.set('title', title)
    const response = await fetch(`${server.url}/api/event/${path}`, { method, headers, body })
    if (!response.ok) throw new Error(`The change of an event failed with ${response.status}.`)
    return response.json()
  }
  const added = await Promise.all(Array.from({ length: callers }, () => send('POST', 'addevent', 'Annakut')))
  let count = 0
  return async () => {
    count += 1
    const startedAt = performance.now()
    await Promise.all(added.map(({ data }) => send('PUT', String(data._id), `Annakut ${count}`)))
    return (performance.now() - startedAt) / callers
  }
}
