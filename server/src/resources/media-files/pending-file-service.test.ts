import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { openDiskMedia } from '../../media/disk-media.ts'
import type { StagedFile } from '../../media/media.ts'
import { eachDatabase, makeMigratedDatabase } from '../../testing/databases.ts'
import { sampleImage } from '../../testing/sample-images.ts'
import { placeFile, storedFiles } from '../../testing/stored-files.ts'
import { changeFiles, type FileDependencies, sweepPendingFiles } from './pending-file-service.ts'
import { insertPendingFiles, isFileNamed } from './pending-file-store.ts'

eachDatabase((engine) => {
  let parts: FileDependencies
  let db: Db
  let complaints: string[]
  let close: () => Promise<void>
  let dataDir: string
  beforeEach(async () => {
    const place = await makeMigratedDatabase(engine)
    dataDir = place.dataDir
    db = await openDatabase(place)
    complaints = []
    parts = {
      db,
      jobs: { wake: () => undefined },
      media: await openDiskMedia({ dataDir, photoMaxPixels: 1e6, photoMaxEdge: 1000 }),
      log: { error: (_, sentence) => complaints.push(sentence) },
    }
    close = async () => {
      await parts.media.close()
      await db.destroy()
      await place.remove()
    }
  })
  afterEach(() => close())

  async function stage(): Promise<StagedFile> {
    return parts.media.stage(Readable.from([await sampleImage('png')]), {
      name: 'cow.png',
      maxBytes: 1e6,
      kind: 'photo',
    })
  }
  const insertPhoto = (tx: Db, path: string) =>
    tx
      .insertInto('photos')
      .values({
        id: newId(),
        section_name: 'School',
        title: '',
        description: '',
        path,
        created_at: new Date().toISOString(),
      })
      .execute()
  const add = (...staged: StagedFile[]) =>
    changeFiles(parts, staged, async (tx) => {
      for (const { path } of staged) await insertPhoto(tx, path)
    })

  /** Everything that stands in rows, in files, on the list, on the side, and of pictures and jobs. */
  async function state() {
    const paths = (list: { path: string }[]) => list.map(({ path }) => path).sort()
    return {
      rows: paths(await db.selectFrom('photos').select('path').execute()),
      pictures: paths(await db.selectFrom('pictures').select('path').execute()),
      jobs: paths(await db.selectFrom('jobs').select('subject as path').execute()),
      files: await storedFiles(dataDir),
      pending: paths(await db.selectFrom('pending_files').select('path').execute()),
    }
  }
  function agreeing(...unsorted: string[]) {
    const paths = unsorted.toSorted()
    return { rows: paths, pictures: paths, jobs: paths, files: paths, pending: [] }
  }

  test('adds rows and files together', async () => {
    const staged = [await stage(), await stage()]
    await add(...staged)
    expect(await state()).toEqual(agreeing(...staged.map(({ path }) => path)))
  })

  test('takes everything back when the rows are refused', async () => {
    const staged = [await stage(), await stage()]
    const refused = changeFiles(parts, staged, async (tx) => {
      await insertPhoto(tx, staged[0]?.path ?? '')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await state()).toEqual(agreeing())
  })

  test('takes everything back when a file cannot be put in place', async () => {
    const [good, bad] = [await stage(), await stage()]
    await parts.media.discard(bad)
    await expect(add(good, bad)).rejects.toThrow('ENOENT')
    expect(await state()).toEqual(agreeing())
  })

  test('removes a file that its row leaves, and keeps it when the change is refused', async () => {
    const staged = await stage()
    await add(staged)
    const remove = (outcome: () => void) =>
      changeFiles(parts, [], async (tx, leave) => {
        await tx.deleteFrom('photos').where('path', '=', staged.path).execute()
        leave(staged.path)
        outcome()
      })
    const refuse = () => {
      throw new Error('refused')
    }
    await expect(remove(refuse)).rejects.toThrow('refused')
    expect(await state()).toEqual(agreeing(staged.path))
    await remove(() => undefined)
    expect(await state()).toEqual(agreeing())
  })

  test('a sweep by another process between file and row undoes both, never one', async () => {
    const staged = await stage()
    const swept = changeFiles({ ...parts, media: { ...parts.media, commit: sweptAfter(parts) } }, [staged], (tx) =>
      insertPhoto(tx, staged.path),
    )
    await expect(swept).rejects.toThrow('swept away')
    expect(await state()).toEqual(agreeing())
  })

  test.each(['before the file', 'between file and row', 'between row and file, on the way out'])(
    'a process that died %s leaves no lie behind',
    async (moment) => {
      const kept = await stage()
      await add(kept)
      const { path } = await stage()
      if (moment === 'between file and row') await putInPlace(path)
      if (moment === 'between row and file, on the way out') {
        await putInPlace(path)
        await insertPendingFiles(db, [path], 'leaving')
      } else await insertPendingFiles(db, [path], 'arriving')

      await sweepPendingFiles(parts)
      expect(await state()).toEqual(agreeing(kept.path))
      await sweepPendingFiles(parts)
      expect(await state()).toEqual(agreeing(kept.path))
      expect(complaints).toEqual([])
    },
  )

  test('a listed file that a row names is kept', async () => {
    const staged = await stage()
    await add(staged)
    await insertPendingFiles(db, [staged.path], 'leaving')
    await sweepPendingFiles(parts)
    expect(await state()).toEqual(agreeing(staged.path))
  })

  test('a path that cannot be settled is said, stays listed and stops nothing', async () => {
    const { path } = await stage()
    await insertPendingFiles(db, ['/media/../../etc/passwd', path], 'leaving')
    await sweepPendingFiles(parts)
    expect(complaints).toHaveLength(1)
    expect(await state()).toEqual({ ...agreeing(), pending: ['/media/../../etc/passwd'] })
  })

  test('every column that names a stored file is asked', async () => {
    const named: Record<string, string> = {}
    for (const { name, columns } of await db.introspection.getTables()) {
      if (name === 'pending_files' || name === 'pictures') continue
      for (const column of columns.filter((each) => /(?:^|_)path$/.test(each.name))) {
        const path = `/media/${name}/${column.name}`
        const values = columns.map((each) =>
          each.name === column.name ? path : `${each.dataType === 'text' ? newId() : 1}`,
        )
        const names = sql.join(columns.map((each) => sql.ref(each.name)))
        await sql`insert into ${sql.table(name)} (${names}) values (${sql.join(values)})`.execute(db)
        named[`${name}.${column.name}`] = path
      }
    }
    expect(Object.keys(named).sort()).toEqual(['events.image_path', 'home_videos.path', 'photos.path'])
    for (const path of Object.values(named)) expect(await isFileNamed(db, path)).toBe(true)
    expect(await isFileNamed(db, '/media/photos/other')).toBe(false)
  })

  async function putInPlace(path: string): Promise<void> {
    await placeFile(dataDir, path, await sampleImage('png'))
  }
})

function sweptAfter(parts: FileDependencies): (staged: StagedFile) => Promise<void> {
  return async (staged) => {
    await parts.media.commit(staged)
    await sweepPendingFiles({ ...parts, media: { ...parts.media, sweepStaged: async () => undefined } })
  }
}
