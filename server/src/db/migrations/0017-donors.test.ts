import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0017')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('keeps donations without a donor, and adds the job that finds their donors', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const { id } = await buildDonation(db)
    await migrate(db)
    expect(await db.selectFrom('donations').select(['id', 'donor_id']).execute()).toEqual([{ id, donor_id: null }])
    const jobs = await db.selectFrom('jobs').select(['kind', 'subject', 'attempts']).execute()
    expect(jobs).toEqual([{ kind: 'match-donors', subject: 'all', attempts: 0 }])
  })

  test('adds no job to a database without donations', async () => {
    database = await openUnmigrated(engine)
    await migrate(database.db)
    expect(await database.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })
})
