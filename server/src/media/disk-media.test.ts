import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storedFiles } from '../testing/files/stored-files.ts'
import { testFolder } from '../testing/files/test-folder.ts'
import { mediaCases } from '../testing/media-cases.ts'
import { openMedia } from './open-media.ts'

async function openPlace() {
  const dataDir = testFolder()
  const media = await openMedia({ dataDir, photoMaxPixels: 1e6, photoMaxEdge: 2000 })
  return {
    media,
    dataDir,
    read: (path: string) => readFile(join(dataDir, path)).catch(() => undefined),
    listStored: async () => (await storedFiles(dataDir)).filter((path) => path.startsWith('/media/')),
    close: () => media.close(),
  }
}

mediaCases('media on disk', openPlace)

test('a trial write finds a folder of files that cannot be used', async () => {
  const { media, dataDir, close } = await openPlace()
  await mkdir(join(dataDir, 'media', 'aa'))
  await media.store.tryWrite()
  // Root may write in spite of a mode.
  if (process.getuid?.() === 0) await symlink(join(dataDir, 'gone'), join(dataDir, 'media', 'ab'))
  else await mkdir(join(dataDir, 'media', 'ab'), { mode: 0o555 })
  await expect(media.store.tryWrite()).rejects.toThrow(/media\/ab/)
  await close()
})
