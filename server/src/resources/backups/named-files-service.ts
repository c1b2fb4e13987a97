import { PICTURE_FORMATS, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import type { Db } from '../../db/db.ts'
import { parseWidths } from '../../db/picture-fields.ts'
import { readNamedFiles } from '../media-files/media-check-store.ts'
import { TABLES_WITH_FILES } from './archive/archive.ts'
import type { Row } from './table-copy-store.ts'

/** Lists the files that rows name, each picture with its smaller versions. */
export async function listPaths(db: Db): Promise<string[]> {
  const { rows, widths } = await readNamedFiles(db)
  return [...rows.keys()].flatMap((path) => withVersions(path, widths.get(path)))
}

function withVersions(path: string, widths: readonly number[] = []): string[] {
  return [path, ...widths.flatMap((width) => PICTURE_FORMATS.map((format) => variantPath(path, width, format)))]
}

/** Collects the files that copied rows name. Not by a query: earlier versions had other tables and columns. */
export function namedFiles() {
  const paths = new Set<string>()
  const widths = new Map<string, readonly number[]>()
  return {
    add(table: string, rows: readonly Row[]): void {
      for (const row of rows) {
        if (table === 'pictures') widths.set(String(row.path), parseWidths(String(row.widths)))
        if (!TABLES_WITH_FILES.includes(table)) continue
        for (const [column, value] of Object.entries(row))
          if (/(?:^|_)path$/.test(column) && value !== null) paths.add(String(value))
      }
    },
    list: () => [...paths].flatMap((path) => withVersions(path, widths.get(path))),
  }
}
