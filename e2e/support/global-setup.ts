import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { startCluster } from './postgresql.ts'
import { ROOT } from './program.ts'

/** Before the run: the panel is built and one PostgreSQL is up. The answer is called after the run. */
export default async function globalSetup(_config: FullConfig): Promise<() => Promise<void>> {
  if (isPanelStale()) execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' })
  return startCluster()
}

function isPanelStale(): boolean {
  const built = join(ROOT, 'panel/dist/index.html')
  if (!existsSync(built)) return true
  const sources = ['panel/src', 'panel/public', 'panel/index.html', 'panel/vite.config.ts', 'contract/src']
  const newest = Math.max(...sources.map((path) => newestChange(join(ROOT, path))))
  return newest > statSync(built).mtimeMs
}

function newestChange(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
}
