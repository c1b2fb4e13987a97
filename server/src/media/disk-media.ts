import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { HttpError } from '../errors.ts'
import type { ImageType } from './image-type.ts'
import { isStoredPath, type Media, type StagedFile } from './media.ts'
import { receiveImage } from './receive-image.ts'

export interface DiskMedia extends Media {
  /** Absolute path of the folder that `/media/` serves. */
  readonly directory: string
}

/** A file that nothing has written to for so long is nobody's upload any more. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000

/**
 * Media in `dataDir`: what is served in `media/`, what is still arriving in `tmp/` under the name of the process that receives it.
 * Both are in one file system, so that `commit` is a rename. Makes the folders.
 * Throws the file system's error when one of them cannot be written to or they are not in one file system.
 */
export async function openDiskMedia(dataDir: string): Promise<DiskMedia> {
  const directory = join(dataDir, 'media')
  const staging = join(dataDir, 'tmp')
  await mkdir(directory, { recursive: true })
  await mkdir(staging, { recursive: true })
  await tryOut(staging, directory)
  const places = new WeakMap<StagedFile, string>()

  function locate(path: string): string {
    if (!isStoredPath(path)) throw new Error(`Not a stored path: ${JSON.stringify(path)}`)
    return join(directory, path.slice('/media/'.length))
  }

  function placeOf(staged: StagedFile): string {
    const place = places.get(staged)
    if (place === undefined) throw new Error('This file was staged elsewhere.')
    return place
  }

  return {
    directory,
    async stage(source, options) {
      const place = join(staging, partName())
      try {
        const { type, bytes } = await receiveImage(source, place, options)
        const staged: StagedFile = { path: newPath(type), type, bytes }
        places.set(staged, place)
        return staged
      } catch (error) {
        await rm(place, { force: true })
        throw isDiskFull(error) ? diskFull() : error
      }
    },
    async commit(staged) {
      const target = locate(staged.path)
      await mkdir(dirname(target), { recursive: true })
      await rename(placeOf(staged), target)
      await syncFolder(dirname(target))
      await syncFolder(directory)
    },
    async discard(staged) {
      await rm(placeOf(staged), { force: true })
    },
    async remove(path) {
      const target = locate(path)
      await rm(target, { force: true })
      await syncFolder(dirname(target))
    },
    async sweepStaged() {
      for (const name of await readdir(staging)) {
        const place = join(staging, name)
        if (await isForgotten(name, place)) await rm(place, { force: true })
      }
    },
  }
}

/** Goes the way of an upload once, so that a folder that takes none is found out at start. */
async function tryOut(staging: string, directory: string): Promise<void> {
  const name = partName()
  try {
    await writeFile(join(staging, name), '')
    await rename(join(staging, name), join(directory, name))
  } finally {
    await rm(join(staging, name), { force: true })
    await rm(join(directory, name), { force: true })
  }
}

function newPath(type: ImageType): string {
  const name = randomBytes(16).toString('hex')
  return `/media/${name.slice(0, 2)}/${name.slice(2)}.${type}`
}

const OWN_HOST = hostname().replace(/[^a-zA-Z0-9.-]/g, '_')

function partName(): string {
  return `${OWN_HOST}-${process.pid}-${randomBytes(8).toString('hex')}.part`
}

/**
 * Whether nobody is writing a staged file any more: its process on this host is gone, or has the number of this very one (which has
 * staged nothing yet: in a container every process is number 1), or it has lain untouched for an hour.
 */
async function isForgotten(name: string, place: string): Promise<boolean> {
  const [, host, pid] = /^(.+)-(\d+)-[0-9a-f]+\.part$/.exec(name) ?? []
  if (host === undefined) return false
  if (host === OWN_HOST && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true
  const found = await stat(place).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > FORGOTTEN_AFTER_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Makes a rename or removal in a folder durable. Windows cannot open a folder for this and does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}

function isDiskFull(error: unknown): boolean {
  return codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
}

function diskFull(): HttpError {
  return new HttpError(507, 'storage_full', {
    en: 'There is no room left for photos on the server. Please tell the person who looks after it.',
    hi: 'सर्वर पर फ़ोटो रखने की जगह नहीं बची। सर्वर देखने वाले को बताएँ।',
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
