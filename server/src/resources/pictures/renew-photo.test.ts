import { expect, test } from 'vitest'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { HopelessJob } from '../../jobs/job-runner.ts'
import { openDiskMedia } from '../../media/disk-media.ts'
import { damagedPhoto, photoProcessingFailed } from '../../media/upload-errors.ts'
import { anyDatabase, openForEachTest, type TestDatabase } from '../../testing/databases.ts'
import { orderVersions } from '../media-files/media-check-store.ts'
import { addRenewals, renewPhoto } from './renew-photo.ts'

anyDatabase((engine) => {
  let place: TestDatabase
  let db: Db
  openForEachTest(engine, (newDb, newPlace) => {
    db = newDb
    place = newPlace
  })

  test.each([
    [damagedPhoto('a'), true],
    [photoProcessingFailed('a', new Error('killed')), false],
    [Object.assign(new Error('EIO'), { code: 'EIO' }), false],
  ])('%s makes a renewal hopeless: %s', async (fault, isHopeless) => {
    const media = {
      ...(await openDiskMedia({ ...place, photoMaxPixels: 1, photoMaxEdge: 1 })),
      stage: () => Promise.reject(fault),
    }
    const parts = { db, media, jobs: { wake: () => undefined }, log: { error: () => undefined } }
    const path = `/media/00/${'0'.repeat(30)}.jpg`
    const failure: unknown = await renewPhoto(parts, path).catch((error: unknown) => error)
    expect(failure instanceof HopelessJob ? failure.cause : failure).toBe(fault)
    expect(failure instanceof HopelessJob).toBe(isHopeless)
  })

  const countJobs = async (kind: string) => {
    const { many } = await db
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll().as('many'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return Number(many)
  }

  test('a store of 10,000 photos from before is ordered to be renewed, and one of 10,000 to be remade', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `/media/00/${index.toString(16).padStart(30, '0')}.jpg`)
    const row = { section_name: 'School', title: '', description: '', created_at: '2026-01-01' }
    for (let at = 0; at < paths.length; at += 1000) {
      const rows = paths.slice(at, at + 1000).map((path) => ({ ...row, id: newId(), path }))
      await db.insertInto('photos').values(rows).execute()
    }
    await addRenewals(db)
    await addRenewals(db)
    expect(await countJobs('renew-photo')).toBe(10_000)
    await orderVersions(db, paths)
    expect([await countJobs('make-variants'), await countJobs('renew-photo')]).toEqual([10_000, 0])
  })
})
