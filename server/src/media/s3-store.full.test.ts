import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasS3Server, S3_KEYS, type S3Server, startS3Server } from '../../../scripts/s3-server.ts'
import { runBackup } from '../commands/run-backup.ts'
import { runMediaCheck } from '../commands/run-media-check.ts'
import { runMove } from '../commands/run-move.ts'
import type { S3Settings } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { findUnfinishedRestore, markUnfinishedRestore } from '../db/folder-mark.ts'
import { sweepStore } from '../resources/media-files/media-check-service.ts'
import { sweepFilesToDelete } from '../resources/media-files/pending-file-service.ts'
import { insertPendingFiles } from '../resources/media-files/pending-file-store.ts'
import { contentOf, withoutRestores } from '../testing/backups/backup-fixture.ts'
import { backUp, restore, settingsOf, testPlaces, withDatabase } from '../testing/backups/backup-places.ts'
import { sampleImage } from '../testing/files/sample-images.ts'
import { testFolder } from '../testing/files/test-folder.ts'
import { mediaCases } from '../testing/media-cases.ts'
import { keepFile, mediaFileCases } from '../testing/media-file-cases.ts'
import type { FormPart } from '../testing/requests/forms.ts'
import { suiteServer, suiteSession } from '../testing/test-app.ts'
import type { FileStore } from './file-store.ts'
import { claimStore, openMedia, openStore } from './open-media.ts'

const BUCKET = 'sevadesk-test'

/** Not the clock of the tests, which the storage refuses. */
const realNow = () => Math.floor(performance.timeOrigin + performance.now())

const photoForm = async (): Promise<FormPart[]> => [
  ['title', 'Cow'],
  ['sectionName', 'School'],
  { field: 'images', name: 'cow.jpg', bytes: await sampleImage('jpeg') },
]

let s3: S3Server

