import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, BrowserType, LaunchOptions } from '@playwright/test'
import { readIfExists } from './read-if-exists.ts'

/** A browser with its profile on disk, whose process a test can kill. */
export async function launchKillableBrowser(
  browserType: BrowserType,
  profile: string,
  options: LaunchOptions & BrowserContextOptions,
) {
  const context: BrowserContext = await browserType.launchPersistentContext(profile, options)
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    /** As a flat battery does: nothing is written any more. */
    async kill() {
      const closed = context.waitForEvent('close')
      process.kill(-browserProcess(profile), 'SIGKILL') // with its child processes
      await closed
    },
  }
}

/** Whether `localStorage` on the disk holds this ASCII text. Chromium writes it with some delay. */
export function isOnDisk(profile: string, text: string): boolean {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /\.(log|ldb)$/.test(name))
    .some((name) => readIfExists(join(folder, name))?.includes(text))
}

/** The id of the browser's main process; its child processes have a `--type`. */
function browserProcess(profile: string): number {
  const id = readdirSync('/proc').find((name) => {
    const words = /^\d+$/.test(name) ? commandLine(name) : []
    return words.includes(`--user-data-dir=${profile}`) && !words.some((word) => word.startsWith('--type='))
  })
  if (id === undefined) throw new Error(`No browser runs with the profile ${profile}`)
  return Number(id)
}

function commandLine(id: string): string[] {
  return readIfExists(`/proc/${id}/cmdline`)?.toString().split('\0') ?? []
}
