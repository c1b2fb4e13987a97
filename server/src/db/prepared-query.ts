import type { Compilable, CompiledQuery } from 'kysely'
import { type Db, isPostgres } from './db.ts'

/** Stands for a named parameter in a compiled query. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a query once per engine: compiling a frequent query takes longer than SQLite takes to
 * run it. `build` uses `value(name)` for each parameter; the SQL may depend only on the engine.
 */
export function preparedQuery<Name extends string, Value, Row>(
  build: (db: Db, value: (name: Name) => Value) => Compilable<Row>,
): (db: Db, values: Record<Name, Value>) => Promise<Row[]> {
  const compiled = new Map<boolean, CompiledQuery<Row>>()
  return async (db, values) => {
    const engine = isPostgres(db)
    // Kysely copies the slots unchanged into `query.parameters`.
    const query = compiled.get(engine) ?? build(db.withoutPlugins(), (name) => new Slot(name) as Value).compile()
    compiled.set(engine, query)
    const parameters = query.parameters.map((given) => (given instanceof Slot ? values[given.name as Name] : given))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
