import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ERASABLE_KINDS, type ErasableKind } from '@sevadesk/contract/records/trash.ts'
import type { TrashItem } from '@sevadesk/contract/records/trash-schemas.ts'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tables } from '../../db/db.ts'
import { surveyDisk } from '../../media/disk-survey.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin, buildDonation, buildDonor, buildEvent } from '../../testing/factories.ts'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { sampleVideo } from '../../testing/files/sample-videos.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { historyOf } from '../../testing/history.ts'
import type { FormPart } from '../../testing/requests/forms.ts'
import { suiteServer, suiteSession, type TestSession } from '../../testing/test-app.ts'
import { TRASHED_KINDS } from '../../trashed-kinds.ts'
import { endBackup, insertBackup } from '../backups/backup-store.ts'
import { isClean } from '../media-files/media-check-report.ts'
import { checkMedia } from '../media-files/media-check-service.ts'
import { insertPendingFiles } from '../media-files/pending-file-store.ts'
import { LEASE_MS } from '../media-files/running-backup-store.ts'
import { emptyTrash } from './trash-service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface KindSteps {
  add(): Promise<{ _id: string }>
  /** Deletes records below this path. */
  path: string
  /** Lists records. */
  list: string
}

anyDatabase((engine) => {
  const here = suiteServer({ engine })
  const manager = suiteSession(here, 'superadmin')
  let donorId: string
  beforeAll(async () => {
    donorId = (await buildDonor(here.db, { name: 'Asha' })).id
  })
  beforeEach(clear)

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, who: TestSession = manager, payload: object = {}) =>
    who.call(method, path, method === 'POST' ? payload : undefined)
  const list = async (who: TestSession = manager, query = ''): Promise<TrashItem[]> =>
    (await call('GET', `/trash?limit=100${query}`, who)).json().data
  const restore = (kind: string, id: string, who: TestSession = manager, payload = {}) =>
    call('POST', `/trash/${kind}/${id}/restore`, who, payload)
  const erase = (kind: string, id: string, who: TestSession = manager) =>
    call('POST', '/trash/delete', who, { items: [{ kind, _id: id }] })

  const send = async (path: string, ...parts: FormPart[]) => (await manager.form('POST', path, parts)).json().data

  /** Waits until the photo has its smaller version of 400 px. */
  async function addPhoto(section = 'School') {
    const file = { field: 'images', name: 'cow.jpg', bytes: await sampleImage('jpeg', 500) }
    const [photo] = await send('/galleryphoto/addPhoto', ['title', 'Evening feed'], ['sectionName', section], file)
    await here.jobs.idle()
    return photo
  }

  const steps: Record<ErasableKind, KindSteps> = {
    photo: { add: () => addPhoto(), path: '/galleryphoto/School', list: '/galleryphoto/School' },
    'home-video': {
      add: async () =>
        send('/homevideo/addvideo', ['title', 'Aarti'], {
          field: 'video',
          name: 'a.mp4',
          bytes: await sampleVideo('index-first.mp4'),
        }),
      path: '/homevideo/deletevideo',
      list: '/homevideo/getvideo',
    },
    event: {
      add: async () =>
        send('/event/addevent', ['title', 'Mela'], { field: 'image', name: 'm.png', bytes: await sampleImage('png') }),
      path: '/event',
      list: '/event',
    },
    message: {
      add: async () => {
        const payload = { name: 'Ramesh', email: 'r@example.org', subject: 'A visit', message: 'When are you open?' }
        await here.post('/message/addMessage', payload)
        return (await call('GET', '/message/getMessage')).json().data[0]
      },
      path: '/message/deleteMessage',
      list: '/message/getMessage',
    },
    admin: {
      add: async () => ({ _id: (await buildAdmin(here.db, { sections: ['Events'] })).id }),
      path: '/admin',
      list: '/admin',
    },
    certificate: {
      add: async () =>
        send(`/donors/${donorId}/certificates`, ['year', '2025-26'], ['number', 'N1'], {
          field: 'file',
          name: 'c.pdf',
          bytes: examplePdf([]),
        }),
      path: '/donors/certificates',
      get list() {
        return `/donors/${donorId}/certificates`
      },
    },
  }

  /** Removes all content and the trash, with their files. */
  async function clear(): Promise<void> {
    const tables = ['trash', 'photos', 'events', 'home_videos', 'messages', 'donor_certificates', 'pictures'] as const
    for (const table of tables) await here.db.deleteFrom(table).execute()
    await here.db.deleteFrom('admins').where('id', '!=', manager.admin.id).execute()
    const folder = join(here.config.dataDir, 'media')
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  }

  /** Adds a record and moves it to the trash. Returns its id. */
  async function trash(kind: ErasableKind): Promise<string> {
    const { _id } = await steps[kind].add()
    await call('DELETE', `${steps[kind].path}/${_id}`)
    return _id
  }

  /** Of the record in whose history the entries are. */
  const historyIdOf = (kind: ErasableKind, id: string) => (kind === 'certificate' ? donorId : id)

  /** A restored record has the next version, so that an older form does not save unnoticed. */
  const nextVersion = <Item extends object>(item: Item) =>
    'version' in item ? { ...item, version: Number(item.version) + 1 } : item

  const LABELS: Record<ErasableKind, string> = {
    photo: 'Evening feed',
    'home-video': 'Aarti',
    event: 'Mela',
    message: 'Ramesh – A visit',
    admin: expect.stringMatching(/^person-/),
    certificate: 'Asha – 2025-26 – N1',
  }
  const namedInHistory = (kind: ErasableKind) => {
    if (kind === 'certificate') return { details: { donorName: 'Asha', year: '2025-26', number: 'N1' } }
    return kind !== 'message' && { details: { label: LABELS[kind] } }
  }
  const TABLES = {
    photo: 'photos',
    'home-video': 'home_videos',
    event: 'events',
    message: 'messages',
    admin: 'admins',
    certificate: 'donor_certificates',
  } as const satisfies Record<ErasableKind, keyof Tables>
  const rowOf = (kind: ErasableKind, id: string) =>
    here.db.selectFrom(TABLES[kind]).selectAll().where('id', '=', id).executeTakeFirst()

  describe.each(ERASABLE_KINDS)('%s', (kind) => {
    test('goes to the trash, and comes back unchanged at its old place', async () => {
      const before = await steps[kind].add()
      await steps[kind].add()
      const { _id: id } = before
      const [listed, row] = [(await call('GET', steps[kind].list)).json().data, await rowOf(kind, id)]
      expect((await call('DELETE', `${steps[kind].path}/${id}`)).statusCode).toBe(200)
      expect(await rowOf(kind, id)).toBeUndefined()
      expect(await list()).toEqual([
        expect.objectContaining({ kind, _id: id, label: LABELS[kind], deletedBy: manager.admin.username }),
      ])
      const [item] = await list()
      expect(Date.parse(item?.eraseAt ?? '') - Date.parse(item?.deletedAt ?? '')).toBe(30 * 24 * 60 * 60 * 1000)

      expect((await restore(kind, id)).statusCode).toBe(200)
      expect(await list()).toEqual([])
      expect(await rowOf(kind, id)).toEqual(row && nextVersion(row))
      const expected = listed.map((item: { _id: string }) => (item._id === id ? nextVersion(item) : item))
      expect((await call('GET', steps[kind].list)).json().data).toEqual(expected)
      expect((await historyOf(here.db, historyIdOf(kind, id))).slice(-2)).toMatchObject([
        { action: `${kind}.deleted`, actorId: manager.admin.id },
        { action: `${kind}.restored`, actorId: manager.admin.id, ...namedInHistory(kind) },
      ])
    })

    test('is deleted for good with its files, and is recorded', async () => {
      const { _id: id } = await steps[kind].add()
      await call('DELETE', `${steps[kind].path}/${id}`)
      expect((await erase(kind, id)).json().data).toEqual([{ kind, _id: id, isDone: true }])
      expect(await list()).toEqual([])
      expect(await storedFiles(here.config.dataDir)).toEqual([])
      expect(await here.db.selectFrom('pictures').selectAll().execute()).toEqual([])
      expect((await restore(kind, id)).statusCode).toBe(404)
      expect((await historyOf(here.db, historyIdOf(kind, id))).at(-1)).toMatchObject({
        action: `${kind}.erased`,
        ...namedInHistory(kind),
      })
    })

    test('lets exactly one of concurrent restorations and deletions win', async () => {
      const { _id: id } = await steps[kind].add()
      await call('DELETE', `${steps[kind].path}/${id}`)
      const answers = await Promise.all([restore(kind, id), restore(kind, id), erase(kind, id), erase(kind, id)])
      const wins = answers.filter((answer) => answer.json().data?.[0]?.isDone ?? answer.statusCode === 200)
      expect(wins).toHaveLength(1)
      const lost = answers.filter((answer) => !wins.includes(answer)).map((answer) => answer.json())
      for (const answer of lost) {
        expect((answer.data?.[0] ?? answer).message).toBe(
          'This is no longer in the trash: it was restored or deleted for good meanwhile.',
        )
      }
      expect(await list()).toEqual([])
    })
  })

  test('serves no file of a deleted photo until it is restored, and keeps its smaller versions', async () => {
    const photo = await addPhoto()
    const [listed] = (await call('GET', '/galleryphoto/School')).json().data
    expect(listed.imageWidths).toEqual([400])
    const addresses = [
      photo.imageUrl,
      photo.imageUrl.replace('.jpg', '-400.avif'),
      photo.imageUrl.replace('.jpg', '-400.webp'),
    ]
    const statuses = async () =>
      Promise.all(
        addresses.flatMap((url) =>
          (['GET', 'HEAD'] as const).map(async (method) => (await here.app.inject({ method, url })).statusCode),
        ),
      )
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await call('DELETE', `/galleryphoto/School/${photo._id}`)
    expect(new Set(await statuses())).toEqual(new Set([404]))
    const findings = await checkMedia(here.db, { ...here.media, survey: () => surveyDisk(here.config.dataDir) })
    expect([isClean(findings), findings.rows]).toEqual([true, 1])

    const picture = await call('GET', `/trash/photo/${photo._id}/picture`)
    expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'no-store',
    ])
    const small = await readFile(join(here.config.dataDir, photo.imageUrl.replace('.jpg', '-400.webp')))
    expect(picture.rawPayload.equals(small)).toBe(true)

    await restore('photo', photo._id)
    expect(new Set(await statuses())).toEqual(new Set([200]))
    expect((await call('GET', '/galleryphoto/School')).json().data).toEqual([nextVersion(listed)])
  })

  test('returns 404 for a file deleted for good while a backup keeps it, and serves files with a row', async () => {
    const photos = [await addPhoto(), await addPhoto()] as const
    const urls = photos.flatMap(({ imageUrl }) => [imageUrl, imageUrl.replace('.jpg', '-400.webp')])
    await insertPendingFiles(here.db, [photos[1].imageUrl], 'deleting')
    const aliveUntil = new Date(Date.now() + LEASE_MS)
    await insertBackup(here.db, { id: 'b1', kind: 'manual', file: '/b.tar', aliveUntil })
    await call('DELETE', `/galleryphoto/School/${photos[0]._id}`)
    await erase('photo', photos[0]._id)
    const statuses = await Promise.all(urls.map(async (url) => (await here.app.inject({ url })).statusCode))
    expect(statuses).toEqual([404, 404, 200, 200])
    expect(await storedFiles(here.config.dataDir)).toEqual(expect.arrayContaining(urls))
    await endBackup(here.db, 'b1', {})
  })

  test('restores and deletes several, and says what became of each', async () => {
    const ids = [await trash('event'), await trash('event'), 'aaaaaaaaaaaaaaaaaaaaaaaa']
    const items = ids.map((_id) => ({ kind: 'event', _id }))
    const restored = (await call('POST', '/trash/restore', manager, { items })).json().data
    expect(restored.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual([true, true, false])
    expect(restored[2]).toMatchObject({ code: 'not_found', message: expect.stringContaining('no longer in the trash') })
    for (const refused of [[], Array.from({ length: 101 }, () => items[0]), [{ kind: 'donation', _id: items[0]?._id }]])
      expect((await call('POST', '/trash/delete', manager, { items: refused })).statusCode).toBe(400)
  })

  test('keeps deleted donations for ever, and restores them', async () => {
    const { id } = await buildDonation(here.db, { donor_name: 'सीता', amount: 51_000 })
    await call('DELETE', `/donate/${id}`)
    expect(await list(manager, '&kind=donation')).toEqual([
      {
        kind: 'donation',
        _id: id,
        label: 'सीता',
        amount: 51_000,
        currency: 'INR',
        hasPicture: false,
        deletedAt: expect.any(String),
        deletedBy: manager.admin.username,
        eraseAt: null,
      },
    ])
    expect((await restore('donation', id)).statusCode).toBe(200)
    expect(await list()).toEqual([])
    expect((await restore('donation', id)).statusCode).toBe(404)
  })

  test('keeps nothing in the history that a visitor wrote', async () => {
    const id = await trash('message')
    await restore('message', id)
    await call('DELETE', `/message/deleteMessage/${id}`)
    await erase('message', id)
    const rows = await here.db
      .selectFrom('history')
      .innerJoin('history_values', 'history_values.n', 'history.n')
      .select(['action', 'content'])
      .where('record_id', '=', id)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['message.deleted', 'message.restored', 'message.erased']),
    )
    expect(rows.filter(({ content }) => /Ramesh|A visit|open/.test(content))).toEqual([])
  })

  test('lists by kind and page, the last deleted first', async () => {
    const event = await trash('event')
    await trash('message')
    expect((await list()).map(({ kind }) => kind)).toEqual(['message', 'event'])
    expect((await list(manager, '&kind=event')).map(({ _id }) => _id)).toEqual([event])
    expect((await call('GET', '/trash?limit=1&page=2')).json()).toMatchObject({
      total: 2,
      page: 2,
      isCapped: false,
      data: [{ _id: event, hasPicture: true }],
    })
  })

  const accountOf = (id: string) => here.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst()

  describe('rights', () => {
    test('show and restore each kind only to its section, a photo only to its gallery', async () => {
      const photo = await addPhoto('Gaushala')
      await call('DELETE', `/galleryphoto/Gaushala/${photo._id}`)
      const ids: [string, string][] = [['photo', photo._id]]
      for (const kind of ['home-video', 'event', 'message', 'certificate'] as const) {
        ids.push([kind, await trash(kind)])
      }
      const seen = async (...sections: string[]) =>
        (await list(await here.signIn(sections))).map(({ kind }) => kind).sort()
      expect(await seen('Gallery')).toEqual(['photo'])
      expect(await seen('Gaushala')).toEqual(['photo'])
      expect(await seen('School')).toEqual([])
      expect(await seen('HomeVideo', 'Message')).toEqual(['home-video', 'message'])
      expect(await seen('Donations')).toEqual(['certificate'])
      expect(await seen('UserInformation')).toEqual([])
      expect(await seen('All')).toEqual(['certificate', 'event', 'home-video', 'message', 'photo'])

      const stranger = await here.signIn(['School', 'UserInformation'])
      for (const [kind, id] of ids) {
        expect((await restore(kind, id, stranger)).statusCode).toBe(404)
        expect((await erase(kind, id, stranger)).json().data).toMatchObject([{ isDone: false, code: 'not_found' }])
        expect((await call('GET', `/trash/${kind}/${id}/picture`, stranger)).statusCode).toBe(404)
      }
      expect(await list()).toHaveLength(5)
    })

    test('let User Information restore only donations that the caller deleted', async () => {
      const [own, others] = [await buildDonation(here.db), await buildDonation(here.db)]
      const donors = await here.signIn(['UserInformation'])
      await call('DELETE', `/donate/${own.id}`, donors)
      await call('DELETE', `/donate/${others.id}`)
      expect((await list(donors)).map(({ _id }) => _id)).toEqual([own.id])
      expect((await restore('donation', others.id, donors)).statusCode).toBe(404)
      expect((await restore('donation', own.id, donors)).statusCode).toBe(200)
      await restore('donation', others.id)
    })

    test('to restore a donation stay with the account that deleted it, whatever its username', async () => {
      const { id } = await buildDonation(here.db)
      const former = await here.signIn(['UserInformation'])
      const other = await here.signIn(['UserInformation'])
      await call('DELETE', `/donate/${id}`, former)
      const rename = (session: TestSession, username: string) => session.put(`/admin/${session.admin.id}`, { username })
      expect((await rename(former, 'Former name')).statusCode).toBe(200)
      expect((await rename(other, former.admin.username)).statusCode).toBe(200)
      expect(await list(other)).toEqual([])
      expect((await restore('donation', id, other)).statusCode).toBe(404)
      expect(await list(former)).toMatchObject([{ _id: id, deletedBy: former.admin.username }])
      expect((await restore('donation', id, former)).statusCode).toBe(200)
    })

    test('let holders of Admin restore only accounts within their own rights', async () => {
      const keeper = await here.signIn(['Admin', 'Events'])
      const within = await buildAdmin(here.db, { sections: ['Events'] })
      const beyond = await buildAdmin(here.db, { sections: ['Donations'] })
      const chief = await buildAdmin(here.db, { role: 'superadmin' })
      for (const { id } of [within, beyond, chief]) await call('DELETE', `/admin/${id}`)
      expect((await list(keeper)).map(({ _id }) => _id)).toEqual([within.id])
      for (const { id } of [beyond, chief]) expect((await restore('admin', id, keeper)).statusCode).toBe(404)
      expect((await restore('admin', within.id, keeper, { role: 'superadmin', sections: ['All'] })).statusCode).toBe(
        200,
      )
      expect(await accountOf(within.id)).toEqual({ ...within, version: expect.any(Number) })
    })
  })

  describe('the daily emptying', () => {
    afterEach(() => void vi.useRealTimers())
    const start = Date.now()
    /** Runs the daily work of the server as on a later day. */
    async function emptyOnDay(day: number): Promise<void> {
      vi.useFakeTimers({ toFake: ['Date'], now: start + day * DAY_MS })
      const log = { error: () => undefined }
      await emptyTrash({ ...here, log, recorder: here.history.server, kinds: TRASHED_KINDS }, 30)
      vi.useRealTimers()
    }
    const isThere = async (id: string) => (await list()).some(({ _id }) => _id === id)

    test('deletes what is over 30 days old with its files, and records it, but no donation', async () => {
      const { id: donation } = await buildDonation(here.db)
      await call('DELETE', `/donate/${donation}`)
      const photo = await trash('photo')
      for (const day of [1, 28, 29.9]) await emptyOnDay(day)
      expect(await isThere(photo)).toBe(true)
      await emptyOnDay(30.95)
      expect([await isThere(photo), await isThere(donation)]).toEqual([false, true])
      expect(await storedFiles(here.config.dataDir)).toEqual([])
      const last = (await historyOf(here.db, photo)).at(-1)
      expect(last).toMatchObject({ action: 'photo.erased', actorId: null, details: { label: 'Evening feed' } })
    })

    test('deletes nothing while the clock is a year ahead for less than a day', async () => {
      const event = await trash('event')
      await emptyOnDay(365)
      await emptyOnDay(365.5)
      await emptyOnDay(1)
      await emptyOnDay(366.6)
      expect(await isThere(event)).toBe(true)
      await emptyOnDay(367.7)
      expect(await isThere(event)).toBe(false)
    })

    test('deletes more than one batch, and leaves what was restored meanwhile', async () => {
      const ids = await Promise.all(Array.from({ length: 101 }, async () => (await buildEvent(here.db)).id))
      for (const id of ids) await call('DELETE', `/event/${id}`)
      await emptyOnDay(30)
      await restore('event', ids[0] ?? '')
      await emptyOnDay(32)
      expect(await list(manager, '&kind=event')).toEqual([])
      expect(await here.db.selectFrom('events').select('id').execute()).toEqual([{ id: ids[0] }])
    })
  })
})
