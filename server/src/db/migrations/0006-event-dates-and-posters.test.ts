import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { listEvents } from '../../resources/events/event-store.ts'
import { listHomeVideos } from '../../resources/home-videos/home-video-store.ts'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { migrate } from '../migrate.ts'
import * as firstSchema from './0001-first-schema.ts'

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('keeps events and videos of earlier versions, without dates and posters', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, [['0001-first-schema', firstSchema]])
    await sql`insert into events values ('e1', 'Eye camp', 'Free', null, '2026-01-01T00:00:00.000Z')`.execute(db)
    await sql`insert into home_videos values ('v1', 'Aarti', '', '/media/a', '2026-01-01T00:00:00.000Z'),
      ('v2', 'Mela', '', '/media/b', '2026-01-01T00:00:00.000Z')`.execute(db)
    await migrate(db)
    expect(await listHomeVideos(db)).toMatchObject([
      { _id: 'v2', posterUrl: null },
      { _id: 'v1', posterUrl: null },
    ])
    expect(await listEvents(db)).toMatchObject([
      { _id: 'e1', title: 'Eye camp', description: 'Free', startsAt: null, endsAt: null, venue: '' },
    ])
  })
})