describe.skipIf(!hasS3Server)('media in an S3 storage', () => {
  beforeAll(async () => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(realNow)
    s3 = await startS3Server()
    await s3.createBucket(BUCKET)
    return async () => {
      clock.mockRestore()
      await s3.stop()
    }
  })

  const newPrefix = () => `${randomBytes(4).toString('hex')}/`
  const settings = (more: Partial<S3Settings> = {}): S3Settings => ({
    bucket: BUCKET,
    prefix: newPrefix(),
    region: 'us-east-1',
    endpoint: s3.url,
    pathStyle: true,
    keys: S3_KEYS,
    isRedirecting: false,
    ...more,
  })
  const open = (dataDir: string, more: Partial<S3Settings> = {}) =>
    openMedia({ dataDir, photoMaxPixels: 1e6, photoMaxEdge: 2000, s3: settings(more) })
  const environment = (more: Record<string, string> = {}) => ({
    MEDIA_STORE: 's3',
    S3_BUCKET: BUCKET,
    S3_PREFIX: newPrefix(),
    S3_ENDPOINT: s3.url,
    S3_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    ...more,
  })
  const listStored = async (store: FileStore) => (await store.survey()).stored.map(({ path }) => path).sort()
  const sdk = () => new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true, credentials: S3_KEYS })

  mediaCases('stored as objects', async () => {
    const dataDir = testFolder()
    const media = await open(dataDir)
    return {
      media,
      dataDir,
      read: (path) => buffer(media.read(path)).catch(() => undefined),
      listStored: () => listStored(media.store),
      close: () => media.close(),
    }
  })

  test('uploads a large file in parts, and reads ranges of it', async () => {
    const dataDir = testFolder()
    const { store } = await open(dataDir)
    const [from, path] = [join(dataDir, 'large'), `/media/aa/${'b'.repeat(30)}.mp4`]
    const bytes = randomBytes(20 * 1024 * 1024)
    await writeFile(from, bytes)
    await store.put([{ from, path }])
    expect((await buffer(store.read(path))).equals(bytes)).toBe(true)
    const range = { start: 8_388_600, end: 8_388_700 }
    expect(await buffer(store.read(path, range))).toEqual(bytes.subarray(range.start, range.end + 1))
    expect(existsSync(from)).toBe(false)
  })

  test('stores nothing when a byte changes on the way', async () => {
    const proxy = createServer((request, response) => {
      const { method, url, headers } = request
      const onward = httpRequest(`${s3.url}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.on('data', (chunk: Buffer) =>
        onward.write(Buffer.from(chunk.toString('latin1').replace('cow', 'cat'), 'latin1')),
      )
      request.on('end', () => onward.end())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const dataDir = testFolder()
    const { store } = await open(dataDir, { endpoint })
    const [from, path] = [join(dataDir, 'part'), `/media/aa/${'b'.repeat(30)}.jpg`]
    await writeFile(from, 'a cow')
    await expect(store.put([{ from, path }])).rejects.toThrow(
      /XAmzContentSHA256Mismatch|BadDigest|SignatureDoesNotMatch|keys/,
    )
    expect(await listStored(store)).toEqual([])
    proxy.close()
    proxy.closeAllConnections()
  })

  test.each<[Partial<S3Settings>, RegExp]>([
    [{ bucket: 'sevadesk-none' }, /bucket sevadesk-none \(S3_BUCKET\) does not exist/],
    [{ keys: { ...S3_KEYS, accessKeyId: 'other' } }, /does not accept the keys/],
    [{ keys: { ...S3_KEYS, secretAccessKey: 'other' } }, /does not accept the keys/],
  ])('refuses the settings %j at start', async (more, sentence) => {
    await expect(open(testFolder(), more)).rejects.toThrow(sentence)
  })

  test('refuses a clock that is an hour off at start', async () => {
    const now = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 3_600_000)
    try {
      await expect(open(testFolder())).rejects.toThrow('set the time (NTP)')
    } finally {
      now.mockImplementation(realNow)
    }
  })

  describe('sent by the server', () => {
    const here = suiteServer(async () => ({ env: environment() }))
    mediaFileCases(here)

    test('keeps certificates from the public', async () => {
      const path = await keepFile(here, examplePdf(['Example']), 'pdf')
      expect((await here.app.inject({ method: 'GET', url: path })).statusCode).toBe(404)
    })
  })

  describe('fetched from the storage', () => {
    const here = suiteServer(async () => ({ env: environment({ MEDIA_DELIVERY: 'redirect' }) }))
    const chief = suiteSession(here, 'superadmin')
    const get = (url: string) => here.app.inject({ method: 'GET', url })

    test('redirects to an address that is valid for an hour, whose host the policy of the panel names', async () => {
      const image = await sampleImage('jpeg')
      const path = await keepFile(here, image)
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'private, max-age=900'])
      const address = new URL(String(answer.headers.location))
      expect(address.origin).toBe(s3.url)
      expect(Number(address.searchParams.get('X-Amz-Expires'))).toBe(3600)
      expect((await get(path)).headers.location).toBe(address.href)
      const found = await fetch(address, { headers: { range: 'bytes=0-9' } })
      expect(found.status).toBe(206)
      expect(Object.fromEntries(found.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(Buffer.from(await found.arrayBuffer())).toEqual((await buffer(here.media.read(path))).subarray(0, 10))
      const policy = String((await get('/')).headers['content-security-policy'])
      expect(policy).toContain(`img-src 'self' data: blob: ${s3.url};`)
      expect(policy).toContain(`media-src 'self' blob: ${s3.url};`)
    })

    test('signs the name of a download, and no other path', async () => {
      const path = await keepFile(here, await sampleImage('png'))
      const address = new URL(String((await get(`${path}?download`)).headers.location))
      expect((await fetch(address)).headers.get('content-disposition')).toBe('attachment')
      address.pathname = address.pathname.replace('.png', '.jpg')
      expect((await fetch(address)).status).toBe(403)
    })

    test('answers the panel, which asks by HEAD whether there is a file, itself', async () => {
      const path = await keepFile(here, await sampleImage('png'))
      expect((await here.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
      expect((await here.app.inject({ method: 'HEAD', url: path.replace('.png', '.jpg') })).statusCode).toBe(404)
    })

    test('signs neither certificates nor files of the trash, which go through the server', async () => {
      expect((await get(await keepFile(here, examplePdf(['Example']), 'pdf'))).statusCode).toBe(404)
      const added = await chief.form('POST', '/galleryphoto/addPhoto', await photoForm())
      const [{ imageUrl }] = added.json().data
      const { id } = await here.db.selectFrom('photos').select('id').executeTakeFirstOrThrow()
      expect((await get(imageUrl)).statusCode).toBe(302)
      expect((await chief.delete(`/galleryphoto/School/${id}`)).statusCode).toBe(200)
      expect((await get(imageUrl)).statusCode).toBe(404)
      const picture = await chief.get(`/trash/photo/${id}/picture`)
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    })
  })

  describe('beside the database', () => {
    const places = testPlaces()
    afterEach(() => places.removeAll())

    test('a backup goes from disk to the storage and back with every file, and media:check agrees', async () => {
      const source = await places.filled('SQLite')
      const before = await withDatabase(source, (db) => contentOf(db, source.dataDir))
      const files = Object.keys(before).filter((name) => name.startsWith('media/'))
      const [place, back] = [await places.empty('SQLite'), await places.empty('SQLite')]
      const moved = { ...settingsOf(place), s3: settings() }
      await restore(moved, await backUp(source))
      const store = await openStore(moved)
      expect(await listStored(store)).toEqual(files.map((name) => `/${name}`).sort())
      expect(existsSync(join(place.dataDir, 'media'))).toBe(false)
      const check = async (at: typeof moved | ReturnType<typeof settingsOf>) => {
        const lines: string[] = []
        await runMediaCheck(at, { remove: false, removeMost: false, remake: false }, (text) => lines.push(text))
        return lines
      }
      expect(await check(moved)).toEqual(await check(settingsOf(source)))

      const file = join(place.dataDir, 'backup.tar')
      expect(await runBackup(moved, { file, key: undefined, kind: 'manual' }, () => undefined)).toBeNull()
      await restore(settingsOf(back), file)
      const after = await withDatabase(back, (db) => contentOf(db, back.dataDir))
      expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
      for (const name of files) expect(after[name]).toBe(before[name])
      expect(withoutRestores(after, 2).donations).toEqual(before.donations)

      const again = { ...settingsOf(await places.empty('SQLite')), s3: moved.s3 }
      await expect(restore(again, file)).rejects.toThrow('was used with a database or has files')
      expect((await listStored(store)).length).toBe(files.length)
    })

    test('a move carries an installation to the storage and back', async () => {
      const source = await places.filled('SQLite')
      const before = await withDatabase(source, (db) => contentOf(db, source.dataDir))
      const [place, back] = [await places.empty('SQLite'), await places.empty('SQLite')]
      const moved = { ...settingsOf(place), s3: settings() }
      await runMove(settingsOf(source), moved, () => undefined)
      expect(existsSync(join(place.dataDir, 'media'))).toBe(false)
      await runMove(moved, settingsOf(back), () => undefined)
      expect(withoutRestores(await withDatabase(back, (db) => contentOf(db, back.dataDir)), 2)).toEqual(before)
    })

    test('an unfinished restore is undone in the bucket that it filled alone', async () => {
      const file = await backUp(await places.filled('SQLite'))
      const place = await places.empty('SQLite')
      const killed = { ...settingsOf(place), s3: settings() }
      const dataDir = testFolder()
      const store = await openStore({ dataDir, s3: killed.s3 })
      const put = async (into: FileStore, path: string) => {
        await writeFile(join(dataDir, 'x'), 'x')
        await into.put([{ from: join(dataDir, 'x'), path }])
      }
      const stray = `/media/aa/${'b'.repeat(30)}.jpg`
      await markUnfinishedRestore(place.dataDir, { id: 'killed', created: [] })
      const used = settings()
      const usedStore = await openStore({ dataDir, s3: used })
      await put(usedStore, stray)
      await expect(restore({ ...killed, s3: used }, file)).rejects.toThrow('has files')
      expect(await listStored(usedStore)).toEqual([stray])

      await put(store, stray)
      await store.shared?.writeMark('restore killed')
      await markUnfinishedRestore(place.dataDir, { id: 'killed', created: [] })
      await restore(killed, file)
      expect(await listStored(store)).not.toContain(stray)
      expect(findUnfinishedRestore(place.dataDir)).toBeUndefined()
    })

    test('a bucket belongs to one database, until an operator says otherwise', async () => {
      const [first, second] = [await places.migrated('SQLite'), await places.migrated('SQLite')]
      const s3 = settings()
      const claim = async (place: typeof first, isNewDatabase = false) => {
        const db = await openDatabase(place)
        try {
          await claimStore(await openStore({ dataDir: place.dataDir, s3 }), db, { isNewDatabase })
        } finally {
          await db.destroy()
        }
      }
      await claim(first)
      await claim(first)
      const store = await openStore({ dataDir: first.dataDir, s3 })
      await store.shared?.writeMark('2020-01-01T00:00:00.000Z')
      await expect(claim(second)).rejects.toThrow(/^The bucket sevadesk-test .+ belongs to another database/)
      await claim(second, true)
      await claim(second)
    })

    test('the sweep removes what no row names after a month, nothing of a server that is uploading, and nothing of another database', async () => {
      const place = await places.migrated('SQLite')
      const s3 = settings()
      const media = await open(place.dataDir, s3)
      const { store } = media
      const image = await sampleImage('png')
      const keep = () => keepFile({ media }, image)
      const [named, adding, stray, large] = [await keep(), await keep(), await keep(), await keep()]
      const unfinished = { Bucket: BUCKET, Key: `${s3.prefix}media/aa/unfinished` }
      await sdk().send(new CreateMultipartUploadCommand(unfinished))
      const countUploads = async () => {
        const found = await sdk().send(new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: s3.prefix }))
        return found.Uploads?.length ?? 0
      }
      await withDatabase(place, async (db) => {
        const texts = { section_name: 'School', title: '', description: '', created_at: '' } as const
        await db
          .insertInto('photos')
          .values({ id: 'a'.repeat(24), path: named, ...texts })
          .execute()
        await db
          .insertInto('photos')
          .values({ id: 'b'.repeat(24), path: large, ...texts })
          .execute()
        await insertPendingFiles(db, [adding], 'adding')
        const errors: object[] = []
        const sweep = async (hours: number, from: FileStore = store) => {
          const log = { error: (details: object) => void errors.push(details) }
          const now = Date.now() + hours * 3_600_000
          await sweepStore({ db, media: { store: from }, log }, new AbortController().signal, now)
        }
        const all = [named, adding, stray, large].sort()
        await sweep(31 * 24)
        expect(await listStored(store)).toEqual(all)
        await store.shared?.writeMark('2020-01-01T00:00:00.000Z')
        await expect(sweep(31 * 24)).rejects.toThrow('belongs to another database')
        expect(await listStored(store)).toEqual(all)
        await claimStore(store, db, { isNewDatabase: true })
        await sweep(23)
        expect([await listStored(store), await countUploads()]).toEqual([all, 1])
        await sweep(29 * 24)
        expect([await listStored(store), await countUploads()]).toEqual([all, 0])
        expect(errors).toEqual([])
        if (!store.shared) throw new Error('not shared')
        const abortUploads = () => Promise.reject(new Error('AccessDenied'))
        const refused = sweep(31 * 24, { ...store, shared: { ...store.shared, abortUploads } })
        await expect(refused).rejects.toThrow('AccessDenied')
        expect(await listStored(store)).toEqual([named, adding, large].sort())
        expect(errors).toMatchObject([{ path: stray }])
        await db.deleteFrom('photos').execute()
        await db.deleteFrom('pending_files').execute()
        for (let more = 0; more < 10; more += 1) await keep()
        await sweep(31 * 24)
        expect((await listStored(store)).length).toBe(13)
        expect(errors[1]).toEqual({ files: 13 })
      })
      await media.close()
    })
  })

  describe('while the storage is away', () => {
    const here = suiteServer(async () => ({ env: environment() }))
    const chief = suiteSession(here, 'superadmin')

    test('refuses an upload, keeps nothing of it, and takes uploads again by itself', async () => {
      const upload = async () => chief.form('POST', '/galleryphoto/addPhoto', await photoForm())
      const path = (await upload()).json().data[0].imageUrl
      await here.jobs.idle()
      const stored = await listStored(here.media.store)
      await s3.kill()
      const refused = await upload()
      expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
        503,
        'media_unavailable',
        '5',
      ])
      expect((await here.app.inject({ method: 'GET', url: path })).statusCode).toBe(503)
      expect((await here.get('/health')).json()).toMatchObject({ status: 'degraded', reason: 'media_unavailable' })
      expect(await here.db.selectFrom('photos').select('path').execute()).toEqual([{ path }])
      expect(await readdir(join(here.config.dataDir, 'tmp'))).toEqual([])
      const pending = await here.db.selectFrom('pending_files').select('state').execute()
      expect(pending).toEqual([{ state: 'deleting' }])

      await s3.restart()
      await sweepFilesToDelete({ ...here, log: here.app.log }, new AbortController().signal)
      expect(await here.db.selectFrom('pending_files').select('path').execute()).toEqual([])
      expect(await listStored(here.media.store)).toEqual(stored)
      expect((await upload()).statusCode).toBe(200)
      expect((await here.app.inject({ method: 'GET', url: path })).statusCode).toBe(200)
    })
  })
})
