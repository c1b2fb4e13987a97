import type { Compilable, CompiledQuery } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Db } from './schema.ts'

/** Stands in a query's parameters for a value that is given later. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query whose text is made once for each engine, for calls that come all the time: making it anew takes longer than SQLite takes to
 * answer. `build` puts `value(name)` wherever a value goes; its text may not depend on anything else but the engine.
 */
export function preparedQuery<Name extends string, Value, Row>(
  build: (db: Db, value: (name: Name) => Value) => Compilable<Row>,
): (db: Db, values: Record<Name, Value>) => Promise<Row[]> {
  const compiled = new Map<boolean, CompiledQuery<Row>>()
  return async (db, values) => {
    const engine = isPostgres(db)
    // Kysely hands a parameter on as it is, whatever it is.
    const query = compiled.get(engine) ?? build(db.withoutPlugins(), (name) => new Slot(name) as Value).compile()
    compiled.set(engine, query)
    const parameters = query.parameters.map((given) => (given instanceof Slot ? values[given.name as Name] : given))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
