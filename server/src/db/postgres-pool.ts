import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { NoResponseError, within } from '../concurrency/within.ts'
import { LIFT_STATEMENT_TIMEOUT } from './engine.ts'

/**
 * Returns the pool for Kysely. A query without a response within `limitMs` throws NoResponseError,
 * and its connection is closed: PostgreSQL's own limits do not help while the network is silent.
 */
export function limitQueries(pool: pg.Pool, limitMs: number): PostgresPool {
  return {
    options: pool.options,
    connect: async () => limitClient(await pool.connect(), limitMs),
    end: () => pool.end(),
  }
}

/** Kysely would also pass a cursor, but only to a dialect that is given one; hence the cast. */
function limitClient(client: pg.PoolClient, limitMs: number): PostgresPoolClient {
  let isLifted = false
  let silence: NoResponseError | undefined
  async function query(text: string, parameters: readonly unknown[]) {
    // For example the rollback after the query that failed: it would wait as long.
    if (silence) throw silence
    if (text === LIFT_STATEMENT_TIMEOUT) isLifted = true
    const result = client.query(text, [...parameters])
    try {
      return await (isLifted ? result : within(limitMs, result))
    } catch (error) {
      if (error instanceof NoResponseError) silence = error
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || silence !== undefined),
  }
}
