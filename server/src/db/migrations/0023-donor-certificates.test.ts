import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0023')
const PATH = `/media/aa/${'b'.repeat(30)}.pdf`

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('adds an empty table of certificates, and refuses a shared file, an unknown donor and an empty file', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    await migrate(db)
    expect(await db.selectFrom('donor_certificates').selectAll().execute()).toEqual([])
    const { id: donor_id } = await buildDonor(db)
    const row = { donor_id, year: '2025-26', number: '', path: PATH, bytes: 1, added_by: null, created_at: '2026' }
    const insert = (more: object) =>
      db
        .insertInto('donor_certificates')
        .values({ ...row, id: 'c1', ...more })
        .execute()
    await insert({})
    await expect(insert({ id: 'c2' })).rejects.toThrow()
    await expect(insert({ id: 'c3', path: '/media/aa/other.pdf', donor_id: 'nobody' })).rejects.toThrow()
    await expect(insert({ id: 'c4', path: '/media/aa/other.pdf', bytes: 0 })).rejects.toThrow()
  })
})
