import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  PICTURE_FORMATS,
  type PictureFormat,
  pictureWidths,
  variantPath,
} from '@sevadesk/contract/content/picture-variants.ts'
import type { Config } from '../config.ts'
import { assertWritable, deleteLeftoverParts, errorCode, isRegularFile, newPartName, syncFolder } from './disk-files.ts'
import { fitPhoto } from './images/fit-photo.ts'
import { type ImageProcessor, imageProcessor } from './images/image-processor.ts'
import {
  isStoredPath,
  type Media,
  parseStoredPath,
  type StagedFile,
  type StagedVariants,
  type StageOptions,
} from './media.ts'
import { receivePdf, receivePhoto, receiveVideo } from './receive-file.ts'

export interface DiskMedia extends Media {
  /** Absolute path of the folder of stored files. `/media/` serves all but the private ones. */
  readonly directory: string
  /** Performs a trial write, and checks each folder of files. Throws the file system's error. */
  tryWrite(): Promise<void>
}

export type DiskMediaSettings = Pick<Config, 'dataDir' | 'photoMaxPixels' | 'photoMaxEdge'>

/**
 * Stores media in `dataDir`: files in `media/`, staged files in `tmp/`, named after the process that
 * writes them. Creates both folders. Throws the file system's error when a folder is
 * not writable or `commit` cannot rename from `tmp/` to `media/`.
 */
