import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type PostgresPoolClient, type Transaction, type TransactionBuilder } from 'kysely'
import type pg from 'pg'
import { NoResponseError, within } from '../concurrency/within.ts'
import { LIFT_STATEMENT_TIMEOUT, type Tables } from './db.ts'

/** Connections through a pooler, which may lend another session to each transaction. */
const pooled = new WeakSet<object>()

export function markPooled(client: pg.ClientBase): void {
  pooled.add(client)
}

interface Limits {
  /** SQL that follows "begin" if a pooler does not keep settings of sessions. */
  settings: string
  /** Milliseconds; undefined for none. */
  limitMs: number | undefined
}

interface State {
  isInTransaction: boolean
  /** Decided by the first failure: the rollback after it may fail too. */
  isRepeatable: boolean | undefined
  isUnusable: boolean
}

/**
 * Returns a connection for Kysely. A query without a response within `limitMs` throws NoResponseError,
 * and the connection is closed: PostgreSQL's own limits do not help while the network is silent.
 * Kysely would also pass a cursor, but only to a dialect that is given one; hence the cast.
 */
export function openClient(client: pg.PoolClient, { settings, limitMs }: Limits): PostgresPoolClient {
  const state: State = { isInTransaction: false, isRepeatable: undefined, isUnusable: false }
  let isLifted = false
  let silence: NoResponseError | undefined
  async function query(text: string, parameters: readonly unknown[]) {
    // For example the rollback after the query that failed: it would wait as long.
    if (silence) throw silence
    if (text === LIFT_STATEMENT_TIMEOUT) isLifted = true
    const isBegin = /^(?:begin|start transaction)/.test(text)
    if (isBegin) state.isInTransaction = true
    const result = client.query(isBegin && pooled.has(client) ? text + settings : text, [...parameters])
    try {
      return await (isLifted || limitMs === undefined ? result : within(limitMs, result))
    } catch (error) {
      if (error instanceof NoResponseError) silence = error
      if (error instanceof Error) noteFailure(state, text, error)
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || state.isUnusable || silence !== undefined),
  }
}

/** A standby, or a primary that became one: the address may lead to another server now. */
const READ_ONLY = '25006'

/** SQLSTATEs of a serialization failure and a deadlock. */
const ROLLED_BACK = /^(?:40001|40P01)$/

/** Lost connection: codes of PostgreSQL, PgBouncer and the socket; texts of node-postgres. */
const LOST = /^(?:57P0[12]|08\w{3}|ECONNRESET|EPIPE) |Connection terminated|connection error/

/** Errors of transactions that surely did not commit. */
const repeatable = new WeakSet<Error>()

function noteFailure(state: State, text: string, error: Error & { code?: unknown }): void {
  const code = String(error.code)
  if (code === READ_ONLY) state.isUnusable = true
  // After a lost commit the transaction may be committed.
  const isLost = text !== 'commit' && LOST.test(`${code} ${error.message}`)
  state.isRepeatable ??= state.isInTransaction && (ROLLED_BACK.test(code) || isLost)
  if (state.isRepeatable) repeatable.add(error)
}

const ATTEMPTS = 3
const LONGEST_PAUSE_MS = 50

/**
 * Runs a transaction up to three times while a deadlock, a serialization failure or a lost connection
 * ends it before its commit, but not one of `readSnapshot`. A callback must not change anything but the
 * database.
 */
export class RetryingDb extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute: typeof builder.execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: async <Result>(callback: (transaction: Transaction<Tables>) => Promise<Result>) => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await execute(callback)
          } catch (error) {
            if (attempt === ATTEMPTS || !(error instanceof Error) || !repeatable.has(error)) throw error
          }
          await sleep(Math.random() * LONGEST_PAUSE_MS * attempt)
        }
      },
    })
  }
}
