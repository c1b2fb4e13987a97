import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../support/postgresql.ts'
import { freePort, startProgram } from '../support/program.ts'
import { openPostgresql, openSqlite, type Sql } from '../support/sql.ts'
import { CREDENTIALS } from '../support/stand.ts'
import { galleryClient, makePhoto, Refused, signIn } from './gallery-client.ts'
import { hashOf, PhotoLedger } from './photo-ledger.ts'
import { randomFrom } from './random.ts'

export interface KillOptions {
  database: 'sqlite' | 'postgresql'
  rounds: number
  /** How many more rounds may be tried while no kill has fallen between file and row. */
  moreRounds?: number
  seed: number
  log?: (line: string) => void
}

export interface KillFigures {
  rounds: number
  /** Calls that were answered with success before some kill. */
  acknowledged: number
  /** Photos that stood at the end, each compared byte for byte. */
  photos: number
  /** Kills that left a file in place whose row was not yet written. */
  betweenFileAndRow: number
  /** Kills that left a file in place whose row was already gone. */
  betweenRowAndFile: number
  /** Kills that left a file half arrived. */
  whileArriving: number
}

const SENDERS = 4
const LONGEST_PHOTO = 150_000
/** The kill comes after up to so many calls of its round have been acknowledged, and so many milliseconds later. */
const MOST_CALLS = 8
const MOST_MS = 40

/**
 * Kills the server with SIGKILL in the middle of adding, changing and deleting photos, starts it again, and so on. Right after each kill
 * no row may be without its file; after each start rows and files agree, nothing is left over, and all that was acknowledged
 * is there. Throws at the first breach, with the seed.
 */
export async function killUploads(options: KillOptions): Promise<KillFigures> {
  const { database, rounds, moreRounds = 0, seed, log = () => undefined } = options
  const random = randomFrom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'sevadesk-kill-'))
  const databaseUrl = database === 'postgresql' ? await createDatabase() : ''
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
    LOG_LEVEL: 'error',
  }
  const start = () => startProgram('server/src/main.ts', settings, `${url}/api/health`)
  const openSql = () => (databaseUrl ? openPostgresql(databaseUrl) : openSqlite(join(dataDir, 'sevadesk.sqlite')))
  const ledger = new PhotoLedger()
  const figures = { rounds: 0, betweenFileAndRow: 0, betweenRowAndFile: 0, whileArriving: 0 }

  let server = await start()
  try {
    const gallery = galleryClient(url, await signIn(url))
    const isEnough = (done: number) => done >= rounds && (figures.betweenFileAndRow > 0 || done >= rounds + moreRounds)
    while (!isEnough(figures.rounds)) {
      figures.rounds += 1
      const round = figures.rounds
      const work = { isOver: false }
      const senders = Array.from({ length: SENDERS }, () => send(gallery, ledger, random, work))
      const allStopped = Promise.all(senders)
      try {
        // Senders stop after the kill alone; one that stops before has failed, and says why.
        await Promise.race([aMomentOfWork(ledger, random, work), allStopped])
      } finally {
        work.isOver = true
      }
      await server.kill()
      await allStopped

      const left = await look(openSql, dataDir)
      fail(left.rowsWithoutFile, `round ${round}, right after the kill: a row without its file`)
      if (left.arriving.length > 0) figures.betweenFileAndRow += 1
      if (left.leaving.length > 0) figures.betweenRowAndFile += 1
      if (left.parts.length > 0) figures.whileArriving += 1

      server = await start()
      const now = await look(openSql, dataDir)
      const after = `round ${round}, after the start`
      fail(now.rowsWithoutFile, `${after}: a row without its file`)
      fail(now.filesWithoutRow, `${after}: a file without its row`)
      fail(now.parts, `${after}: a half-arrived file`)
      fail(now.pending, `${after}: a path still waiting`)
      const found = new Map(
        (await gallery.list()).map(({ _id, imageUrl }) => [_id, hashOf(readFileSync(join(dataDir, imageUrl)))]),
      )
      fail(ledger.settle(found), after)
      log(
        `round ${round}: ${found.size} photos, ${left.parts.length} arriving, ${left.arriving.length} without row yet, ${left.leaving.length} leaving`,
      )
    }
    const photos = await gallery.list()
    for (const { imageUrl } of photos) {
      const served = Buffer.from(await (await fetch(url + imageUrl)).arrayBuffer())
      if (!served.equals(readFileSync(join(dataDir, imageUrl))))
        throw new Error(`${imageUrl} is not served as it was stored`)
    }
    return { acknowledged: ledger.acknowledged, photos: photos.length, ...figures }
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}\n${server.output()}`, {
      cause: error,
    })
  } finally {
    await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Counted in calls first, so that a slow machine is killed in the middle of its work too. */
async function aMomentOfWork(ledger: PhotoLedger, random: () => number, work: { isOver: boolean }): Promise<void> {
  const target = ledger.acknowledged + Math.floor(random() * (MOST_CALLS + 1))
  while (ledger.acknowledged < target && !work.isOver) await wait(1)
  await wait(random() * MOST_MS)
}

function wait(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}

/** Adds, changes and deletes photos until the server is gone. */
async function send(
  gallery: ReturnType<typeof galleryClient>,
  ledger: PhotoLedger,
  random: () => number,
  work: { isOver: boolean },
): Promise<void> {
  const newPhoto = () => makePhoto(1 + Math.floor(random() * LONGEST_PHOTO))
  try {
    for (;;) {
      const choice = random()
      const id = choice < 0.4 ? ledger.take() : undefined
      if (id === undefined) {
        const photos = Array.from({ length: 1 + Math.floor(random() * 3) }, newPhoto)
        const hashes = photos.map((photo) => ledger.willSend(photo))
        const added = await gallery.add(photos)
        for (const [at, { _id }] of added.entries()) ledger.added(_id, hashes[at] ?? '')
      } else if (choice < 0.2) {
        const photo = newPhoto()
        const hash = ledger.willSend(photo)
        ledger.willChange(id, hash)
        await gallery.change(id, photo)
        ledger.changed(id, hash)
      } else {
        ledger.willDelete(id)
        await gallery.remove(id)
        ledger.deleted(id)
      }
    }
  } catch (error) {
    if (error instanceof Refused || !work.isOver) throw error
  }
}

/** Rows, waiting paths and files as they stand, looked at from beside the server. */
async function look(openSql: () => Sql | Promise<Sql>, dataDir: string) {
  const sql = await openSql()
  const rows = new Set((await sql.all('select path from photos')).map(({ path }) => String(path)))
  const waiting = await sql.all('select path, state from pending_files')
  await sql.close()
  const files = new Set(filesIn(dataDir, 'media'))
  const inState = (state: string) =>
    waiting.filter((each) => each.state === state && files.has(String(each.path))).map(({ path }) => String(path))
  return {
    rowsWithoutFile: [...rows].filter((path) => !existsSync(join(dataDir, path))),
    filesWithoutRow: [...files].filter((path) => !rows.has(path)),
    arriving: inState('arriving'),
    leaving: inState('leaving'),
    pending: waiting.map(({ path }) => String(path)),
    parts: filesIn(dataDir, 'tmp'),
  }
}

function filesIn(dataDir: string, folder: string): string[] {
  const entries = readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length))
}

function fail(wrong: readonly string[], what: string): void {
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(', ')}`)
}
