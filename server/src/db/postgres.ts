import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartError } from '../errors.ts'
import type { Db, Tables } from './schema.ts'

const BIGINT_OID = 20

/** Connects to PostgreSQL. bigint arrives as a number: amounts are paise and stay far below 2^53. Throws StartError. */
export async function openPostgres(url: string): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT_OID ? (value: string) => Number(value) : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw new StartError(`The PostgreSQL database of DATABASE_URL cannot be reached: ${reasonOf(error)}.`)
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** A refused connection to a name with several addresses comes as an AggregateError without words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