export async function openDiskMedia(
  settings: DiskMediaSettings,
  images: ImageProcessor = imageProcessor(),
): Promise<DiskMedia> {
  const directory = join(settings.dataDir, 'media')
  const staging = join(settings.dataDir, 'tmp')
  await mkdir(directory, { recursive: true })
  await mkdir(staging, { recursive: true })
  await assertWritable(staging, directory)
  const stagedPaths = new WeakMap<StagedFile, string>()
  const variants = new WeakMap<StagedVariants, readonly StagedVariant[]>()

  function locate(path: string): string {
    if (!isStoredPath(path)) throw new Error(`Not a stored path: ${JSON.stringify(path)}`)
    return join(directory, path.slice('/media/'.length))
  }

  /** Throws ENOENT unless the path holds a regular file. */
  async function locateFile(path: string): Promise<string> {
    const file = locate(path)
    if (await isRegularFile(file)) return file
    throw Object.assign(new Error(`There is no regular file at ${path}.`), { code: 'ENOENT' })
  }

  return {
    directory,
    async tryWrite() {
      await assertWritable(staging, directory)
      // A copy that another user has made may own some of them.
      const folders = (await readdir(directory)).filter((name) => FILE_FOLDER.test(name))
      await Promise.all(folders.map((name) => access(join(directory, name), constants.W_OK | constants.X_OK)))
    },
    async stage(source, options) {
      options.signal?.throwIfAborted()
      const stagedPath = join(staging, newPartName())
      try {
        const staged = await stageAt(stagedPath, source, options)
        options.signal?.throwIfAborted()
        stagedPaths.set(staged, stagedPath)
        return staged
      } catch (error) {
        await rm(stagedPath, { force: true })
        throw error
      }
    },
    async commit(staged) {
      const target = locate(staged.path)
      await mkdir(dirname(target), { recursive: true })
      await rename(getStaged(stagedPaths, staged), target)
      await syncFolder(dirname(target))
      await syncFolder(directory)
    },
    async discard(staged) {
      await rm(getStaged(stagedPaths, staged), { force: true })
    },
    async stageVariants(path) {
      const from = await locateFile(path)
      const { width, isAnimated } = await images.run('measure', { from })
      const widths = isAnimated ? [] : pictureWidths(width)
      const parts = widths.flatMap((each) =>
        PICTURE_FORMATS.map((format) => ({ width: each, format, stagedPath: join(staging, newPartName()) })),
      )
      try {
        for (const each of widths) await images.run('shrink', { from, width: each, to: pathsByFormat(parts, each) })
      } catch (error) {
        await removeParts(parts)
        throw error
      }
      const staged: StagedVariants = { path, widths }
      variants.set(staged, parts)
      return staged
    },
    async commitVariants(staged) {
      for (const { stagedPath, width, format } of getStaged(variants, staged)) {
        await rename(stagedPath, locate(variantPath(staged.path, width, format)))
      }
      await syncFolder(dirname(locate(staged.path)))
    },
    async discardVariants(staged) {
      await removeParts(getStaged(variants, staged))
    },
    async trimVariants(path, widths) {
      const removed = (await listVariants(path)).filter(({ width }) => width !== undefined && !widths.includes(width))
      for (const each of removed) await rm(locate(each.path), { force: true })
      if (removed.length > 0) await syncFolder(dirname(locate(path)))
    },
    async remove(path) {
      const target = locate(path)
      await rm(target, { force: true })
      if (parseStoredPath(path)?.width === undefined)
        for (const each of await listVariants(path)) await rm(locate(each.path), { force: true })
      await syncFolder(dirname(target))
    },
    // Opens the file on the first read: an error event of an unread stream would crash the server.
    async *read(path) {
      yield* createReadStream(await locateFile(path))
    },
    exists: (path) => isRegularFile(locate(path)),
    async freeBytes() {
      const { bavail, bsize } = await statfs(staging)
      return bavail * bsize
    },
    sweepStaged: () => deleteLeftoverParts(staging),
    close: () => images.close(),
  }

  async function stageAt(
    target: string,
    source: AsyncIterable<Uint8Array>,
    options: StageOptions,
  ): Promise<StagedFile> {
    if (options.kind !== 'photo') {
      const receive = options.kind === 'video' ? receiveVideo : receivePdf
      const file = await receive(source, target, options)
      return { path: newPath(file.type), ...file }
    }
    const raw = join(staging, newPartName())
    try {
      const { type } = await receivePhoto(source, raw, options)
      const task = { from: raw, to: target, type, maxPixels: settings.photoMaxPixels, maxEdge: settings.photoMaxEdge }
      const { width, height, ...photo } = await fitPhoto(images, task, options)
      return { path: newPath(photo.type), ...photo, picture: { width, height } }
    } finally {
      await rm(raw, { force: true })
    }
  }

  /** Lists the picture itself, with an undefined width, and its smaller versions. */
  async function listVariants(path: string): Promise<{ path: string; width: number | undefined }[]> {
    const stem = parseStoredPath(path)?.stem
    const names = await readdir(dirname(locate(path))).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return []
      throw error
    })
    return names.flatMap((name) => {
      const each = `${path.slice(0, path.lastIndexOf('/'))}/${name}`
      const parsed = parseStoredPath(each)
      return parsed && parsed.stem === stem ? [{ path: each, width: parsed.width }] : []
    })
  }
}

interface StagedVariant {
  width: number
  format: PictureFormat
  stagedPath: string
}

function pathsByFormat(parts: readonly StagedVariant[], width: number): Record<PictureFormat, string> {
  const pathOf = (format: PictureFormat) =>
    parts.find((part) => part.width === width && part.format === format)?.stagedPath ?? ''
  return { avif: pathOf('avif'), webp: pathOf('webp') }
}

async function removeParts(parts: readonly StagedVariant[]): Promise<void> {
  for (const { stagedPath } of parts) await rm(stagedPath, { force: true })
}

function getStaged<Staged extends object, Value>(values: WeakMap<Staged, Value>, staged: Staged): Value {
  const value = values.get(staged)
  if (value === undefined) throw new Error('The file was staged by another instance.')
  return value
}

/** The first characters of a file's name. */
const FILE_FOLDER = /^[0-9a-f]{2}$/

function newPath(type: StagedFile['type']): string {
  const name = randomBytes(16).toString('hex')
  return `/media/${name.slice(0, 2)}/${name.slice(2)}.${type}`
}
