import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleImage } from '../testing/files/sample-images.ts'
import { testFolder } from '../testing/files/test-folder.ts'
import { listLeftoverParts } from './disk-files.ts'
import { surveyDisk } from './disk-survey.ts'
import type { Media } from './media.ts'
import { openMedia } from './open-media.ts'

let dataDir: string
let media: Media
beforeEach(async () => {
  dataDir = testFolder()
  media = await openMedia({ dataDir, photoMaxPixels: 1e6, photoMaxEdge: 2000 })
  return () => media.close()
})

describe('staged files of another process', () => {
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
    // In which a backup was verified.
    await mkdir(join(dataDir, 'tmp', `${host}-${DEAD}-00fe.part`, 'keys'), { recursive: true })
    expect((await surveyDisk(dataDir)).foreign).toEqual([])
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
    expect((await stat(join(dataDir, 'media'))).isDirectory()).toBe(true)
  })
})
