import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { findNewestVersion, findVersion, insertVersion } from '../../resources/settings/settings-store.ts'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { migrate } from '../migrate.ts'
import * as firstSchema from './0001-first-schema.ts'

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('adds settings without any version, and rows that nothing can change', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, [['0001-first-schema', firstSchema]])
    await sql`insert into receipt_settings values ('h', '{}')`.execute(db)
    await migrate(db)
    expect(await findNewestVersion(db)).toBe(0)
    const row = { version: 1, content: '{"name":"x"}', saved_at: '', saved_by: 'मीरा', saved_by_id: 'a' }
    await insertVersion(db, row)
    await expect(sql`update trust_settings set content = '{}'`.execute(db)).rejects.toThrow('cannot be changed')
    await expect(sql`delete from trust_settings`.execute(db)).rejects.toThrow('cannot be changed')
    expect(await findVersion(db, 1)).toEqual(row)
    expect((await sql`select * from receipt_settings`.execute(db)).rows).toHaveLength(1)
  })
})
