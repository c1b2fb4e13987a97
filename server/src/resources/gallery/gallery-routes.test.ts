import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GALLERY_SECTIONS } from '@sevadesk/contract/accounts/section.ts'
import type { Photo } from '@sevadesk/contract/content/gallery-schemas.ts'
import { beforeEach, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { eraseTrash } from '../../testing/erase-trash.ts'
import { numberedImage, readNumber, sampleImage } from '../../testing/files/sample-images.ts'
import { storedFiles, uploadsOf } from '../../testing/files/stored-files.ts'
import type { FormPart } from '../../testing/requests/forms.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

anyDatabase((engine) => {
  const here = suiteServer({ engine })
  const staff = suiteSession(here, ['Gallery'])
  beforeEach(async () => {
    await here.db.deleteFrom('photos').execute()
  })

  const list = async (section: string): Promise<Photo[]> => (await here.get(`/galleryphoto/${section}`)).json().data
  const file = (bytes: Uint8Array, field = 'images', name = 'cow.jpg') => ({ field, name, bytes })
  const stored = (path = '') => readFile(join(here.config.dataDir, path)).catch(() => undefined)
  const storedNumber = async ({ imageUrl }: Photo) => readNumber(await stored(imageUrl))

  /** Counts files, served or staged, and pending paths. */
  const countFiles = async () => {
    const { files, pending } = await uploadsOf(here)
    return [files.length, pending.length]
  }

  async function add(section: string, ...images: Uint8Array[]): Promise<Photo[]> {
    const answer = await staff.form('POST', '/galleryphoto/addPhoto', [
      ['title', 'Evening feed'],
      ['description', 'At the shelter'],
      ['sectionName', section],
      ...images.map((bytes) => file(bytes)),
    ])
    expect(answer.json()).toMatchObject({ success: true, message: 'Photo(s) added successfully' })
    return answer.json().data
  }

  test.each(GALLERY_SECTIONS)('adds a photo to $name and lists it only there', async ({ name }) => {
    const [photo] = await add(name, await numberedImage('jpeg', 7, 60, 40))
    expect(photo).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: 'Evening feed',
      description: 'At the shelter',
      imageUrl: expect.stringMatching(/^\/media\/[0-9a-f]{2}\/[0-9a-f]{30}\.jpg$/),
      imageWidth: 60,
      imageHeight: 40,
      imageWidths: [],
      sectionName: name,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      version: 1,
    })
    for (const other of GALLERY_SECTIONS) expect(await list(other.name)).toEqual(other.name === name ? [photo] : [])
    expect(photo && (await storedNumber(photo))).toBe(7)
  })

  test('accepts the gallery name Nursing and returns NursingHospital', async () => {
    const [photo] = await add('Nursing', await sampleImage('png'))
    expect(photo?.sectionName).toBe('NursingHospital')
    const nurse = await here.signIn(['Nursing'])
    for (const section of ['Nursing', 'NursingHospital'])
      expect((await nurse.delete(`/galleryphoto/${section}/${'a'.repeat(24)}`)).statusCode).toBe(404)
    expect(await list('Nursing')).toEqual([photo])
    expect(await list('NursingHospital')).toEqual([photo])
  })

  test('lists photos newest first, the last of a batch before its first', async () => {
    const images = await Promise.all([1, 2, 3, 4].map((number) => numberedImage('webp', number)))
    const first = await add('School', ...images)
    const second = await add('School', await sampleImage('gif'))
    const listed = await list('School')
    expect(listed).toEqual([...second, ...first])
    expect(await Promise.all(first.map(storedNumber))).toEqual([4, 3, 2, 1])
  })

  test('reads text fields between and after the files', async () => {
    const image = await sampleImage('jpeg')
    const answer = await staff.form('POST', '/galleryphoto/addPhoto', [
      file(image),
      ['title', 'गौशाला की शाम'],
      file(image),
      ['sectionName', 'Gaushala'],
      ['unknown', 'ignored'],
    ])
    expect(answer.statusCode).toBe(200)
    const photos = await list('Gaushala')
    expect(photos.map(({ title, description }) => ({ title, description }))).toEqual(
      Array.from({ length: 2 }, () => ({ title: 'गौशाला की शाम', description: '' })),
    )
  })

  test('changes text and keeps the file and omitted fields', async () => {
    const [photo] = await add('Gaushala', await sampleImage('jpeg'))
    const answer = await staff.form('PUT', `/galleryphoto/Gaushala/${photo?._id}`, [['title', 'Morning feed']])
    expect(answer.json()).toEqual({
      success: true,
      message: 'Photo updated successfully',
      data: { ...photo, title: 'Morning feed', version: 2 },
    })
    const cleared = await staff.form('PUT', `/galleryphoto/Gaushala/${photo?._id}`, [['description', '']])
    expect(cleared.json().data).toEqual({ ...photo, title: 'Morning feed', description: '', version: 3 })
    expect(await list('Gaushala')).toEqual([cleared.json().data])
  })

  test('replaces the file under a new path and deletes the old file', async () => {
    const [photo] = await add('Gaushala', await sampleImage('jpeg', 900, 30))
    await here.jobs.idle()
    expect(await list('Gaushala')).toEqual([{ ...photo, imageWidths: [400, 800] }])
    const image = await numberedImage('avif', 9, 30, 20)
    const answer = await staff.form('PUT', `/galleryphoto/Gaushala/${photo?._id}`, [
      file(image, 'image'),
      ['title', 'New'],
    ])
    const changed: Photo = answer.json().data
    const size = { imageWidth: 30, imageHeight: 20 }
    expect(changed).toEqual({ ...photo, ...size, version: 2, title: 'New', imageUrl: changed.imageUrl })
    expect(changed.imageUrl).toMatch(/\.webp$/)
    expect(await storedNumber(changed)).toBe(9)
    const [stem = ''] = photo?.imageUrl.split('.') ?? []
    const left = (await storedFiles(here.config.dataDir)).filter((stored) => stored.startsWith(stem))
    expect(left).toEqual([])
  })

  test('changes only the text if the file field is empty', async () => {
    const [photo] = await add('Gaushala', await sampleImage('jpeg'))
    const nothing = { field: 'image', name: '', bytes: Buffer.alloc(0), type: 'application/octet-stream' }
    const answer = await staff.form('PUT', `/galleryphoto/Gaushala/${photo?._id}`, [['title', 'New'], nothing])
    expect(answer.json().data).toEqual({ ...photo, title: 'New', version: 2 })
  })

  test('deletes the row, and the file with the trash', async () => {
    const [photo] = await add('Gaushala', await sampleImage('jpeg'))
    const remove = () => here.delete(`/galleryphoto/Gaushala/${photo?._id}`, staff.cookie)
    const answer = await remove()
    expect(answer.json()).toEqual({ success: true, message: 'Your photo has been deleted.' })
    expect(await list('Gaushala')).toEqual([])
    await eraseTrash(here)
    expect(await stored(photo?.imageUrl)).toBeUndefined()
    expect((await remove()).statusCode).toBe(404)
  })

  test('finds a photo under its own section only', async () => {
    const [photo] = await add('Gaushala', await sampleImage('jpeg'))
    const image = file(await sampleImage('png'), 'image')
    const changed = await staff.form('PUT', `/galleryphoto/School/${photo?._id}`, [['title', 'x'], image])
    const deleted = await staff.delete(`/galleryphoto/School/${photo?._id}`)
    expect([changed.statusCode, deleted.statusCode]).toEqual([404, 404])
    expect(await list('Gaushala')).toEqual([photo])
  })

  test('keeps one file after concurrent changes of a photo', async () => {
    const [photo] = await add('Gaushala', await sampleImage('jpeg'))
    const numbers = [11, 12, 13, 14, 15, 16, 17, 18]
    const images = await Promise.all(numbers.map((number) => numberedImage('png', number)))
    const before = await countFiles()
    await Promise.all(
      images.map((image) => staff.form('PUT', `/galleryphoto/Gaushala/${photo?._id}`, [file(image, 'image')])),
    )
    const [left] = await list('Gaushala')
    expect(numbers).toContain(left && (await storedNumber(left)))
    expect(await countFiles()).toEqual(before)
  })

  test('leaves no file outside the trash after a concurrent change and delete', async () => {
    const before = await countFiles()
    for (let round = 0; round < 5; round += 1) {
      const [photo] = await add('Gaushala', await sampleImage('jpeg'))
      const url = `/galleryphoto/Gaushala/${photo?._id}`
      const image = file(await sampleImage('png'), 'image')
      const [, deleted] = await Promise.all([staff.form('PUT', url, [image]), staff.delete(url)])
      expect(deleted.statusCode).toBe(200)
    }
    expect(await list('Gaushala')).toEqual([])
    await eraseTrash(here)
    expect(await countFiles()).toEqual(before)
  })

  test('stores 50 concurrent uploads', async () => {
    const numbers = Array.from({ length: 50 }, (_, number) => number)
    const images = await Promise.all(numbers.map((number) => numberedImage('jpeg', number)))
    const photos = (await Promise.all(images.map((image) => add('Physiotherapy', image)))).flat()
    expect(await Promise.all(photos.map(storedNumber))).toEqual(numbers)
    expect(await list('Physiotherapy')).toHaveLength(50)
    expect(await here.db.selectFrom('pending_files').selectAll().execute()).toEqual([])
  })

  test('allows a holder of one gallery key only that gallery', async () => {
    const [mine, other] = [
      (await add('School', await sampleImage('jpeg')))[0],
      (await add('Gaushala', await sampleImage('jpeg')))[0],
    ]
    const teacher = await here.signIn(['School'])
    const image = file(await sampleImage('jpeg'))
    const before = await countFiles()
    for (const parts of [
      [['sectionName', 'Gaushala'], image],
      [image, ['sectionName', 'Gaushala']],
      [['sectionName', 'School'], image, ['sectionName', 'Gaushala']],
      [['sectionName', 'Gaushala'], image, ['sectionName', 'School']],
    ] satisfies FormPart[][]) {
      expect((await teacher.form('POST', '/galleryphoto/addPhoto', parts)).statusCode).toBe(403)
    }
    const change = [['title', 'x']] satisfies FormPart[]
    expect((await teacher.form('PUT', `/galleryphoto/Gaushala/${other?._id}`, change)).statusCode).toBe(403)
    expect((await teacher.form('PUT', `/galleryphoto/Gaushala/${mine?._id}`, change)).statusCode).toBe(403)
    const refused = await teacher.delete(`/galleryphoto/Gaushala/${other?._id}`)
    expect(refused.statusCode).toBe(403)
    expect(await countFiles()).toEqual(before)
    expect(await list('Gaushala')).toEqual([other])

    expect((await teacher.form('POST', '/galleryphoto/addPhoto', [['sectionName', 'School'], image])).statusCode).toBe(
      200,
    )
    expect((await teacher.form('PUT', `/galleryphoto/School/${mine?._id}`, change)).statusCode).toBe(200)
    const allowed = await teacher.delete(`/galleryphoto/School/${mine?._id}`)
    expect(allowed.statusCode).toBe(200)
  })
})
