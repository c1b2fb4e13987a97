import { randomBytes } from 'node:crypto'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  PICTURE_FORMATS,
  type PictureFormat,
  pictureWidths,
  variantPath,
} from '@sevadesk/contract/content/picture-variants.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { findDatabaseId } from '../db/migrate.ts'
import { StartError } from '../errors.ts'
import { assertWritable, deleteLeftoverParts, newPartName } from './disk-files.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
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

export type StoreSettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>
export type MediaSettings = StoreSettings & Pick<Config, 'photoMaxPixels' | 'photoMaxEdge'>

/** Returns the store of these settings. Throws RemoteStoreError if it cannot be read. */
export async function openStore({ dataDir, s3 }: StoreSettings): Promise<FileStore> {
  if (s3 === undefined) return diskStore(dataDir)
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(s3, dataDir)
}

/** As `openStore`, beside a server. Throws StartError if the store belongs to another database. */
export async function openStoreBeside(db: Db, settings: StoreSettings): Promise<FileStore> {
  const store = await openStore(settings)
  await isMarked(store, await findDatabaseId(db))
  return store
}

/** Marks a shared store with the database. Throws StartError if it belongs to another one. */
export async function claimStore(
  store: FileStore,
  db: Db,
  { isNewDatabase }: { isNewDatabase: boolean },
): Promise<void> {
  const id = await findDatabaseId(db)
  if (isNewDatabase || !(await isMarked(store, id))) await store.shared?.writeMark(id)
}

/** Returns a warning if anybody may read the store, in which certificates are private. */
export async function publicWarning({ shared }: FileStore): Promise<string | undefined> {
  if (!(await shared?.isPublic().catch(() => false))) return undefined
  return `Anybody on the internet may read ${shared?.name}, which has private certificates: take its public access away`
}

/** Throws StartError if the store belongs to another database; false if to none. */
export async function isMarked({ shared }: FileStore, id: string): Promise<boolean> {
  const mark = await shared?.readMark()
  if (shared === undefined || mark === undefined || mark === id) return mark === id
  throw new StartError(
    `${shared.name.replace(/^t/, 'T')} belongs to another database, or a restore there did not finish. Correct S3_BUCKET, S3_PREFIX or the database. If this database is now the right one, start the server once with --new-database.`,
  )
}

/**
 * Opens the storage of media. Staged files are in `tmp/` of the data folder, named after the process
 * that writes them; creates it. Throws a RemoteStoreError, or the file system's error when a folder is not
 * writable or `commit` cannot rename from `tmp/` to `media/`.
 */
export async function openMedia(settings: MediaSettings, images: ImageProcessor = imageProcessor()): Promise<Media> {
  const staging = join(settings.dataDir, 'tmp')
  await mkdir(staging, { recursive: true })
  const store = await openStore(settings)
  if ('directory' in store.delivery) {
    await mkdir(store.delivery.directory, { recursive: true })
    await assertWritable(staging, store.delivery.directory)
  } else await store.tryWrite()
  const stagedPaths = new WeakMap<StagedFile, string>()
  const variants = new WeakMap<StagedVariants, readonly StagedVariant[]>()

  return {
    store,
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
    commit: (staged) => store.put([{ from: getStaged(stagedPaths, staged), path: staged.path }]),
    async discard(staged) {
      await rm(getStaged(stagedPaths, staged), { force: true })
    },
    stageVariants: (path) =>
      store.withLocalFile(path, async (from) => {
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
      }),
    async commitVariants(staged) {
      await store.put(
        getStaged(variants, staged).map(({ stagedPath, width, format }) => ({
          from: stagedPath,
          path: variantPath(staged.path, width, format),
        })),
      )
    },
    async discardVariants(staged) {
      await removeParts(getStaged(variants, staged))
    },
    async trimVariants(path, widths) {
      const removed = (await store.listVersions(path)).filter((each) => {
        const { width } = parseStoredPath(each) ?? {}
        return width !== undefined && !widths.includes(Number(width))
      })
      if (removed.length > 0) await store.remove(removed)
    },
    async remove(path) {
      if (!isStoredPath(path)) throw new Error(`Not a stored path: ${JSON.stringify(path)}`)
      const versions = parseStoredPath(path)?.width === undefined ? await store.listVersions(path) : []
      await store.remove([path, ...versions.filter((each) => each !== path)])
    },
    read: (path) => store.read(path),
    exists: (path) => store.exists(path),
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

function newPath(type: StagedFile['type']): string {
  const name = randomBytes(16).toString('hex')
  return `/media/${name.slice(0, 2)}/${name.slice(2)}.${type}`
}
