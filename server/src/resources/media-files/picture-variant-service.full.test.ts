import { Readable } from 'node:stream'
import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { openDiskMedia } from '../../media/disk-media.ts'
import type { Media } from '../../media/media.ts'
import { eachDatabase, makeMigratedDatabase } from '../../testing/databases.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { changeFiles, type FileDependencies } from './pending-file-service.ts'
import { makeVariants } from './picture-variant-service.ts'

eachDatabase((engine) => {
  let dependencies: FileDependencies
  let db: Db
  let media: Media
  let dataDir: string
  /** Path of a photo that is 900 pixels wide, so smaller versions have two widths. */
  let path: string
  let close: () => Promise<void>
  beforeEach(async () => {
    const database = await makeMigratedDatabase(engine)
    dataDir = database.dataDir
    db = await openDatabase(database)
    media = await openDiskMedia({ dataDir, photoMaxPixels: 1e6, photoMaxEdge: 1000 })
    dependencies = { db, media, jobs: { wake: () => undefined }, log: { error: () => undefined } }
    close = async () => {
      await media.close()
      await db.destroy()
      await database.remove()
    }
    const source = Readable.from([await sampleImage('jpeg', 900, 20)])
    const staged = await media.stage(source, { name: 'cow.jpg', maxBytes: 1e6, kind: 'photo' })
    path = staged.path
    const row = { id: newId(), section_name: 'School', title: '', description: '', path, created_at: '2026-01-01' }
    await changeFiles(dependencies, [staged], (tx) => tx.insertInto('photos').values(row).execute())
  })
  afterEach(() => close())

  const remove = () =>
    changeFiles(dependencies, [], async (tx, leave) => {
      await tx.deleteFrom('photos').where('path', '=', path).execute()
      leave(path)
    })
  const make = (changes: Partial<Media> = {}) => makeVariants({ db, media: { ...media, ...changes } }, path)
  const whole = () =>
    [path, ...[400, 800].flatMap((width) => PICTURE_FORMATS.map((each) => variantPath(path, width, each)))].sort()
  async function state() {
    const pictures = await db.selectFrom('pictures').select('widths').execute()
    const pending = await db.selectFrom('pending_files').selectAll().execute()
    return { files: await storedFiles(dataDir), widths: pictures.map(({ widths }) => widths), pending }
  }

  test('creates the smaller versions and records their widths once', async () => {
    await make()
    expect(await state()).toEqual({ files: whole(), widths: ['[400,800]'], pending: [] })
    await make({ stageVariants: () => Promise.reject(new Error('not again')) })
  })

  test('leaves no file when the photo is deleted during resizing', async () => {
    await make({
      stageVariants: async (each) => {
        const staged = await media.stageVariants(each)
        await remove()
        return staged
      },
    })
    expect(await state()).toEqual({ files: [], widths: [], pending: [] })
  })

  test.each(['before', 'after'])('leaves no file when the photo is deleted just %s the commit', async (moment) => {
    let deletion: Promise<void> | undefined
    const deleteNow = async () => {
      deletion = remove()
      await expect.poll(() => db.selectFrom('photos').select('id').execute()).toEqual([])
      // The deletion waits for the path's mutex, so the photo still exists after several queries.
      for (let query = 0; query < 20; query += 1) await db.selectFrom('pending_files').selectAll().execute()
      expect(await media.exists(path)).toBe(true)
    }
    await make({
      commitVariants: async (staged) => {
        if (moment === 'before') await deleteNow()
        await media.commitVariants(staged)
        if (moment === 'after') await deleteNow()
      },
    })
    await deletion
    expect(await state()).toEqual({ files: [], widths: [], pending: [] })
  })

  test('leaves no version after a failed commit and creates all at the next try', async () => {
    const failing = make({
      commitVariants: async (staged) => {
        await media.commitVariants(staged)
        await media.remove(variantPath(path, 800, 'avif'))
        throw new Error('the disk is tired')
      },
    })
    await expect(failing).rejects.toThrow('the disk is tired')
    expect(await state()).toEqual({ files: [path], widths: ['[]'], pending: [] })
    await make()
    expect(await state()).toEqual({ files: whole(), widths: ['[400,800]'], pending: [] })
  })
})
