import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ERASABLE_KINDS, type ErasableKind } from '@sevadesk/contract/records/trash.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tables } from '../../db/schema.ts'
import { surveyDisk } from '../../media/disk-survey.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer } from '../../testing/test-app.ts'
import { type TrashCalls, trashCalls } from '../../testing/trash-calls.ts'
import { endBackup, insertBackup } from '../backups/backup-store.ts'
import { isClean } from '../media-files/media-check-report.ts'
import { checkMedia } from '../media-files/media-check-service.ts'
import { insertPendingFiles } from '../media-files/pending-file-store.ts'
import { LEASE_MS } from '../media-files/running-backup-store.ts'

anyDatabase((engine) => {
  const here = suiteServer({ engine })
  let trash: TrashCalls
  beforeAll(async () => {
    trash = await trashCalls(here)
  })
  beforeEach(() => trash.clear())

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
      const before = await trash.steps[kind].add()
      await trash.steps[kind].add()
      const { _id: id } = before
      const [listed, row] = [(await trash.call('GET', trash.steps[kind].list)).json().data, await rowOf(kind, id)]
      expect((await trash.call('DELETE', `${trash.steps[kind].path}/${id}`)).statusCode).toBe(200)
      expect(await rowOf(kind, id)).toBeUndefined()
      expect(await trash.list()).toEqual([
        expect.objectContaining({ kind, _id: id, label: LABELS[kind], deletedBy: trash.manager.admin.username }),
      ])
      const [item] = await trash.list()
      expect(Date.parse(item?.eraseAt ?? '') - Date.parse(item?.deletedAt ?? '')).toBe(30 * 24 * 60 * 60 * 1000)

      expect((await trash.restore(kind, id)).statusCode).toBe(200)
      expect(await trash.list()).toEqual([])
      expect(await rowOf(kind, id)).toEqual(row && nextVersion(row))
      const expected = listed.map((item: { _id: string }) => (item._id === id ? nextVersion(item) : item))
      expect((await trash.call('GET', trash.steps[kind].list)).json().data).toEqual(expected)
      expect((await historyOf(here.db, trash.historyIdOf(kind, id))).slice(-2)).toMatchObject([
        { action: `${kind}.deleted`, actorId: trash.manager.admin.id },
        { action: `${kind}.restored`, actorId: trash.manager.admin.id, ...namedInHistory(kind) },
      ])
    })

    test('is deleted for good with its files, and is recorded', async () => {
      const { _id: id } = await trash.steps[kind].add()
      await trash.call('DELETE', `${trash.steps[kind].path}/${id}`)
      expect((await trash.erase(kind, id)).json().data).toEqual([{ kind, _id: id, isDone: true }])
      expect(await trash.list()).toEqual([])
      expect(await storedFiles(here.config.dataDir)).toEqual([])
      expect(await here.db.selectFrom('pictures').selectAll().execute()).toEqual([])
      expect((await trash.restore(kind, id)).statusCode).toBe(404)
      expect((await historyOf(here.db, trash.historyIdOf(kind, id))).at(-1)).toMatchObject({
        action: `${kind}.erased`,
        ...namedInHistory(kind),
      })
    })

    test('lets exactly one of concurrent restorations and deletions win', async () => {
      const { _id: id } = await trash.steps[kind].add()
      await trash.call('DELETE', `${trash.steps[kind].path}/${id}`)
      const answers = await Promise.all([
        trash.restore(kind, id),
        trash.restore(kind, id),
        trash.erase(kind, id),
        trash.erase(kind, id),
      ])
      const wins = answers.filter((answer) => answer.json().data?.[0]?.isDone ?? answer.statusCode === 200)
      expect(wins).toHaveLength(1)
      const lost = answers.filter((answer) => !wins.includes(answer)).map((answer) => answer.json())
      for (const answer of lost) {
        expect((answer.data?.[0] ?? answer).message).toBe(
          'This is no longer in the trash: it was restored or deleted for good meanwhile.',
        )
      }
      expect(await trash.list()).toEqual([])
    })
  })

  test('serves no file of a deleted photo until it is restored, and keeps its smaller versions', async () => {
    const photo = await trash.addPhoto()
    const [listed] = (await trash.call('GET', '/galleryphoto/School')).json().data
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
    await trash.call('DELETE', `/galleryphoto/School/${photo._id}`)
    expect(new Set(await statuses())).toEqual(new Set([404]))
    const findings = await checkMedia(here.db, { ...here.media, survey: () => surveyDisk(here.config.dataDir) })
    expect([isClean(findings), findings.rows]).toEqual([true, 1])

    const picture = await trash.call('GET', `/trash/photo/${photo._id}/picture`)
    expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'no-store',
    ])
    const small = await readFile(join(here.config.dataDir, photo.imageUrl.replace('.jpg', '-400.webp')))
    expect(picture.rawPayload.equals(small)).toBe(true)

    await trash.restore('photo', photo._id)
    expect(new Set(await statuses())).toEqual(new Set([200]))
    expect((await trash.call('GET', '/galleryphoto/School')).json().data).toEqual([nextVersion(listed)])
  })

  test('returns 404 for a file deleted for good while a backup keeps it, and serves files with a row', async () => {
    const photos = [await trash.addPhoto(), await trash.addPhoto()] as const
    const urls = photos.flatMap(({ imageUrl }) => [imageUrl, imageUrl.replace('.jpg', '-400.webp')])
    await insertPendingFiles(here.db, [photos[1].imageUrl], 'deleting')
    const aliveUntil = new Date(Date.now() + LEASE_MS)
    await insertBackup(here.db, { id: 'b1', kind: 'manual', file: '/b.tar', aliveUntil })
    await trash.call('DELETE', `/galleryphoto/School/${photos[0]._id}`)
    await trash.erase('photo', photos[0]._id)
    const statuses = await Promise.all(urls.map(async (url) => (await here.app.inject({ url })).statusCode))
    expect(statuses).toEqual([404, 404, 200, 200])
    expect(await storedFiles(here.config.dataDir)).toEqual(expect.arrayContaining(urls))
    await endBackup(here.db, 'b1', {})
  })

  test('restores and deletes several, and says what became of each', async () => {
    const ids = [await trash.trash('event'), await trash.trash('event'), 'aaaaaaaaaaaaaaaaaaaaaaaa']
    const items = ids.map((_id) => ({ kind: 'event', _id }))
    const restored = (await trash.call('POST', '/trash/restore', trash.manager, { items })).json().data
    expect(restored.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual([true, true, false])
    expect(restored[2]).toMatchObject({ code: 'not_found', message: expect.stringContaining('no longer in the trash') })
    for (const refused of [[], Array.from({ length: 101 }, () => items[0]), [{ kind: 'donation', _id: items[0]?._id }]])
      expect((await trash.call('POST', '/trash/delete', trash.manager, { items: refused })).statusCode).toBe(400)
  })

  test('keeps deleted donations for ever, and restores them', async () => {
    const { id } = await buildDonation(here.db, { donor_name: 'सीता', amount: 51_000 })
    await trash.call('DELETE', `/donate/${id}`)
    expect(await trash.list(trash.manager, '&kind=donation')).toEqual([
      {
        kind: 'donation',
        _id: id,
        label: 'सीता',
        amount: 51_000,
        currency: 'INR',
        hasPicture: false,
        deletedAt: expect.any(String),
        deletedBy: trash.manager.admin.username,
        eraseAt: null,
      },
    ])
    expect((await trash.restore('donation', id)).statusCode).toBe(200)
    expect(await trash.list()).toEqual([])
    expect((await trash.restore('donation', id)).statusCode).toBe(404)
  })

  test('keeps nothing in the history that a visitor wrote', async () => {
    const id = await trash.trash('message')
    await trash.restore('message', id)
    await trash.call('DELETE', `/message/deleteMessage/${id}`)
    await trash.erase('message', id)
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
    const event = await trash.trash('event')
    await trash.trash('message')
    expect((await trash.list()).map(({ kind }) => kind)).toEqual(['message', 'event'])
    expect((await trash.list(trash.manager, '&kind=event')).map(({ _id }) => _id)).toEqual([event])
    expect((await trash.call('GET', '/trash?limit=1&page=2')).json()).toMatchObject({
      total: 2,
      page: 2,
      isCapped: false,
      data: [{ _id: event, hasPicture: true }],
    })
  })
})
