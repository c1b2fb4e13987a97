import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FORGED_INFO, forgeArchive } from '../../../testing/forged-archive.ts'
import { readArchive } from './read-archive.ts'

// Needs about 12 s of a processor, and waits for one on a busy machine.
test('reads an archive of 100,000 entries', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  try {
    const file = join(folder, 'backup.tar')
    const entries = Array.from({ length: 100_000 }, (_, at) => ({ name: `media/${at}` }))
    const info = { ...FORGED_INFO, entries: entries.length + 1 }
    await forgeArchive(file, [{ name: 'database.sqlite', content: 'abc' }, ...entries], info)
    const archive = await readArchive(file, { key: undefined, targetOf: () => undefined, folder })
    expect(archive.entries).toHaveLength(100_001)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
