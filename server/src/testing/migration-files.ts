import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '..', 'db', 'migrations')

/** Lists the sources of all migrations. */
export function listMigrationFiles(): string[] {
  return readdirSync(MIGRATIONS_FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
}

/** Lists the migration, the files of its folder, and what all migrations use. */
export function filesOf(name: string): string[] {
  const isOwn = (file: string) => file === `${name}.ts` || file.startsWith(`${name.slice(0, 4)}/`)
  return listMigrationFiles().filter((file) => file === 'engine.ts' || isOwn(file))
}

/** Returns the SHA-256 of these files, whatever line ends Git has given them. */
export function hashOf(name: string): string {
  const hash = createHash('sha256')
  for (const file of filesOf(name))
    hash.update(readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8').replaceAll('\r\n', '\n'))
  return hash.digest('hex')
}
