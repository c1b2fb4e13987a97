import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HOME_VIDEO_TITLE_MAX, type HomeVideo } from '@sevadesk/contract/content/home-video-schemas.ts'
import { beforeEach, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { eraseTrash } from '../../testing/erase-trash.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { mp4OfBytes, sampleVideo, withoutMetadata } from '../../testing/files/sample-videos.ts'
import { storedFiles, uploadsOf } from '../../testing/files/stored-files.ts'
import type { FormPart } from '../../testing/requests/forms.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

const NOTHING = { files: [], pending: [], pictures: [] }
const NO_SUCH_VIDEO = { success: false, code: 'not_found', message: 'There is no such video.' }

anyDatabase((engine) => {
  const server = suiteServer({ engine })
  const staff = suiteSession(server, ['HomeVideo'])
  beforeEach(async () => {
    for (const { _id } of await list()) await remove(_id)
    await eraseTrash(server)
    expect(await uploadsOf(server)).toEqual(NOTHING)
  })

  const list = async (): Promise<HomeVideo[]> => (await server.get('/homevideo/getvideo')).json().data
  const send = (method: 'POST' | 'PUT', parts: readonly FormPart[], language = 'en') => {
    const headers = { ...staff.cookie, 'accept-language': language }
    return server.form(method, `/homevideo/${method === 'POST' ? 'addvideo' : 'updatevideo'}`, parts, headers)
  }
  const add = async (...parts: FormPart[]): Promise<HomeVideo> =>
    (await send('POST', [['title', 'Aarti'], ...parts])).json().data
  const remove = (id: string) => server.delete(`/homevideo/deletevideo/${id}`, staff.cookie)
  const film = (bytes: Uint8Array, name = 'mela.mp4', field = 'video'): FormPart => ({ field, name, bytes })
  const stored = (path: string) => readFile(join(server.config.dataDir, path)).catch(() => undefined)

  test.each([
    ['index-last.mp4', 'mp4'],
    ['recorded.webm', 'webm'],
    ['quicktime.mov', 'mov'],
  ] as const)('stores %s without its metadata, with an extension by content, not by name', async (name, ending) => {
    const bytes = await sampleVideo(name)
    const answer = await send('POST', [
      ['title', 'शाम की आरती'],
      ['description', 'At the shelter'],
      film(bytes, '../../../आरती.jpg'),
    ])
    const { data, ...rest } = answer.json()
    expect(rest).toEqual({ success: true, message: 'Video added successfully' })
    expect(data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: 'शाम की आरती',
      description: 'At the shelter',
      videoUrl: expect.stringMatching(new RegExp(`^/media/[0-9a-f]{2}/[0-9a-f]{30}\\.${ending}$`)),
      posterUrl: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      version: 1,
    })
    expect(await list()).toEqual([data])
    expect(await stored(data.videoUrl)).toEqual(withoutMetadata(bytes))
  })

  test('accepts the form field "file" as well as "video" and lists newest first', async () => {
    const first = await add(film(await sampleVideo('vp8.webm'), 'a.webm', 'file'))
    const second = await add(film(await mp4OfBytes(300_000)), ['title', 'Second'])
    expect(await list()).toEqual([second, first])
  })

  test('updates a video when the field _id comes before or after the file', async () => {
    const video = await add(['title', 'Aarti'], ['description', 'Evening'], film(await sampleVideo('vp8.webm')))
    const renamed = await send('PUT', [
      ['_id', video._id],
      ['title', 'Aarti at five'],
    ])
    expect(renamed.json()).toEqual({
      success: true,
      message: 'Video updated successfully',
      data: { ...video, title: 'Aarti at five', version: 2 },
    })
    const bytes = await sampleVideo('index-last.mp4')
    for (const parts of [
      [['_id', video._id], film(bytes)],
      [film(bytes), ['_id', video._id]],
      [['title', 'Aarti at six'], film(bytes, 'a.mp4', 'file'), ['_id', video._id], ['description', '']],
    ] satisfies FormPart[][]) {
      const [before] = await list()
      const changed: HomeVideo = (await send('PUT', parts)).json().data
      expect(changed.videoUrl).not.toBe(before?.videoUrl)
      expect(await uploadsOf(server)).toEqual({ ...NOTHING, files: [changed.videoUrl] })
      expect(await list()).toEqual([changed])
      expect(await stored(changed.videoUrl)).toEqual(withoutMetadata(bytes))
    }
    expect(await list()).toMatchObject([{ _id: video._id, title: 'Aarti at six', description: '' }])
  })

  test('deletes a video, and its file with the trash', async () => {
    const { _id } = await add(film(await sampleVideo('vp8.webm')))
    expect((await remove(_id)).json()).toEqual({ success: true, message: 'Your video has been deleted.' })
    await eraseTrash(server)
    expect(await uploadsOf(server)).toEqual(NOTHING)
    expect((await remove(_id)).json()).toEqual(NO_SUCH_VIDEO)
  })

  test('returns 404 for an unknown video and 400 without an _id', async () => {
    const bytes = await sampleVideo('vp8.webm')
    for (const id of ['f'.repeat(24), '1', 'undefined', '']) {
      for (const parts of [
        [['_id', id], film(bytes)],
        [film(bytes), ['_id', id]],
      ] satisfies FormPart[][]) {
        const answer = await send('PUT', parts)
        expect([answer.statusCode, answer.json()]).toEqual([404, NO_SUCH_VIDEO])
      }
      if (id) expect((await remove(id)).json()).toEqual(NO_SUCH_VIDEO)
    }
    const nameless = await send('PUT', [film(bytes)])
    expect([nameless.statusCode, nameless.json().fields]).toEqual([400, { _id: 'Id is required.' }])
  })

  test('keeps a poster with its video, and removes it with the video that it shows', async () => {
    const film1 = film(await sampleVideo('vp8.webm'))
    const bytes = await sampleImage('jpeg', 320, 180)
    const poster = { field: 'poster', name: 'p.jpg', bytes }
    const added = await add(poster, film1)
    expect(added).toMatchObject({
      posterUrl: expect.stringMatching(/^\/media\/.*\.jpg$/),
      imageWidth: 320,
      imageHeight: 180,
    })
    expect(await storedFiles(server.config.dataDir)).toEqual([added.posterUrl, added.videoUrl].sort())

    const id: FormPart = ['_id', added._id]
    const changed: HomeVideo = (await send('PUT', [id, film1, poster])).json().data
    expect(await storedFiles(server.config.dataDir)).toEqual([changed.posterUrl, changed.videoUrl].sort())
    expect((await send('PUT', [id, ['title', 'Mela']])).json().data.posterUrl).toBe(changed.posterUrl)
    expect((await send('PUT', [id, film1])).json().data.posterUrl).toBeNull()
    await send('PUT', [id, poster])
    expect(await storedFiles(server.config.dataDir)).toHaveLength(2)

    const broken = await send('PUT', [id, film1, { field: 'poster', name: 'p.jpg', bytes: Buffer.from('no') }])
    expect(broken.statusCode).toBe(415)
    expect((await send('PUT', [id, poster, poster])).statusCode).toBe(413)
    expect((await remove(added._id)).statusCode).toBe(200)
    await eraseTrash(server)
    expect(await uploadsOf(server)).toEqual(NOTHING)
  })

  test('requires a title and, for a new video, a file', async () => {
    const empty = await send('POST', [['title', '  ']])
    const fields = { title: 'Title is required.', video: 'Please choose a video.' }
    expect([empty.statusCode, empty.json()]).toMatchObject([400, { message: Object.values(fields).join(' '), fields }])
    const { _id } = await add(film(await sampleVideo('vp8.webm')))
    const untitled = await send('PUT', [
      ['_id', _id],
      ['title', ' '],
    ])
    expect([untitled.statusCode, untitled.json().fields]).toEqual([400, { title: fields.title }])
    expect(await list()).toMatchObject([{ title: 'Aarti' }])
  })

  test('rejects an invalid video and stores nothing', async () => {
    const bytes = await sampleVideo('index-first.mp4')
    for (const [parts, en, hi] of [
      [[['title', 'x']], /^Please choose a video\.$/, /^एक वीडियो चुनें।$/],
      [[film(bytes), film(bytes)], /^Please choose one video only\.$/, /^सिर्फ़ एक वीडियो चुनें।$/],
      [
        [film(bytes, 'a.mp4', 'images')],
        /^“a\.mp4” was sent in a field that does not accept a video\.$/,
        /वीडियो नहीं लिया जाता।$/,
      ],
      [[film(Buffer.alloc(0), 'a.mp4')], /^“a\.mp4” is empty\.$/, /ख़ाली है।$/],
      [[film(bytes.subarray(0, 4000), 'आरती.mp4')], /^“आरती\.mp4” is damaged or incomplete\./, /पूरा नहीं पहुँचा/],
      [[['title', 'x'.repeat(HOME_VIDEO_TITLE_MAX + 1)], film(bytes)], /^Title can have at most 300/, /^नाम/],
      [[film(bytes), ['description', 'x'.repeat(5001)]], /^Description can have at most 5000/, /^विवरण/],
    ] satisfies [FormPart[], RegExp, RegExp][]) {
      for (const [language, sentence] of Object.entries({ en, hi })) {
        const answer = await send('POST', [['title', 'Aarti'], ...parts], language)
        expect([answer.statusCode >= 400 && answer.statusCode < 500, answer.json().message]).toEqual([
          true,
          expect.stringMatching(sentence),
        ])
      }
    }
    expect(await list()).toEqual([])
  })

  test('leaves no file outside the trash after concurrent changes and a delete', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { _id } = await add(film(await sampleVideo('vp8.webm')))
      const change = async () => send('PUT', [['_id', _id], film(await mp4OfBytes(200_000))])
      const answers = await Promise.all([change(), change(), remove(_id), change()])
      for (const { statusCode, payload } of answers) {
        if (statusCode !== 200) expect(JSON.parse(payload)).toEqual(NO_SUCH_VIDEO)
      }
      expect(await list()).toEqual([])
      await eraseTrash(server)
      expect(await uploadsOf(server)).toEqual(NOTHING)
    }
  })
})
