import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pack as createPack, type Header } from 'tar-stream'
import type { ArchiveInfo, Checksum } from '../../resources/backups/archive/archive.ts'

export type ForgedEntry = Partial<Header> & { name: string; content?: string | Buffer }

export const FORGED_INFO: ArchiveInfo = {
  format: 1,
  version: '0.1.0',
  engine: 'SQLite',
  createdAt: '2026-11-23T06:00:00.000Z',
  migrations: [{ name: '0001', applied_at: '2026-11-23T06:00:00.000Z' }],
  timeZone: null,
  tables: {},
  donations: [],
  receipts: [],
  entries: 2,
  bytes: 200_003,
}

/** Writes an archive with right checksums, as somebody else might make it. */
export async function forgeArchive(
  file: string,
  entries: readonly ForgedEntry[],
  info: object = FORGED_INFO,
): Promise<void> {
  const pack = createPack()
  const checksums: Checksum[] = []
  const add = ({ content = '', ...header }: ForgedEntry) => {
    pack.entry(header, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    checksums.push({ name: header.name, bytes: content.length, sha256 })
  }
  for (const entry of [{ name: 'backup.json', content: JSON.stringify(info) }, ...entries]) add(entry)
  pack.entry({ name: 'checksums.json' }, JSON.stringify(checksums))
  pack.finalize()
  writeFileSync(file, await buffer(pack as unknown as AsyncIterable<Uint8Array>))
}
