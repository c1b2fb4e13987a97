import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, BrowserType, LaunchOptions } from '@playwright/test'

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
  return readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .filter((path) => /Local Storage\/leveldb\/.+\.(log|ldb)$/.test(path))
    .some((path) => readFileSync(join(profile, path)).includes(text))
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
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // The process has ended meanwhile.
  }
}
