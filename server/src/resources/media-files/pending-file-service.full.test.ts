import { Readable } from 'node:stream'
import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import type { Media, StagedFile } from '../../media/media.ts'
import { openMedia } from '../../media/open-media.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonor } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { placeFile, storedFiles } from '../../testing/files/stored-files.ts'
import { endBackup, insertBackup } from '../backups/backup-store.ts'
import {
  changeFiles,
  type FileDependencies,
  makeVariants,
  sweepFilesToDelete,
  sweepPendingFiles,
} from './pending-file-service.ts'
import { deletePendingFile, insertPendingFiles, isFileNamed, markFileForDeletion } from './pending-file-store.ts'

eachDatabase((engine) => {
  let dependencies: FileDependencies
  let errors: string[]
  const here = openForEachTest(engine)
  beforeEach(async () => {
    errors = []
    dependencies = {
      db: here.db,
      jobs: { wake: () => undefined },
      media: await openMedia({ dataDir: here.dataDir, photoMaxPixels: 1e6, photoMaxEdge: 1000 }),
      log: { error: (_, message) => errors.push(message) },
    }
    return () => dependencies.media.close()
  })

  async function stage(width = 48): Promise<StagedFile> {
    return dependencies.media.stage(Readable.from([await sampleImage('png', width)]), {
      name: 'cow.png',
      maxBytes: 1e6,
      kind: 'photo',
    })
  }
  const insertPhoto = (tx: Db, path: string) =>
    tx
      .insertInto('photos')
      .values({ id: newId(), section_name: 'School', title: '', description: '', path, created_at: '2026-01-01' })
      .execute()
  const add = (...staged: StagedFile[]) =>
    changeFiles(dependencies, staged, async (tx) => {
      for (const { path } of staged) await insertPhoto(tx, path)
    })

  const remove = (path: string, afterwards = () => {}) =>
    changeFiles(dependencies, [], async (tx, leave) => {
      await tx.deleteFrom('photos').where('path', '=', path).execute()
      leave(path)
      afterwards()
    })

  /** All rows and files that a change may affect. */
  async function state() {
    const paths = (list: { path: string }[]) => list.map(({ path }) => path).sort()
    return {
      rows: paths(await here.db.selectFrom('photos').select('path').execute()),
      pictures: paths(await here.db.selectFrom('pictures').select('path').execute()),
      jobs: paths(await here.db.selectFrom('jobs').select('subject as path').execute()),
      files: await storedFiles(here.dataDir),
      pending: paths(await here.db.selectFrom('pending_files').select('path').execute()),
    }
  }
  function consistent(...unsorted: string[]) {
    const paths = unsorted.toSorted()
    return { rows: paths, pictures: paths, jobs: paths, files: paths, pending: [] }
  }

  test('adds rows and files together', async () => {
    const staged = [await stage(), await stage()]
    await add(...staged)
    expect(await state()).toEqual(consistent(...staged.map(({ path }) => path)))
  })

  test('undoes everything when the row changes fail', async () => {
    const staged = [await stage(), await stage()]
    const refused = changeFiles(dependencies, staged, async (tx) => {
      await insertPhoto(tx, staged[0]?.path ?? '')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await state()).toEqual(consistent())
  })

  test('undoes everything when a file cannot be moved into place', async () => {
    const [good, bad] = [await stage(), await stage()]
    await dependencies.media.discard(bad)
    await expect(add(good, bad)).rejects.toThrow('ENOENT')
    expect(await state()).toEqual(consistent())
  })

  test('removes a file with its row, but keeps both when the change fails', async () => {
    const staged = await stage()
    await add(staged)
    const refuse = () => {
      throw new Error('refused')
    }
    await expect(remove(staged.path, refuse)).rejects.toThrow('refused')
    expect(await state()).toEqual(consistent(staged.path))
    await remove(staged.path)
    expect(await state()).toEqual(consistent())
  })

  test('keeps the files of deleted rows while a backup runs, and deletes them after it', async () => {
    const staged = await stage()
    await add(staged)
    const aliveUntil = new Date(Date.now() + 60_000)
    await insertBackup(here.db, { id: 'b1', kind: 'manual', file: '/b.tar', aliveUntil })
    await remove(staged.path)
    const sweep = () => sweepFilesToDelete(dependencies, new AbortController().signal)
    await sweep()
    expect(await state()).toEqual({ ...consistent(), files: [staged.path], pending: [staged.path] })
    await endBackup(here.db, 'b1', { bytes: 1 })
    await sweep()
    expect(await state()).toEqual(consistent())
  })

  test.each([
    ['died', -1],
    ['has a time of a wrong clock', 365 * 24 * 3_600_000],
  ])('deletes files although the row of a backup that %s is open', async (_reason, ms) => {
    const staged = await stage()
    await add(staged)
    const aliveUntil = new Date(Date.now() + ms)
    await insertBackup(here.db, { id: 'b1', kind: 'manual', file: '/b.tar', aliveUntil })
    await remove(staged.path)
    expect(await state()).toEqual(consistent())
  })

  /** Adds a file. Another process sweeps after the file and before the row. */
  const addSwept = (staged: StagedFile, beforeSweep: () => Promise<unknown>) => {
    const commit = async (file: StagedFile) => {
      await dependencies.media.commit(file)
      await beforeSweep()
      const media = { ...dependencies.media, sweepStaged: async () => undefined }
      await sweepPendingFiles({ ...dependencies, media })
      if (engine === 'PostgreSQL') await sweepFilesToDelete(dependencies, new AbortController().signal)
    }
    return changeFiles({ ...dependencies, media: { ...dependencies.media, commit } }, [staged], (tx) =>
      insertPhoto(tx, staged.path),
    )
  }
  /** As if the server had been killed a while ago. */
  test.runIf(engine === 'PostgreSQL')('leaves what another server adds after a failover to a slow clock', async () => {
    const staged = await stage()
    await dependencies.media.commit(staged)
    await insertPendingFiles(here.db, [staged.path], 'adding')
    const later = sql<number>`leased_until_ms + 5000`
    await here.db.updateTable('pending_files').set({ leased_until_ms: later }).execute()
    await sweepFilesToDelete(dependencies, new AbortController().signal)
    expect(await storedFiles(here.dataDir)).toEqual([staged.path])
  })

  const endLeases = () => here.db.updateTable('pending_files').set({ leased_until_ms: 1 }).execute()

  test.runIf(engine === 'PostgreSQL')('another server leaves a file that is being added', async () => {
    const staged = await stage()
    await addSwept(staged, async () => undefined)
    expect(await state()).toEqual(consistent(staged.path))
  })

  test('undoes the change when another process sweeps, because the server stood still', async () => {
    const staged = await stage()
    await expect(addSwept(staged, endLeases)).rejects.toThrow('A file was removed before its row was written.')
    expect(await state()).toEqual(consistent())
  })

  test.each(['before the file', 'between file and row', 'between row and file of a deletion'])(
    'restores consistency after a process died %s',
    async (moment) => {
      const stored = await stage()
      await add(stored)
      const { path } = await stage()
      if (moment === 'between file and row') await putInPlace(path)
      if (moment === 'between row and file of a deletion') {
        await putInPlace(path)
        await insertPendingFiles(here.db, [path], 'deleting')
      } else await insertPendingFiles(here.db, [path], 'adding')
      await endLeases()

      await sweepPendingFiles(dependencies)
      expect(await state()).toEqual(consistent(stored.path))
      await sweepPendingFiles(dependencies)
      expect(await state()).toEqual(consistent(stored.path))
      expect(errors).toEqual([])
    },
  )

  test.runIf(engine === 'PostgreSQL')('removes what a killed server was adding when its lease is over', async () => {
    const staged = await stage()
    const { path } = staged
    await dependencies.media.discard(staged)
    await putInPlace(path)
    await insertPendingFiles(here.db, [path], 'adding')
    const sweep = () => sweepFilesToDelete(dependencies, new AbortController().signal)
    await sweep()
    expect(await state()).toEqual({ ...consistent(), files: [path], pending: [path] })
    await endLeases()
    await sweep()
    expect(await state()).toEqual(consistent())
  })

  test('keeps a file that is pending deletion but named by a row', async () => {
    const staged = await stage()
    await add(staged)
    await insertPendingFiles(here.db, [staged.path], 'deleting')
    await sweepPendingFiles(dependencies)
    expect(await state()).toEqual(consistent(staged.path))
  })

  test('logs an invalid path, keeps it pending and sweeps the other paths', async () => {
    const { path } = await stage()
    await insertPendingFiles(here.db, ['/media/../../etc/passwd', path], 'deleting')
    await sweepPendingFiles(dependencies)
    expect(errors).toHaveLength(1)
    expect(await state()).toEqual({ ...consistent(), pending: ['/media/../../etc/passwd'] })
  })

  test('isFileNamed checks every column that holds a stored path', async () => {
    const named: Record<string, string> = {}
    const { id: donorId } = await buildDonor(here.db)
    for (const { name, columns } of await here.db.introspection.getTables()) {
      if (['pending_files', 'pictures', 'trash', 'trashed_files'].includes(name)) continue

      for (const column of columns.filter((each) => /(?:^|_)path$/.test(each.name))) {
        const path = `/media/${name}/${column.name}`
        const values = columns.map((each) => {
          if (each.name === 'donor_id') return donorId
          return each.name === column.name ? path : `${each.dataType.toLowerCase() === 'text' ? newId() : 1}`
        })
        const names = sql.join(columns.map((each) => sql.ref(each.name)))
        await sql`insert into ${sql.table(name)} (${names}) values (${sql.join(values)})`.execute(here.db)
        named[`${name}.${column.name}`] = path
      }
    }
    const record = { kind: 'photo', id: newId() } as const
    const content = { section: null, picture_path: null, content: '{}', deleted_at: '', deleted_by: null }
    await here.db
      .insertInto('trash')
      .values({ ...record, label: '', ...content, overdue_at: null })
      .execute()
    named['trashed_files.path'] = '/media/trash.jpg'
    await here.db
      .insertInto('trashed_files')
      .values({ ...record, stem: '/media/trash', path: '/media/trash.jpg' })
      .execute()
    expect(Object.keys(named).sort()).toEqual([
      'donor_certificates.path',
      'events.image_path',
      'home_videos.path',
      'home_videos.poster_path',
      'photos.path',
      'trashed_files.path',
    ])
    for (const path of Object.values(named)) expect(await isFileNamed(here.db, path)).toBe(true)
    expect(await isFileNamed(here.db, '/media/photos/other')).toBe(false)
  })

  describe('smaller versions', () => {
    /** Path of a photo that is 900 pixels wide, so its smaller versions have two widths. */
    let path: string
    beforeEach(async () => {
      const staged = await stage(900)
      await add(staged)
      path = staged.path
    })
    const make = (changes: Partial<Media> = {}) =>
      makeVariants({ db: here.db, media: { ...dependencies.media, ...changes } }, path)
    const whole = () =>
      [path, ...[400, 800].flatMap((width) => PICTURE_FORMATS.map((each) => variantPath(path, width, each)))].sort()
    async function versions() {
      const pictures = await here.db.selectFrom('pictures').select('widths').execute()
      const pending = await here.db.selectFrom('pending_files').selectAll().execute()
      return { files: await storedFiles(here.dataDir), widths: pictures.map(({ widths }) => widths), pending }
    }

    test('creates the smaller versions and records their widths once', async () => {
      await make()
      expect(await versions()).toEqual({ files: whole(), widths: ['[400,800]'], pending: [] })
      await make({ stageVariants: () => Promise.reject(new Error('not again')) })
    })

    test('leaves no file when the photo is deleted during resizing', async () => {
      await make({
        stageVariants: async (each) => {
          const staged = await dependencies.media.stageVariants(each)
          await remove(path)
          return staged
        },
      })
      expect(await versions()).toEqual({ files: [], widths: [], pending: [] })
    })

    test.each(['before', 'after'])('leaves no file when the photo is deleted just %s the commit', async (moment) => {
      let deletion: Promise<void> | undefined
      const deleteNow = async () => {
        deletion = remove(path)
        await expect.poll(() => here.db.selectFrom('photos').select('id').execute()).toEqual([])
        // The deletion waits for the path's mutex, so the photo still exists after several queries.
        for (let query = 0; query < 20; query += 1) await here.db.selectFrom('pending_files').selectAll().execute()
        expect(await dependencies.media.exists(path)).toBe(true)
      }
      await make({
        commitVariants: async (staged) => {
          if (moment === 'before') await deleteNow()
          await dependencies.media.commitVariants(staged)
          if (moment === 'after') await deleteNow()
        },
      })
      await deletion
      expect(await versions()).toEqual({ files: [], widths: [], pending: [] })
    })

    test('are not listed if another server, which found the lease over, has removed them', async () => {
      const interrupted = make({
        commitVariants: async (staged) => {
          await dependencies.media.commitVariants(staged)
          await markFileForDeletion(here.db, path)
          await dependencies.media.trimVariants(path, [])
          await deletePendingFile(here.db, path)
        },
      })
      await expect(interrupted).rejects.toThrow('were removed before they were listed')
      expect(await versions()).toEqual({ files: [path], widths: ['[]'], pending: [] })
      await make()
      expect(await versions()).toEqual({ files: whole(), widths: ['[400,800]'], pending: [] })
    })

    test('are removed at startup if a killed process left them unlisted', async () => {
      await make()
      // Simulates a crash after three of four files were placed and before widths were listed.
      await here.db.updateTable('pictures').set({ widths: '[]' }).execute()
      await dependencies.media.remove(variantPath(path, 800, 'webp'))
      await insertPendingFiles(here.db, [path], 'adding')
      await endLeases()
      await sweepPendingFiles(dependencies)
      expect(await versions()).toEqual({ files: [path], widths: ['[]'], pending: [] })
    })

    test.runIf(engine === 'PostgreSQL')(
      'are removed by the server that adds them, if another deletes the photo',
      async () => {
        await make({
          commitVariants: async (staged) => {
            await remove(path)
            expect(await dependencies.media.exists(path)).toBe(true)
            await dependencies.media.commitVariants(staged)
          },
        })
        expect(await versions()).toEqual({ files: [], widths: [], pending: [] })
      },
    )

    test('leaves no version after a failed commit and creates all at the next try', async () => {
      const failing = make({
        commitVariants: async (staged) => {
          await dependencies.media.commitVariants(staged)
          await dependencies.media.remove(variantPath(path, 800, 'avif'))
          throw new Error('the disk is tired')
        },
      })
      await expect(failing).rejects.toThrow('the disk is tired')
      expect(await versions()).toEqual({ files: [path], widths: ['[]'], pending: [] })
      await make()
      expect(await versions()).toEqual({ files: whole(), widths: ['[400,800]'], pending: [] })
    })
  })

  async function putInPlace(path: string): Promise<void> {
    await placeFile(here.dataDir, path, await sampleImage('png'))
  }
})
