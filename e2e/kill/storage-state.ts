import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readIfExists } from '../support/read-if-exists.ts'
import type { Sql } from '../support/sql.ts'
import { hashOf } from './random-content.ts'

/** Selects the paths of the files that photos, videos, events and the trash name. */
const NAMED = `select path from photos union all select path from home_videos
  union all select image_path as path from events where image_path is not null
  union all select path from trashed_files`
const STORED = /^(\/media\/..\/[0-9a-f]{30})(?:-(\d+))?\.(\w+)$/
/** Widths and formats of smaller versions, as in contract/src/content/picture-variants.ts. */
const WIDTHS = [400, 800, 1600]
const FORMATS = ['avif', 'webp']

export interface StorageState {
  rowsWithoutFile: string[]
  /** Files that no row names, except smaller versions. */
  filesWithoutRow: string[]
  /** Files without a row that are pending to be added or deleted. */
  adding: string[]
  deleting: string[]
  /** Stored smaller versions that no picture lists. */
  strayVersions: string[]
  /** Listed smaller versions that are not stored. */
  missingVersions: string[]
  /** Pictures that lack smaller versions for their size. */
  lackingVersions: string[]
  /** Paths of pictures whose smaller versions are being stored. */
  placing: string[]
  /** Pending paths, and the pending paths that no row names. */
  pending: string[]
  pendingWithoutRow: string[]
  /** Files in `tmp/`. */
  parts: { name: string; kind: 'smaller version' | 'whole photo' | 'part' }[]
  jobs: number
  failedJobs: number
}

/**
 * Reads database and data folder directly, not through the server. `sentPhotos` are the hashes of
 * the sent photo files.
 */
export async function readStorageState(
  sql: Sql,
  dataDir: string,
  sentPhotos: ReadonlySet<string>,
): Promise<StorageState> {
  // Reads jobs first: if none is left, nothing changes while the rest is read.
  const [jobs = {}] = await sql.all('select count(*) as total, count(failed_at) as failed from jobs')
  const named = new Set((await sql.all(NAMED)).map(({ path }) => String(path)))
  const waiting = (await sql.all('select path, state from pending_files')).map(({ path, state }) => ({
    path: String(path),
    state,
  }))
  const pictures = (await sql.all('select path, width, widths from pictures')).map(({ path, width, widths }) => {
    const listed: number[] = JSON.parse(String(widths))
    return { path: String(path), wanted: WIDTHS.filter((each) => each < Number(width)), listed }
  })
  const picturePaths = new Set(pictures.map(({ path }) => path))
  const files = filesIn(dataDir, 'media')
  const whole = new Set(files.filter((path) => STORED.exec(path)?.[2] === undefined))
  const versions = new Set(files.filter((path) => !whole.has(path)))
  const listedVersions = new Set(pictures.flatMap(({ path, listed }) => versionsOf(path, listed)))
  const unnamed = [...whole].filter((path) => !named.has(path))
  const inState = (state: string) => {
    const paths = new Set(waiting.filter((each) => each.state === state).map(({ path }) => path))
    return unnamed.filter((path) => paths.has(path))
  }
  return {
    rowsWithoutFile: [...named].filter((path) => !existsSync(join(dataDir, path))),
    filesWithoutRow: unnamed,
    adding: inState('adding'),
    deleting: inState('deleting'),
    strayVersions: [...versions].filter((path) => !listedVersions.has(path)),
    missingVersions: [...listedVersions].filter((path) => !versions.has(path)),
    lackingVersions: pictures.filter(({ wanted, listed }) => `${wanted}` !== `${listed}`).map(({ path }) => path),
    placing: waiting.filter(({ path, state }) => state === 'adding' && picturePaths.has(path)).map(({ path }) => path),
    pending: waiting.map(({ path }) => path),
    pendingWithoutRow: waiting.map(({ path }) => path).filter((path) => !named.has(path)),
    parts: filesIn(dataDir, 'tmp').flatMap((path) => {
      const bytes = readIfExists(join(dataDir, path))
      return bytes ? [{ name: path.slice('/tmp/'.length), kind: kindOfPart(bytes, sentPhotos) }] : []
    }),
    jobs: Number(jobs.total),
    failedJobs: Number(jobs.failed),
  }
}

/** Whether a smaller version is stored that the row of its picture does not list yet. */
export function hasStoredVersion({ strayVersions, placing }: StorageState): boolean {
  return strayVersions.some((version) => {
    const stem = version.replace(/-\d+\.\w+$/, '.')
    return placing.some((path) => path.startsWith(stem))
  })
}

/** Senders send only PNG and MP4, so a WebP or AVIF file is a smaller version. */
function kindOfPart(bytes: Buffer, sentPhotos: ReadonlySet<string>): StorageState['parts'][number]['kind'] {
  const start = bytes.toString('latin1', 0, 16)
  if (start.startsWith('RIFF') || start.slice(4).startsWith('ftypavif')) return 'smaller version'
  return sentPhotos.has(hashOf(bytes)) ? 'whole photo' : 'part'
}

function versionsOf(path: string, widths: readonly number[]): string[] {
  const stem = STORED.exec(path)?.[1] ?? path
  return widths.flatMap((width) => FORMATS.map((format) => `${stem}-${width}.${format}`))
}

function filesIn(dataDir: string, folder: string): string[] {
  const entries = readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length))
}
