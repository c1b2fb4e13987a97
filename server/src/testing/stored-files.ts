import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Every file of the media in a data folder, served or still arriving, as paths below the folder. */
export async function storedFiles(dataDir: string): Promise<string[]> {
  const files: string[] = []
  for (const folder of ['media', 'tmp']) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(dataDir.length))
    }
  }
  return files.sort()
}

/** Puts a file at a stored path of a data folder, past everything that would look at it. */
export async function placeFile(dataDir: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(join(dataDir, path)), { recursive: true })
  await writeFile(join(dataDir, path), bytes)
}
