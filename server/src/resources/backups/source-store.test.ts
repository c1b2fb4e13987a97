import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { addTable, createPlainDatabase, openPlainDatabase, readTable } from './database/plain-database.ts'
import { listColumns, readRows } from './table-copy-store.ts'

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  test('holds at most four versions of the settings at a time, which may have large pictures', async () => {
    const versions = Array.from({ length: 9 }, (_, index) => index + 1)
    for (const version of versions) {
      const row = { version, content: '{}', saved_at: '', saved_by: null, saved_by_id: null }
      await here.db.insertInto('trust_settings').values(row).execute()
    }
    const table = { name: 'trust_settings', columns: await listColumns(here.db, 'trust_settings') }
    const plain = createPlainDatabase(join(here.dataDir, 'plain.sqlite'))
    const add = addTable(plain, table)
    const sizes = await here.db.transaction().execute(async (transaction) => {
      const read: number[] = []
      for await (const rows of readRows(transaction, table.name, table.columns)) {
        add(rows)
        read.push(rows.length)
      }
      return read
    })
    plain.exec('commit')
    plain.close()
    const copy = openPlainDatabase(join(here.dataDir, 'plain.sqlite'))
    const chunks = [...readTable(copy, table)]
    copy.close()
    expect([sizes, chunks.map(({ length }) => length)]).toEqual([
      [4, 4, 1],
      [4, 4, 1],
    ])
    expect(chunks.flat().map(({ version }) => version)).toEqual(versions)
  })
})
