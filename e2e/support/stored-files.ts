import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SevadeskStand } from './sevadesk-stand.ts'

/** Every file that our server serves or that is still arriving. */
export async function storedFiles({ dataDir }: SevadeskStand): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => ['media', 'tmp'].some((folder) => file.startsWith(join(dataDir, folder)))).sort()
}
