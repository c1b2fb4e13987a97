import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestApp } from '../test-app.ts'

/** Paths of all stored and staged files, relative to the data folder. */
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

/** What uploads leave behind besides the rows of their records. */
export async function uploadsOf({ db, config }: TestApp) {
  return {
    files: await storedFiles(config.dataDir),
    pending: await db.selectFrom('pending_files').selectAll().execute(),
    pictures: await db.selectFrom('pictures').selectAll().execute(),
  }
}

/** Writes a file to a stored path without validation. */
export async function placeFile(dataDir: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(join(dataDir, path)), { recursive: true })
  await writeFile(join(dataDir, path), bytes)
}
