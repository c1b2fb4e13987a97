import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, openDatabaseBeside } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { eachDatabase, makeEmptyDatabase, type TestDatabase } from '../testing/databases.ts'
import { sampleImage } from '../testing/files/sample-images.ts'
import { sampleVideo } from '../testing/files/sample-videos.ts'
import { placeFile } from '../testing/files/stored-files.ts'
import { formOf } from '../testing/requests/forms.ts'
import { type ServerProcess, signInTo, startServer, stopServer } from '../testing/server-process.ts'
import { type MediaCheckOptions, runMediaCheck } from './run-media-check.ts'

const PASSWORD = 'Chosen#2026'

eachDatabase((engine) => {
  let database: TestDatabase
  let server: ServerProcess | undefined
  beforeEach(async () => {
    database = await makeEmptyDatabase(engine)
    server = undefined
  })
  afterEach(async () => {
    if (server) await stopServer(server, 'SIGKILL')
    await database.remove()
  })

  const environment = () => ({
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
  })

  async function start(): Promise<{ url: string; token: string }> {
    server = await startServer(environment())
    const { token } = await signInTo(server, 'admin', PASSWORD)
    return { url: server.url, token }
  }

  async function addPhoto({ url, token }: { url: string; token: string }, width: number): Promise<string> {
    const body = new FormData()
    body.set('title', 'Evening feed')
    body.set('sectionName', 'School')
    body.append('images', new Blob([Buffer.from(await sampleImage('jpeg', width))]), 'cow.jpg')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/galleryphoto/addPhoto`, { method: 'POST', headers, body })
    const { data }: { data: { imageUrl: string }[] } = JSON.parse(await answer.text())
    return data[0]?.imageUrl ?? ''
  }

  async function check(options: Partial<MediaCheckOptions> = {}) {
    const lines: string[] = []
    const all = { remove: false, removeMost: false, remake: false, ...options }
    const { isClean } = await runMediaCheck(database, all, (text) => lines.push(text))
    return { isClean, said: lines.join('\n') }
  }

  async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const db = await openDatabaseBeside(database)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }

  const untilJobsAreDone = () =>
    expect
      .poll(() => withDatabase((db) => db.selectFrom('jobs').selectAll().execute()), { timeout: 60_000, interval: 100 })
      .toEqual([])
  const rowsOf = () =>
    withDatabase(async (db) => ({
      photos: await db.selectFrom('photos').selectAll().execute(),
      pictures: await db.selectFrom('pictures').selectAll().execute(),
      jobs: await db.selectFrom('jobs').selectAll().execute(),
    }))

  test('finds no difference beside a running server, even during an upload', async () => {
    const signedIn = await start()
    await addPhoto(signedIn, 900)
    expect(await check()).toMatchObject({ isClean: true, said: expect.stringContaining('No problems found') })
    await untilJobsAreDone() // so that tmp contains only the next upload

    const { payload, headers } = formOf(['title', 'Slow'], ['sectionName', 'School'], {
      field: 'images',
      name: 'slow.jpg',
      bytes: await sampleImage('jpeg', 900, 900),
    })
    const call = request(`${signedIn.url}/api/galleryphoto/addPhoto`, {
      method: 'POST',
      headers: { ...headers, 'content-length': payload.length, authorization: `Bearer ${signedIn.token}` },
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      call.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject)
    })
    call.write(payload.subarray(0, payload.length / 2))
    const parts = () => readdir(join(database.dataDir, 'tmp'))
    await expect.poll(parts).not.toEqual([])
    // On a slow connection the last bytes may have arrived hours ago.
    for (const part of await parts()) await utimes(join(database.dataDir, 'tmp', part), 0, 0)
    expect((await check({ remove: true })).isClean).toBe(true)
    call.end(payload.subarray(payload.length / 2))
    expect(await answered).toBe(200)

    await untilJobsAreDone()
    const { isClean, said } = await check()
    expect(isClean).toBe(true)
    expect(said).toMatch(/^Looked at 10 files \([\d.]+ MB\) and 2 rows with a file\./)
  })

  test('names a video of an earlier version that may say where it was made', async () => {
    const { url, token } = await start()
    const body = new FormData()
    body.set('title', 'Evening feed')
    body.append('video', new Blob([Buffer.from(await sampleVideo('index-last.mp4'))]), 'cow.mp4')
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${url}/api/homevideo/addvideo`, { method: 'POST', headers, body })
    expect((await check()).said).not.toContain('May still hold')
    const { id, path } = await withDatabase((db) =>
      db.selectFrom('home_videos').select(['id', 'path']).executeTakeFirstOrThrow(),
    )
    await writeFile(join(database.dataDir, path), await sampleVideo('index-last.mp4'))
    expect(await check()).toEqual({
      isClean: true,
      said: expect.stringContaining(
        `May still hold the place where it was filmed; edit the record and choose the file again: home video ${id} "Evening feed": ${path}`,
      ),
    })
  })

  test('on request deletes only unneeded files that SevaDesk created, and no rows', async () => {
    const path = await addPhoto(await start(), 48)
    await untilJobsAreDone()
    const inMedia = (stored: string) => join(database.dataDir, stored)
    const orphan = path.replace(/[0-9a-f]{30}/, '0123456789abcdef0123456789abcd')
    const stray = variantPath(path, 400, 'webp')
    const part = `/tmp/gone-1-${randomBytes(8).toString('hex')}.part`
    for (const copy of [orphan, stray, part, '/media/README.txt']) await copyFile(inMedia(path), inMedia(copy))
    const foreign = ['/media/README.txt', '/media/lost+found/', variantPath(path, 400, 'webp').replace('webp', 'jpg')]
    await mkdir(inMedia('/media/lost+found'))
    await writeFile(inMedia(foreign[2] ?? ''), 'by hand')
    // As if written by another host more than a day ago.
    await utimes(inMedia(part), 0, 0)

    const before = await rowsOf()
    const seen = await check()
    expect(seen.isClean).toBe(false)
    expect(seen.said).toContain(`1 file that no row names (`)
    expect(seen.said).toContain(`1 smaller version that no picture lists (`)
    expect(seen.said).toContain(`1 partial file of an interrupted upload (`)
    expect(seen.said).toContain(`3 entries that SevaDesk did not create`)
    for (const name of [orphan, stray, part, ...foreign]) expect(seen.said).toContain(`\n  ${name}`)
    expect(seen.said).toContain('Nothing was removed.')
    expect(await check()).toEqual(seen)

    const removed = await check({ remove: true })
    expect(removed.isClean).toBe(false)
    expect(removed.said).toContain('Removed 3 files (')
    for (const name of foreign) await rm(inMedia(name), { recursive: true })
    expect(await check()).toMatchObject({ isClean: true, said: expect.stringContaining('Looked at 1 file (') })
    expect(await rowsOf()).toEqual(before)
  })

  test('reports a row without its file and deletes nothing', async () => {
    const path = await addPhoto(await start(), 48)
    await untilJobsAreDone()
    await rm(join(database.dataDir, path))
    const before = await rowsOf()
    const { isClean, said } = await check({ remove: true, remake: true })
    expect(isClean).toBe(false)
    expect(said).toContain(`1 row whose file is missing:\n  photo ${before.photos[0]?.id} "Evening feed": ${path}`)
    expect(await rowsOf()).toEqual(before)
  })

  test('recreates a missing smaller version of a picture on request', async () => {
    const path = await addPhoto(await start(), 900)
    await untilJobsAreDone()
    const missing = variantPath(path, 800, 'avif')
    await rm(join(database.dataDir, missing))
    const seen = await check()
    expect(seen.isClean).toBe(false)
    expect(seen.said).toContain(`1 smaller version that is missing:\n  ${missing}`)
    expect((await check({ remake: true })).isClean).toBe(true)
    expect((await rowsOf()).pictures).toMatchObject([{ widths: '[]' }])

    if (server) await stopServer(server)
    await start()
    await untilJobsAreDone()
    expect((await rowsOf()).pictures).toMatchObject([{ widths: '[400,800]' }])
    expect((await check()).isClean).toBe(true)
  })

  test('deletes most of the files only with --remove-most', async () => {
    await (await openDatabase(database)).destroy()
    await placeFile(database.dataDir, `/media/00/${randomBytes(15).toString('hex')}.jpg`, Buffer.from('x'))
    const left = async () => (await readdir(join(database.dataDir, 'media/00'))).length
    const refused = { isClean: false, said: expect.stringMatching(/Nothing was removed: .*--remove-most/s) }
    expect(await check({ remove: true })).toMatchObject(refused)
    expect(await left()).toBe(1)
    expect((await check({ removeMost: true })).isClean).toBe(true)
    expect(await left()).toBe(0)
  })

  test('refuses the data folder of another database', async () => {
    await (await openDatabase(database)).destroy()
    const other = await makeEmptyDatabase(engine)
    await (await openDatabase(other)).destroy()
    if (engine === 'PostgreSQL') database = { ...database, databaseUrl: other.databaseUrl }
    if (engine === 'SQLite')
      await copyFile(join(other.dataDir, 'sevadesk.sqlite'), join(database.dataDir, 'sevadesk.sqlite'))
    await expect(check({ remove: true })).rejects.toThrow(
      /belongs to another database than the (SQLite )?one .+DATABASE_URL/,
    )
    await (await openDatabase(database, { isNewDatabase: true })).destroy()
    expect((await check()).isClean).toBe(true)
    await other.remove()
  })

  test('refuses an empty database and a database of another version', async () => {
    await expect(check()).rejects.toThrow(/no database|still empty/)
    await (await openDatabase(database)).destroy()
    const change = (statement: string) => withDatabase((db) => sql.raw(statement).execute(db))
    await change(`insert into sevadesk_migrations (name, applied_at) values ('9999-later', '')`)
    await expect(check()).rejects.toThrow(/newer version of SevaDesk \(it has migration 9999-later\)/)
  })

  test('exits with 0 without differences, with 1 if a difference remains, and with 2 on failure', async () => {
    const run = (...args: string[]) => {
      const program = join(import.meta.dirname, 'media-check.ts')
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        env: environment(),
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^.+\.\n$/) })
    await (await openDatabase(database)).destroy()
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    expect(run('--delete')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'The arguments "--delete" are not valid. The options are --remove, --remove-most and --remake.\n',
    })
    await mkdir(join(database.dataDir, 'media'))
    await writeFile(join(database.dataDir, 'media', 'README.txt'), 'by hand')
    expect(run('--remove', '--remake')).toMatchObject({ status: 1, stderr: '' })
  })
})
