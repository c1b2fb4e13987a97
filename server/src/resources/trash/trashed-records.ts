import type { ErasableKind } from '@sevadesk/contract/records/trash.ts'

/** A row of a table whose records go to the trash, whatever its columns. */
export type RecordRow = Record<string, string | number | null>

interface RecordKind {
  table: 'photos' | 'home_videos' | 'events' | 'messages' | 'admins' | 'donor_certificates'
  /** The columns with stored paths. */
  files: readonly string[]
  /** The column with the picture that the trash shows. */
  picture?: string
  /** Absent if the caller of `moveToTrash` gives the label. */
  label?(row: RecordRow): string
  /** Tables with rows of the record by `admin_id`, which a delete removes and a restore inserts. */
  dependents?: readonly string[]
}

const title = (row: RecordRow) => text(row.title)

export const RECORD_KINDS: Readonly<Record<ErasableKind, RecordKind>> = {
  photo: { table: 'photos', files: ['path'], picture: 'path', label: title },
  'home-video': { table: 'home_videos', files: ['path', 'poster_path'], picture: 'poster_path', label: title },
  event: { table: 'events', files: ['image_path'], picture: 'image_path', label: title },
  message: {
    table: 'messages',
    files: [],
    label: ({ name, subject }) => [text(name), text(subject)].filter(Boolean).join(' – '),
  },
  admin: {
    table: 'admins',
    files: [],
    label: ({ username }) => text(username),
    // Without them, a restored account could sign in by its password alone.
    dependents: ['second_steps', 'recovery_codes'],
  },
  certificate: { table: 'donor_certificates', files: ['path'] },
}

/** Rows of the record in other tables, by table. */
export function dependentsOf({ dependents }: RecordRow): Record<string, RecordRow[]> {
  return JSON.parse(text(dependents) || '{}')
}

/** The stored paths that a record names. */
export function filesOf(kind: ErasableKind, row: RecordRow): string[] {
  return RECORD_KINDS[kind].files.map((column) => text(row[column])).filter(Boolean)
}

function text(value: string | number | null | undefined): string {
  return typeof value === 'string' ? value : ''
}
