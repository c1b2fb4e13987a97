import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

type Value = string | number | null
type Row = Record<string, unknown>

/** Access to a database without the server's code. `?` is the placeholder on both engines. */
export interface Sql {
  all(statement: string, ...values: Value[]): Promise<Row[]>
  close(): Promise<void>
}

export function openSqlite(file: string): Sql {
  const database = new DatabaseSync(file, { timeout: 5000 })
  return {
    all: async (statement, ...values) => database.prepare(statement).all(...values),
    close: async () => database.close(),
  }
}

export async function openPostgresql(url: string): Promise<Sql> {
  // As SQLite returns them.
  const types = {
    getTypeParser: (oid: number) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid)),
  }
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  return {
    all: async (statement, ...values) => {
      let index = 0
      const { rows } = await client.query(
        statement.replace(/\?/g, () => `$${++index}`),
        values,
      )
      return rows
    },
    close: () => client.end(),
  }
}
