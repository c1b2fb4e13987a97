import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { expect, test } from 'vitest'
import { newId } from '../../db/id.ts'
import { surveyDisk } from '../../media/disk-survey.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildEvent } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { newServerEachTest } from '../../testing/test-app.ts'
import { isClean } from './media-check-report.ts'
import { type CheckedMedia, checkMedia } from './media-check-service.ts'
import { changeFiles } from './pending-file-service.ts'

eachDatabase((engine) => {
  const here = newServerEachTest({ engine })

  const log = { error: () => undefined }
  const jobs = { wake: () => undefined }
  const dependencies = () => ({ db: here.db, media: here.media, jobs, log })

  /** Runs the check with callbacks after the files are listed and after each file is looked up. */
  function check({ afterList, onExists }: { afterList?: () => Promise<void>; onExists?: () => Promise<void> } = {}) {
    const media: CheckedMedia = {
      survey: async () => {
        const seen = await surveyDisk(here.config.dataDir)
        await afterList?.()
        return seen
      },
      exists: async (path) => {
        const isThere = await here.media.exists(path)
        await onExists?.()
        return isThere
      },
    }
    return checkMedia(here.db, media)
  }

  async function stage(width = 48) {
    const image = await sampleImage('png', width)
    return here.media.stage(
      (async function* () {
        yield image
      })(),
      { name: 'cow.png', maxBytes: 2 ** 20, kind: 'photo' },
    )
  }

  async function addEvent(width = 48): Promise<{ id: string; path: string }> {
    const staged = await stage(width)
    return changeFiles(dependencies(), [staged], async (transaction) => {
      const { id } = await buildEvent(transaction, { title: 'Mela', image_path: staged.path })
      return { id, path: staged.path }
    })
  }

  async function deleteEvent({ id, path }: { id: string; path: string }) {
    await changeFiles(dependencies(), [], async (transaction, leave) => {
      await transaction.deleteFrom('events').where('id', '=', id).execute()
      leave(path)
    })
  }

  /** Creates the smaller versions as their job does, but does not list them. */
  async function addVersions({ path }: { path: string }): Promise<number[]> {
    const staged = await here.media.stageVariants(path)
    await here.media.commitVariants(staged)
    return [...staged.widths]
  }

  const list = (path: string, widths: readonly number[]) =>
    here.db
      .updateTable('pictures')
      .set({ widths: JSON.stringify(widths) })
      .where('path', '=', path)
      .execute()
  const endJobs = () => here.db.deleteFrom('jobs').execute()

  test('ignores an upload whose row is not inserted yet', async () => {
    const staged = await stage()
    const found = await changeFiles(dependencies(), [staged], async (transaction) => {
      const seen = await check()
      await buildEvent(transaction, { image_path: staged.path })
      return seen
    })
    expect(found.files).toMatchObject([{ path: staged.path }])
    expect(isClean(found)).toBe(true)
  })

  test('ignores files added or deleted during the check', async () => {
    const first = await addEvent()
    expect(
      isClean(
        await check({
          afterList: async () => {
            await deleteEvent(first)
            await addEvent()
          },
        }),
      ),
    ).toBe(true)
  })

  test('ignores a row deleted while its file is looked up', async () => {
    const event = await addEvent()
    await rm(join(here.config.dataDir, event.path))
    const all = [event]
    const found = await check({
      onExists: async () => {
        const next = all.pop()
        if (next) await deleteEvent(next)
      },
    })
    expect(found.missing).toEqual([])
  })

  test('reports a file without a row and a row without its file', async () => {
    const [complete, lost, orphan] = [await addEvent(), await addEvent(), await addEvent()]
    await here.db.deleteFrom('events').where('id', '=', orphan.id).execute()
    await rm(join(here.config.dataDir, lost.path))
    const found = await check()
    expect(found.unnamed).toEqual([{ path: orphan.path, bytes: expect.any(Number) }])
    expect(found.missing).toEqual([{ kind: 'event', id: lost.id, title: 'Mela', path: lost.path }])
    expect(found.rows).toBe(2)
    expect(found.files.map(({ path }) => path)).toContain(complete.path)
  })

  test('reports a missing file of a photo and of a home video', async () => {
    const missing = ['/media/00/000000000000000000000000000000.jpg', '/media/00/000000000000000000000000000000.mp4']
    const [photo = '', video = ''] = missing
    const row = { title: 'Gone', description: '', created_at: new Date().toISOString() }
    await here.db
      .insertInto('photos')
      .values({ ...row, id: newId(), section_name: 'School', path: photo })
      .execute()
    await here.db
      .insertInto('home_videos')
      .values({ ...row, id: newId(), path: video })
      .execute()
    const found = await check()
    expect(found.missing.map(({ kind, path }) => [kind, path])).toEqual([
      ['photo', photo],
      ['home video', video],
    ])
  })

  test('reports smaller versions that are neither listed nor pending', async () => {
    const event = await addEvent(900)
    expect(await addVersions(event)).toEqual([400, 800])
    expect(isClean(await check())).toBe(true)

    await here.db.updateTable('jobs').set({ failed_at: new Date().toISOString() }).execute()
    expect((await check()).failedVersions).toEqual([event.path])
    await endJobs()
    await list(event.path, [400])
    expect((await check()).strayVersions.map(({ path }) => path)).toEqual([
      variantPath(event.path, 800, 'avif'),
      variantPath(event.path, 800, 'webp'),
    ])
    await list(event.path, [400, 800])
    expect(isClean(await check())).toBe(true)

    await here.db.deleteFrom('events').execute()
    const found = await check()
    expect([found.unnamed.length, found.strayVersions.length]).toEqual([1, 4])
  })

  test('reports a missing smaller version unless its picture is missing too', async () => {
    const event = await addEvent(900)
    await addVersions(event)
    await list(event.path, [400, 800])
    const path = variantPath(event.path, 400, 'webp')
    await rm(join(here.config.dataDir, path))
    expect((await check()).missingVersions).toEqual([])

    await endJobs()
    expect((await check()).missingVersions).toEqual([{ path, of: event.path }])
    await rm(join(here.config.dataDir, event.path))
    const found = await check()
    expect(found.missingVersions).toEqual([])
    expect(found.missing).toHaveLength(1)
  })
})
