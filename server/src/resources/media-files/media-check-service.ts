import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import type { Db } from '../../db/db.ts'
import { findDatabaseId } from '../../db/migrate.ts'
import type { FileStore, FoundFile } from '../../media/file-store.ts'
import { parseStoredPath } from '../../media/media.ts'
import { isMarked } from '../../media/open-media.ts'
import { wouldRemoveManyFiles } from './media-check-report.ts'
import { type NamedFiles, type NamingRow, readNamedFiles } from './media-check-store.ts'
import { isBackupRunning } from './running-backup-store.ts'

export type CheckedMedia = Pick<FileStore, 'survey' | 'exists'>

export interface MediaFindings {
  /** The checked files; `rows` is the number of checked rows. */
  readonly files: readonly FoundFile[]
  readonly rows: number
  /** Files that no row names. */
  readonly unnamed: readonly FoundFile[]
  /** Smaller versions whose picture is gone or does not list them. */
  readonly strayVersions: readonly FoundFile[]
  /** Staged files of ended processes. */
  readonly forgotten: readonly FoundFile[]
  /** Files that SevaDesk did not create. */
  readonly foreign: readonly string[]
  /** Rows whose file is missing. */
  readonly missing: readonly NamingRow[]
  /** Missing smaller versions that their picture lists. */
  readonly missingVersions: readonly Version[]
  /** Paths of pictures whose resizing failed. */
  readonly failedVersions: readonly string[]
}

interface Version {
  readonly path: string
  /** The path of the picture. */
  readonly of: string
}

const DAY_MS = 24 * 60 * 60_000
/** Of a file that no row names. After a recovery of the database to an earlier time, a later one may name it. */
const UNNEEDED_AFTER_MS = 30 * DAY_MS

interface SweepDependencies {
  db: Db
  media: { store: FileStore }
  log: { error(details: object, message: string): void }
}

/**
 * Removes files from a shared store that no row names: a storage may complete an upload after its
 * server gave it up. Removes nothing while a backup runs, nor most of the files. Throws StartError if the
 * store belongs to another database.
 */
export async function sweepStore(
  { db, media: { store }, log }: SweepDependencies,
  signal: AbortSignal,
  now = Date.now(),
): Promise<void> {
  if (!(await isMarked(store, await findDatabaseId(db))) || (await isBackupRunning(db))) return
  const findings = await checkMedia(db, store)
  const limit = new Date(now - UNNEEDED_AFTER_MS)
  if (wouldRemoveManyFiles(findings))
    log.error({ files: findings.files.length }, 'rows name so few of the stored files that none is removed')
  else
    for (const { path, bytes, modifiedAt } of [...findings.unnamed, ...findings.strayVersions]) {
      if (signal.aborted) return
      if (!modifiedAt || modifiedAt >= limit) continue
      await store.remove([path])
      log.error({ path, bytes, modifiedAt }, 'removed a file of the storage that no row names')
    }
  // Last, as the keys may not allow it.
  await store.shared?.abortUploads(new Date(now - DAY_MS))
}

/**
 * Compares files with rows while a server may be running. Lists the files first, so that each file
 * has its row or pending entry before the rows are read. Skips pending files. Reads the rows of
 * missing files again at the end, because a deletion removes the row before the file.
 */
export async function checkMedia(db: Db, media: CheckedMedia): Promise<MediaFindings> {
  const { stored, forgotten, foreign } = await media.survey()
  const named = await readNamedFiles(db)
  const present = new Set(stored.map(({ path }) => path))
  const isNeeded = neededBy(named)
  const unneeded = await filterAsync(
    stored.filter(({ path }) => !isNeeded(path)),
    ({ path }) => media.exists(path),
  )

  const isAbsent = async (path: string) => !present.has(path) && !(await media.exists(path))
  const missing = await filterAsync([...named.rows.values()], ({ path }) => isAbsent(path))
  const gone = new Set(missing.map(({ path }) => path))
  const missingVersions = await filterAsync(
    listedVersions(named).filter(({ of }) => !gone.has(of)),
    ({ path }) => isAbsent(path),
  )
  const again = missing.length + missingVersions.length > 0 ? await readNamedFiles(db) : named
  const listedAgain = new Set(listedVersions(again).map(({ path }) => path))
  return {
    files: stored,
    rows: named.rows.size,
    unnamed: unneeded.filter(({ path }) => !isVersion(path)),
    strayVersions: unneeded.filter(({ path }) => isVersion(path)),
    forgotten,
    foreign,
    missing: missing.filter(({ path, id }) => again.rows.get(path)?.id === id),
    missingVersions: missingVersions.filter(({ path }) => listedAgain.has(path)),
    failedVersions: [...named.versionsFailed].filter((path) => named.rows.has(path) && !gone.has(path)),
  }
}

function neededBy({ rows, widths, awaited, pending }: NamedFiles): (path: string) => boolean {
  const pictures = new Map([...rows.keys(), ...awaited, ...pending].map((path) => [parseStoredPath(path)?.stem, path]))
  return (path) => {
    const { stem, width } = parseStoredPath(path) ?? {}
    if (width === undefined) return rows.has(path) || pending.has(path)
    const picture = pictures.get(stem)
    if (picture === undefined) return false
    return pending.has(picture) || awaited.has(picture) || (widths.get(picture)?.includes(width) ?? false)
  }
}

/** The smaller versions that pictures list, unless the picture or its job is pending. */
function listedVersions({ rows, widths, awaited, pending }: NamedFiles): Version[] {
  return [...widths].flatMap(([of, listed]) =>
    rows.has(of) && !awaited.has(of) && !pending.has(of)
      ? listed.flatMap((width) => PICTURE_FORMATS.map((format) => ({ path: variantPath(of, width, format), of })))
      : [],
  )
}

function isVersion(path: string): boolean {
  return parseStoredPath(path)?.width !== undefined
}

async function filterAsync<Each>(all: readonly Each[], isOne: (each: Each) => Promise<boolean>): Promise<Each[]> {
  const kept: Each[] = []
  for (const each of all) if (await isOne(each)) kept.push(each)
  return kept
}
