import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { SevadeskServer } from './sevadesk-server.ts'

/** Every stored or partly uploaded file. */
export async function storedFiles({ dataDir }: SevadeskServer): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => ['media', 'tmp'].some((folder) => file.startsWith(join(dataDir, folder)))).sort()
}

/** Waits for all background jobs, since they add and delete files. */
export async function waitForFileJobs({ sql }: SevadeskServer): Promise<void> {
  const jobs = () => sql.all('select kind, subject from jobs where failed_at is null')
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([])
}
