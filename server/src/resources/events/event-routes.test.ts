import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EVENT_TITLE_MAX, type Event } from '@sevadesk/contract/content/event-schemas.ts'
import { beforeEach, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { eraseTrash } from '../../testing/erase-trash.ts'
import { buildEvent } from '../../testing/factories.ts'
import { numberedImage, readNumber, sampleImage } from '../../testing/files/sample-images.ts'
import { sampleVideo } from '../../testing/files/sample-videos.ts'
import { uploadsOf } from '../../testing/files/stored-files.ts'
import type { FormPart } from '../../testing/requests/forms.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

const TOO_EARLY = 'The event cannot end before it starts.'
const NOTHING = { files: [], pending: [], pictures: [] }
const NO_SUCH_EVENT = { success: false, code: 'not_found', message: 'There is no such event.' }

anyDatabase((engine) => {
  const server = suiteServer({ engine })
  const staff = suiteSession(server, ['Events'])
  beforeEach(async () => {
    for (const { _id } of await list()) await remove(_id)
    await eraseTrash(server)
    expect(await uploadsOf(server)).toEqual(NOTHING)
  })

  const list = async (): Promise<Event[]> => (await server.get('/event/')).json().data
  const send = (method: 'POST' | 'PUT', path: string, parts: readonly FormPart[]) =>
    server.form(method, `/event/${path}`, parts, staff.cookie)
  const add = async (...parts: FormPart[]): Promise<Event> =>
    (await send('POST', 'addevent', [['title', 'Mela'], ...parts])).json().data
  const remove = (id: string) => server.delete(`/event/${id}`, staff.cookie)
  const image = (bytes: Uint8Array, name = 'mela.jpg', field = 'image'): FormPart => ({ field, name, bytes })
  const stored = (path: string) => readFile(join(server.config.dataDir, path)).catch(() => undefined)

  test('lists events publicly, newest first, with the picture path in imageUrl and image', async () => {
    expect((await server.get('/event')).json()).toEqual({ success: true, data: [] })
    const older = await buildEvent(server.db, { title: 'Eye camp', created_at: '2026-01-01T00:00:00.000Z' })
    const newer = await buildEvent(server.db, {
      title: 'Gopashtami <b>',
      image_path: `/media/aa/${'b'.repeat(30)}.jpg`,
    })
    const none = { description: '', startsAt: null, endsAt: null, venue: '', version: 1 }
    const picture = { imageUrl: newer.image_path, image: newer.image_path }
    expect(await list()).toEqual([
      { _id: newer.id, title: 'Gopashtami <b>', createdAt: newer.created_at, ...picture, ...none },
      { _id: older.id, title: 'Eye camp', createdAt: older.created_at, imageUrl: null, image: null, ...none },
    ])
  })

  test('adds an event as typed with its picture, size and smaller versions', async () => {
    const text = { title: ' गोपाष्टमी  👨\u200d👩\u200d👧 1\ufe0f\u20e3 ', description: 'With\u200bprasad' }
    const answer = await send('POST', 'addevent', [...Object.entries(text), image(await sampleImage('jpeg', 900, 600))])
    const { data, ...rest } = answer.json()
    expect(rest).toEqual({ success: true, message: 'Event added successfully' })
    expect(data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...text,
      imageUrl: expect.stringMatching(/^\/media\/[0-9a-f]{2}\/[0-9a-f]{30}\.jpg$/),
      image: data.imageUrl,
      imageWidth: 900,
      imageHeight: 600,
      imageWidths: expect.any(Array),
      startsAt: null,
      endsAt: null,
      venue: '',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      version: 1,
    })
    await expect.poll(() => list()).toEqual([{ ...data, imageWidths: [400, 800] }])
  })

  test('stores when and where an event takes place, keeps it in other changes, and clears it', async () => {
    const event = await add(['startsAt', '2026-11-21T12:30Z'], ['endsAt', '2026-11-22'], ['venue', 'गौशाला'])
    const details = { startsAt: '2026-11-21T12:30:00.000Z', endsAt: '2026-11-22', venue: 'गौशाला' }
    expect(event).toMatchObject(details)
    expect((await send('PUT', event._id, [['description', 'Free']])).json().data).toMatchObject(details)
    expect((await send('PUT', event._id, [['startsAt', '2026-11-22']])).json().data).toMatchObject({
      startsAt: '2026-11-22',
      endsAt: '2026-11-22',
    })
    await send('PUT', event._id, [
      ['startsAt', ''],
      ['endsAt', ''],
      ['venue', ''],
    ])
    expect(await list()).toMatchObject([{ startsAt: null, endsAt: null, venue: '', description: 'Free' }])
  })

  test.each([
    ['a time alone', { startsAt: 'T18:00' }, 'startsAt', 'Enter a date. The time may be left out.'],
    ['a day that does not exist', { startsAt: '2026-02-30' }, 'startsAt', 'Enter a date. The time may be left out.'],
    ['an end without a start', { endsAt: '2026-11-21' }, 'startsAt', 'Enter when the event starts.'],
    ['an end before the start', { startsAt: '2026-11-21', endsAt: '2026-11-20' }, 'endsAt', TOO_EARLY],
    // Midnight in Kolkata is 18:30 UTC of the day before.
    ['an early local end', { startsAt: '2026-11-21', endsAt: '2026-11-20T18:00:00Z' }, 'endsAt', TOO_EARLY],
    ['a venue that is too long', { venue: 'x'.repeat(301) }, 'venue', 'Venue can have at most 300 characters.'],
  ])('rejects %s, and keeps the event as it is', async (_what, given, field, sentence) => {
    const fields = { [field]: sentence }
    const parts = Object.entries(given)
    const added = await send('POST', 'addevent', [['title', 'Mela'], ...parts])
    expect([added.statusCode, added.json().fields]).toEqual([400, fields])
    const event = await add(['title', 'Eye camp'])
    const changed = await send('PUT', event._id, [['title', 'Other'], ...parts])
    expect([changed.statusCode, changed.json().fields]).toEqual([400, fields])
    expect(await list()).toEqual([event])
  })

  test('compares a changed end with the stored start', async () => {
    const { _id } = await add(['startsAt', '2026-11-21'])
    expect((await send('PUT', _id, [['endsAt', '2026-11-20']])).statusCode).toBe(400)
    expect((await send('PUT', _id, [['endsAt', '2026-11-21']])).statusCode).toBe(200)
    expect((await send('PUT', _id, [['startsAt', '']])).json().fields).toEqual({
      startsAt: 'Enter when the event starts.',
    })
  })

  test('adds an event without a picture, and one without a description', async () => {
    const nothing = { field: 'image', name: '', bytes: Buffer.alloc(0), type: 'application/octet-stream' }
    expect(await add(['title', 'Only words'], nothing)).toMatchObject({ title: 'Only words', imageUrl: null })
    expect(await add(image(await sampleImage('png')))).toMatchObject({ title: 'Mela', description: '' })
    expect(await list()).toHaveLength(2)
  })

  test('changes an event, keeps omitted fields, and adds or replaces the picture', async () => {
    const event = await add(['title', 'Eye camp'], ['description', 'Free'])
    const answer = await send('PUT', event._id, [['title', 'Eye camp in May']])
    expect(answer.json()).toEqual({
      success: true,
      message: 'Event updated successfully',
      data: { ...event, title: 'Eye camp in May', version: 2 },
    })
    const first = (await send('PUT', event._id, [image(await numberedImage('png', 3))])).json().data
    expect(first).toMatchObject({ title: 'Eye camp in May', description: 'Free', imageWidth: 48, imageHeight: 32 })
    const second = (await send('PUT', event._id, [['description', ''], image(await numberedImage('webp', 4))])).json()
      .data
    expect(second).toMatchObject({ title: 'Eye camp in May', description: '', image: second.imageUrl })
    expect(await list()).toEqual([second])
    expect(await readNumber(await stored(second.imageUrl))).toBe(4)
    expect(await stored(first.imageUrl)).toBeUndefined()
  })

  test('deletes an event, and its picture with the trash', async () => {
    const withPicture = await add(image(await sampleImage('jpeg')))
    const without = await add(['title', 'Words'])
    for (const { _id } of [withPicture, without]) {
      expect((await remove(_id)).json()).toEqual({ success: true, message: 'Your event has been deleted.' })
      expect((await remove(_id)).json()).toEqual(NO_SUCH_EVENT)
    }
    await eraseTrash(server)
    expect(await uploadsOf(server)).toEqual(NOTHING)
  })

  test('returns 404 for an unknown event', async () => {
    for (const id of ['f'.repeat(24), '1', '%00', 'addevent', "'%20or%20'1'='1"]) {
      const changed = await send('PUT', id, [['title', 'x'], image(await sampleImage('png'))])
      expect([changed.statusCode, changed.json()]).toEqual([404, NO_SUCH_EVENT])
      expect((await remove(id)).json()).toEqual(NO_SUCH_EVENT)
    }
  })

  test('requires a title that is more than spaces, also when it changes an older event without one', async () => {
    const { id } = await buildEvent(server.db, { title: '' })
    const required = { message: 'Title is required.', fields: { title: 'Title is required.' } }
    for (const parts of [[], [['title', '']], [['title', ' \u00a0\n']]] satisfies FormPart[][]) {
      const refused = await send('POST', 'addevent', [...parts, image(await sampleImage('png'))])
      expect([refused.statusCode, refused.json()]).toMatchObject([400, required])
      if (parts.length > 0) expect((await send('PUT', id, parts)).json()).toMatchObject(required)
    }
    expect(await list()).toMatchObject([{ _id: id, title: '', description: '' }])
    expect((await send('PUT', id, [['title', 'Eye camp']])).json().data).toMatchObject({ title: 'Eye camp' })
  })

  test('rejects an invalid event and stores nothing', async () => {
    const picture = image(await sampleImage('png'))
    for (const [parts, sentence] of [
      [[['title', 'x'.repeat(EVENT_TITLE_MAX + 1)], picture], /^Title can have at most 300 characters\.$/],
      [[picture, ['description', 'x'.repeat(5001)]], /^Description can have at most 5000/],
      [[picture, picture], /^Please choose one photo only\.$/],
      [[image(await sampleVideo('vp8.webm'), 'film.webm')], /^“film\.webm” is not a photo/],
      [
        [image(await sampleImage('png'), 'a.png', 'images')],
        /^“a\.png” was sent in a field that does not accept a photo\.$/,
      ],
    ] satisfies [FormPart[], RegExp][]) {
      const answer = await send('POST', 'addevent', [['title', 'Mela'], ...parts])
      expect([answer.statusCode >= 400, answer.json().message]).toEqual([true, expect.stringMatching(sentence)])
    }
    expect(await list()).toEqual([])
  })

  test('keeps the title and picture of the same change after six concurrent changes', async () => {
    const event = await add(['title', 'First'], image(await numberedImage('png', 1)))
    const numbers = [11, 12, 13, 14, 15, 16]
    const answers = await Promise.all(
      numbers.map(async (number) =>
        send('PUT', event._id, [['title', `${number}`], image(await numberedImage('png', number))]),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(numbers.map(() => 200))
    const [left, ...others] = await list()
    expect(others).toEqual([])
    expect(await readNumber(await stored(left?.imageUrl ?? ''))).toBe(Number(left?.title))
    expect(await uploadsOf(server)).toMatchObject({
      files: [left?.imageUrl],
      pending: [],
      pictures: [{ path: left?.imageUrl }],
    })

    const later = await send('PUT', event._id, [['title', 'Later'], image(await numberedImage('png', 30))])
    expect(await list()).toEqual([later.json().data])
  })

  test('deletes an event during a concurrent change and leaves no file outside the trash', async () => {
    for (let round = 0; round < 5; round += 1) {
      const event = await add(image(await sampleImage('jpeg')))
      const picture = image(await sampleImage('png'))
      const [changed, deleted] = await Promise.all([send('PUT', event._id, [picture]), remove(event._id)])
      expect(deleted.statusCode).toBe(200)
      if (changed.statusCode !== 200) expect(changed.json()).toEqual(NO_SUCH_EVENT)
      expect(await list()).toEqual([])
      await eraseTrash(server)
      expect(await uploadsOf(server)).toEqual(NOTHING)
    }
  })
})
