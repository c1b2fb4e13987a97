import { sql } from 'kysely'
import { parseWidths } from '../../db/picture-fields.ts'
import type { Db } from '../../db/schema.ts'
import { MAKE_VARIANTS } from '../../jobs/job-kinds.ts'
import { deleteJobsAbout, insertJobs } from '../../jobs/job-store.ts'
import { updateWidths } from './pending-file-store.ts'

export interface NamedFiles {
  /** Rows that name a file, by path. */
  readonly rows: ReadonlyMap<string, NamingRow>
  /** The listed widths in pixels, by path of the picture. */
  readonly widths: ReadonlyMap<string, readonly number[]>
  /** Pictures with a pending resize job. */
  readonly awaited: ReadonlySet<string>
  /** Pictures with a failed resize job. */
  readonly versionsFailed: ReadonlySet<string>
  /** Files that are being added or deleted. */
  readonly pending: ReadonlySet<string>
}

export interface NamingRow {
  readonly kind: 'photo' | 'event' | 'home video' | 'certificate' | 'record in the trash'
  readonly id: string
  readonly title: string
  readonly path: string
}

const NAMING_KINDS: readonly string[] = [
  'photo',
  'event',
  'home video',
  'certificate',
  'record in the trash',
] satisfies NamingRow['kind'][]

function isNaming(kind: string): kind is NamingRow['kind'] {
  return NAMING_KINDS.includes(kind)
}

/** A single statement sees one consistent state on both engines and blocks no writer. */
export async function readNamedFiles(db: Db): Promise<NamedFiles> {
  const nothing = sql<string>`''`
  const found = await db
    .selectFrom('photos')
    .select([sql<string>`'photo'`.as('kind'), 'id', 'title', 'path', nothing.as('widths')])
    .unionAll(
      db
        .selectFrom('events')
        .select([sql<string>`'event'`.as('kind'), 'id', 'title', 'image_path as path', nothing.as('widths')])
        .where('image_path', 'is not', null)
        .$narrowType<{ path: string }>(),
    )
    .unionAll(
      db
        .selectFrom('home_videos')
        .select([sql<string>`'home video'`.as('kind'), 'id', 'title', 'path', nothing.as('widths')]),
    )
    .unionAll(
      db
        .selectFrom('home_videos')
        .select([sql<string>`'home video'`.as('kind'), 'id', 'title', 'poster_path as path', nothing.as('widths')])
        .where('poster_path', 'is not', null)
        .$narrowType<{ path: string }>(),
    )
    .unionAll(
      db
        .selectFrom('donor_certificates')
        .select([sql<string>`'certificate'`.as('kind'), 'id', 'year as title', 'path', nothing.as('widths')]),
    )
    .unionAll(
      db
        .selectFrom('trashed_files')
        .innerJoin('trash', (on) =>
          on.onRef('trash.kind', '=', 'trashed_files.kind').onRef('trash.id', '=', 'trashed_files.id'),
        )
        .select([
          sql<string>`'record in the trash'`.as('kind'),
          'trash.id',
          'label as title',
          'path',
          nothing.as('widths'),
        ]),
    )
    .unionAll(
      db
        .selectFrom('pictures')
        .select([sql<string>`'picture'`.as('kind'), nothing.as('id'), nothing.as('title'), 'path', 'widths']),
    )
    .unionAll(
      db
        .selectFrom('jobs')
        .select([
          sql<string>`case when failed_at is null then kind else 'failed ' || kind end`.as('kind'),
          'id',
          nothing.as('title'),
          'subject as path',
          nothing.as('widths'),
        ]),
    )
    .unionAll(
      db
        .selectFrom('pending_files')
        .select([
          sql<string>`'pending'`.as('kind'),
          nothing.as('id'),
          nothing.as('title'),
          'path',
          nothing.as('widths'),
        ]),
    )
    .execute()
  const pathsOf = (kind: string) => found.filter((each) => each.kind === kind).map(({ path }) => path)
  return {
    rows: new Map(
      found.flatMap(({ kind, id, title, path }) => (isNaming(kind) ? [[path, { kind, id, title, path }]] : [])),
    ),
    widths: new Map(
      found.flatMap(({ kind, path, widths }) => (kind === 'picture' ? [[path, parseWidths(widths)]] : [])),
    ),
    awaited: new Set(pathsOf(MAKE_VARIANTS)),
    versionsFailed: new Set(pathsOf(`failed ${MAKE_VARIANTS}`)),
    pending: new Set(pathsOf('pending')),
  }
}

/**
 * Queues the smaller versions of these pictures again, for the running server or the next start.
 * Lists none of them until they exist, so that no client requests a missing file.
 */
export async function orderVersions(db: Db, paths: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const path of paths) await updateWidths(transaction, path, [])
    // insertJobs would leave an existing failed job unchanged.
    await deleteJobsAbout(transaction, paths)
    await insertJobs(transaction, MAKE_VARIANTS, paths)
  })
}
