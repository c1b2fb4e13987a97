import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { drawPicture } from './drawn-pictures.ts'
import { type Running, signIn, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

/** Number of drawn and uploaded pictures; the rest of the gallery are copies. */
const DRAWN = sizeOf(24, 4)
/** Time limit for making all smaller versions on a slow machine. */
const JOBS_LIMIT_MS = 15 * 60_000

/** Fills a data folder with a School gallery of `count` photos, each with its own files. */
export async function fillGallery(dataDir: string, count: number): Promise<void> {
  const server = await startOurs(dataDir)
  try {
    await addDrawn(server)
    await untilJobsAreDone(dataDir)
  } finally {
    await server.stop()
  }
  multiply(dataDir, count)
}

async function addDrawn(server: Running): Promise<void> {
  const token = await signIn(server)
  for (let number = 1; number <= DRAWN; number += 1) {
    const body = new FormData()
    body.set('title', `Photo ${number}`)
    body.set('description', 'The children of the morning class, with their teachers, on the way to the river.')
    body.set('sectionName', 'School')
    body.append('images', new Blob([await drawPicture(number)]), `photo-${number}.jpg`)
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${server.url}/api/galleryphoto/addPhoto`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`A photo upload returned ${response.status}: ${await response.text()}`)
  }
}

async function untilJobsAreDone(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'), { readOnly: true, timeout: 5000 })
  const jobs = database.prepare('select count(*) as left, count(failed_at) as failed from jobs')
  const deadline = performance.now() + JOBS_LIMIT_MS
  try {
    for (;;) {
      const { left, failed } = jobs.get() ?? {}
      if (Number(failed) > 0) throw new Error('A picture could not be made smaller.')
      if (Number(left) === 0) return
      if (performance.now() > deadline) throw new Error(`${left} pictures are still not made smaller.`)
      await wait(200)
    }
  } finally {
    database.close()
  }
}

/** Copies photos (rows and files) until there are `count`. The server must be stopped. */
function multiply(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'))
  try {
    const originals = database
      .prepare(
        'select photos.id, photos.path from photos join pictures on pictures.path = photos.path order by photos.id',
      )
      .all()
    const addPhoto = database.prepare(
      'insert into photos (id, section_name, title, description, path, created_at) select ?, section_name, title, description, ?, created_at from photos where id = ?',
    )
    const addPicture = database.prepare(
      'insert into pictures (path, width, height, widths) select ?, width, height, widths from pictures where path = ?',
    )
    for (let at = originals.length; at < count; at += 1) {
      const { id, path } = originals[at % originals.length] ?? {}
      const name = randomBytes(15).toString('hex')
      const copy = `${dirname(String(path))}/${name}${String(path).slice(String(path).lastIndexOf('.'))}`
      copyWithVersions(dataDir, String(path), name)
      addPhoto.run(randomBytes(12).toString('hex'), copy, String(id))
      addPicture.run(copy, String(path))
    }
  } finally {
    database.close()
  }
}

/** Copies a picture and its smaller versions, which share the stem of its name. */
function copyWithVersions(dataDir: string, path: string, name: string): void {
  const folder = join(dataDir, dirname(path))
  const stem = basename(path).replace(/\..*$/, '')
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(folder)) {
    if (file.startsWith(stem)) copyFileSync(join(folder, file), join(folder, name + file.slice(stem.length)))
  }
}
