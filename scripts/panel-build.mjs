import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { binPath, root, toolEnvironment } from './install.mjs'

/** Sources of the panel's build. */
const SOURCES = ['panel', 'contract/src', 'package-lock.json', 'tsconfig.base.json']
const STAMP = join('node_modules', '.cache', 'sevadesk', 'panel-build')
const BUILT = join('panel', 'dist', 'index.html')

/**
 * Builds the panel into panel/dist if its sources changed since the last build.
 * @returns {boolean} whether panel/dist is up to date; errors have been printed
 */
export function buildPanelIfStale() {
  return !isStale(root, fingerprintOf(root, SOURCES)) || buildPanel()
}

/**
 * Builds the panel into panel/dist.
 * @returns {boolean} whether the build succeeded; errors have been printed
 */
export function buildPanel() {
  console.log('Building the panel …')
  const fingerprint = fingerprintOf(root, SOURCES)
  const args = ['build', 'panel', '--config', 'panel/vite.config.ts', '--logLevel', 'warn']
  const { status } = spawnSync(binPath('vite'), args, { cwd: root, stdio: 'inherit', env: toolEnvironment() })
  if (status === 0) keepStamp(root, fingerprint)
  else console.error('The panel could not be built; the lines above say why.')
  return status === 0
}

/**
 * @param {string} folder the repository
 * @param {string} fingerprint of the sources as they are now
 */
export function isStale(folder, fingerprint) {
  const stamp = join(folder, STAMP)
  return !existsSync(join(folder, BUILT)) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint
}

/**
 * @param {string} folder the repository
 * @param {string} fingerprint of the sources that the build was made from
 */
export function keepStamp(folder, fingerprint) {
  const stamp = join(folder, STAMP)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/**
 * Hashes file names and contents, since a checkout or copy changes modification times.
 * @param {string} folder the repository
 * @param {string[]} sources files and folders in it
 */
export function fingerprintOf(folder, sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesBelow(join(folder, source)))) {
    hash.update(`${relative(folder, file)}\n`)
    hash.update(createHash('sha256').update(readFileSync(file)).digest())
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]} in the same order on every machine
 */
function filesBelow(path) {
  if (!existsSync(path)) return []
  const entries = entriesOf(path)
  if (!entries) return [path]
  return entries
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesBelow(join(path, name)))
}

/** @param {string} path */
function entriesOf(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return undefined
  }
}
