import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mediaCases } from '../testing/files/media-cases.ts'
import { sampleImage } from '../testing/files/sample-images.ts'
import { storedFiles } from '../testing/files/stored-files.ts'
import { type DiskMedia, openDiskMedia } from './disk-media.ts'
import { listLeftoverParts } from './staging-folder.ts'

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sevadesk-media-'))
  const media = await openDiskMedia({ dataDir, photoMaxPixels: 1e6, photoMaxEdge: 2000 })
  const close = async () => {
    await media.close()
    await rm(dataDir, { recursive: true })
  }
  return { dataDir, media, close }
}

mediaCases('media on disk', async () => {
  const { dataDir, media, close } = await openFolder()
  return {
    media,
    close,
    read: (path) => readFile(join(dataDir, path)).catch(() => undefined),
    listStored: async () => (await storedFiles(dataDir)).filter((path) => path.startsWith('/media/')),
    countStaged: async () => (await readdir(join(dataDir, 'tmp'))).length,
  }
})

describe('staged files of another process', () => {
  let dataDir: string
  let media: DiskMedia
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ dataDir, media, close } = await openFolder())
  })
  afterEach(() => close())

  const leave = async (name: string, ageMs = 0) => {
    const path = join(dataDir, 'tmp', name)
    await writeFile(path, 'half a photo')
    const then = new Date(Date.now() - ageMs)
    await utimes(path, then, then)
  }
  const DAY = 24 * 60 * 60 * 1000
  const host = hostname().replace(/[^a-zA-Z0-9.-]/g, '_')
  // No process on Linux, macOS or Windows has a pid this high.
  const DEAD = 999_999_999

  test('are deleted when that process is dead or had our pid', async () => {
    await leave(`${host}-${DEAD}-00ff.part`)
    await leave(`${host}-${process.pid}-00ff.part`)
    await leave(`${host}-${DEAD}-00ff.part-journal`)
    await media.sweepStaged()
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  })

  test('stay while that process runs or may run on another host', async () => {
    const names = [`${host}-${process.ppid}-00ff.part`, `elsewhere-${DEAD}-00ff.part`, 'notes.txt']
    await leave(names[0] ?? '', 9 * DAY)
    await leave(names[1] ?? '', 0.9 * DAY)
    await leave(names[2] ?? '', 9 * DAY)
    await leave('elsewhere-1-0a.part', 1.1 * DAY)
    expect(await listLeftoverParts(join(dataDir, 'tmp'))).toEqual(['elsewhere-1-0a.part'])
    await media.sweepStaged()
    expect((await readdir(join(dataDir, 'tmp'))).sort()).toEqual(names.sort())
  })

  test('are recognised by the name that stage() gives a file', async () => {
    const bytes = await sampleImage('png')
    const staged = await media.stage(Readable.from([bytes]), { name: 'a', maxBytes: 1e6, kind: 'photo' })
    expect(await readdir(join(dataDir, 'tmp'))).toHaveLength(1)
    await media.sweepStaged()
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
    await expect(media.commit(staged)).rejects.toThrow('ENOENT')
    expect((await stat(media.directory)).isDirectory()).toBe(true)
  })
})
