import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults } from 'vitest/config'

const FULL = '**/*.full.test.{ts,tsx}'

/**
 * A project's test files for the suite that `TEST_SUITE` names. `pattern` matches all test files.
 * The suite `rest` runs what the quick suite leaves out: the `*.full.test` files, and PostgreSQL in
 * files with `anyDatabase`.
 */
export function suiteFiles(projectFolder: string, pattern: string): { include: string[]; exclude: string[] } {
  const { exclude } = configDefaults
  const suite = process.env.TEST_SUITE ?? 'quick'
  if (suite === 'quick') return { include: [pattern], exclude: [...exclude, FULL] }
  if (suite === 'all') return { include: [pattern], exclude }
  const beyond = globSync(pattern, { cwd: projectFolder }).filter(
    (path) => path.includes('.full.test.') || readFileSync(join(projectFolder, path), 'utf8').includes('anyDatabase('),
  )
  return { include: beyond, exclude }
}
