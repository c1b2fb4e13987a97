import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restore } from '../../../testing/backups/backup-places.ts'
import { FORGED_INFO, forgeArchive } from '../../../testing/backups/forged-archive.ts'
import { readArchive } from './archive.ts'

// Needs about 12 s of a processor, and waits for one on a busy machine.
test('reads an archive of 100,000 entries, and a restore stops at a database without their rows', {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  try {
    const file = join(folder, 'backup.tar')
    const entries = Array.from({ length: 100_000 }, (_, at) => ({ name: `media/${at}` }))
    const info = { ...FORGED_INFO, entries: entries.length + 1, tables: { photos: entries.length } }
    await forgeArchive(file, [{ name: 'database.sqlite', content: 'abc' }, ...entries], info)
    const archive = await readArchive(file, { key: undefined, targetOf: () => undefined, folder })
    expect(archive.entries).toHaveLength(100_001)

    const place = {
      dataDir: join(folder, 'place'),
      databaseUrl: undefined,
      keysDir: join(folder, 'keys'),
    }
    mkdirSync(place.dataDir)
    await expect(restore(place, file, [])).rejects.toThrow(/damaged or not complete .*its tables are damaged/)
    expect(existsSync(join(place.dataDir, 'restore.part'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
