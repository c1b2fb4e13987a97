import type { Photo } from '@sevadesk/contract/content/gallery-schemas.ts'
import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { afterEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { eraseTrash } from '../../testing/erase-trash.ts'
import { CORNERS, cornersOf, metadataOf, phonePhoto } from '../../testing/files/phone-photos.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import { sweepPendingFiles } from '../media-files/pending-file-service.ts'

eachDatabase((engine) => {
  const here = suiteServer({ engine })
  const staff = suiteSession(here, ['Gallery'])
  afterEach(async () => {
    for (const { _id } of await list()) expect((await remove(_id)).statusCode).toBe(200)
    await here.jobs.idle()
    await eraseTrash(here)
    expect(await everything()).toEqual({ files: [], pictures: [], jobs: [], pending: [] })
  })

  const list = async (): Promise<Photo[]> => (await here.get('/galleryphoto/School')).json().data
  const remove = (id: string) => staff.delete(`/galleryphoto/School/${id}`)
  async function add(...images: Uint8Array[]): Promise<Photo[]> {
    const files = images.map((bytes) => ({ field: 'images', name: '../गाय.jpg', bytes }))
    const answer = await staff.form('POST', '/galleryphoto/addPhoto', [['sectionName', 'School'], ...files])
    expect(answer.statusCode).toBe(200)
    return answer.json().data
  }

  async function everything() {
    const { db, config } = here
    return {
      files: await storedFiles(config.dataDir),
      pictures: await db.selectFrom('pictures').select('path').execute(),
      jobs: await db.selectFrom('jobs').select(['kind', 'subject']).execute(),
      pending: await db.selectFrom('pending_files').select('path').execute(),
    }
  }
  const withVariants = (path: string, ...widths: number[]) => [
    path,
    ...widths.flatMap((width) => PICTURE_FORMATS.map((format) => variantPath(path, width, format))),
  ]

  test("returns a photo's size at once and its smaller versions after the resize job", async () => {
    const [photo] = await add(await phonePhoto(6, 600, 900))
    expect(photo).toMatchObject({ imageWidth: 600, imageHeight: 900, imageWidths: [] })
    await here.jobs.idle()
    const [listed] = await list()
    expect(listed).toEqual({ ...photo, imageWidths: [400] })
    const paths = withVariants(listed?.imageUrl ?? '', 400)
    expect((await everything()).files).toEqual(paths.toSorted())
    const types = ['image/jpeg', 'image/avif', 'image/webp']
    for (const [index, path] of paths.entries()) {
      const answer = await here.app.inject(path)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, types[index]])
      expect(await cornersOf(answer.rawPayload)).toEqual(CORNERS)
      expect(await metadataOf(answer.rawPayload)).toEqual([])
    }
  })

  test('replaces a photo together with its smaller versions', async () => {
    const [photo] = await add(await sampleImage('jpeg', 900, 30))
    await here.jobs.idle()
    const image = { field: 'image', name: 'new.png', bytes: await sampleImage('png', 500, 20) }
    const { data } = (await staff.form('PUT', `/galleryphoto/School/${photo?._id}`, [image])).json()
    expect(data).toMatchObject({ imageWidth: 500, imageHeight: 20, imageWidths: [] })
    await here.jobs.idle()
    expect(await list()).toEqual([{ ...data, imageWidths: [400] }])
    expect((await everything()).files).toEqual(withVariants(data.imageUrl, 400).sort())
  })

  test('leaves no file when photos are deleted during resizing', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [photo] = await add(await sampleImage('png', 820, 40))
      if (round % 2 === 1) await new Promise(setImmediate)
      await remove(photo?._id ?? '')
    }
  })

  test('removes unlisted smaller versions at startup that a killed process left', async () => {
    const [photo] = await add(await sampleImage('webp', 900, 30))
    const path = photo?.imageUrl ?? ''
    await here.jobs.idle()
    const { db, media, config } = here
    // Simulates a crash after three of four files were placed and before widths were listed.
    await db.updateTable('pictures').set({ widths: '[]' }).execute()
    await media.remove(variantPath(path, 800, 'webp'))
    await db.insertInto('pending_files').values({ path, state: 'adding', created_at: '2026-01-01' }).execute()
    await sweepPendingFiles({ db, media, log: here.app.log })
    expect(await storedFiles(config.dataDir)).toEqual([path])
    expect((await everything()).pending).toEqual([])
  })
})
