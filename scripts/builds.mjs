import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { binPath, isRelease, root, toolEnvironment } from './install.mjs'

/**
 * @typedef {{ name: string, sources: string[], built: string }} Build
 * `name`: the folder. `built`: a file that the build writes.
 */

/** @type {Build} */
export const PANEL = {
  name: 'panel',
  sources: ['panel', 'contract/src', 'contract/package.json', 'package-lock.json', 'tsconfig.base.json'],
  built: 'panel/dist/index.html',
}

/** @type {Build} */
export const SERVER = {
  name: 'server',
  sources: [
    'server',
    'contract/src',
    'contract/package.json',
    'demo/src',
    'demo/package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ],
  built: 'server/dist/main.js',
}

/**
 * Builds panel/dist and server/dist, each if its sources changed since the last build.
 * @returns {boolean} whether both are up to date; errors have been printed
 */
export function buildIfStale() {
  if (isRelease) return true
  return [PANEL, SERVER].every((build) => !isStale(root, build, fingerprintOf(root, build.sources)) || run(build))
}

/**
 * Builds panel/dist and server/dist.
 * @returns {boolean} whether the builds succeeded; errors have been printed
 */
export function buildAll() {
  return [PANEL, SERVER].every(run)
}

/** @param {Build} build */
function run(build) {
  console.log(`Building the ${build.name} …`)
  const fingerprint = fingerprintOf(root, build.sources)
  removeStamp(root, build)
  const args = ['build', build.name, '--config', `${build.name}/vite.config.ts`, '--logLevel', 'warn']
  const { status } = spawnSync(binPath('vite'), args, { cwd: root, stdio: 'inherit', env: toolEnvironment() })
  if (status === 0) keepStamp(root, build, fingerprint)
  else console.error(`The ${build.name} could not be built; the lines above say why.`)
  return status === 0
}

/**
 * @param {string} folder the repository
 * @param {Build} build
 * @param {string} fingerprint of the sources as they are now
 */
export function isStale(folder, build, fingerprint) {
  const stamp = stampOf(folder, build)
  return !existsSync(join(folder, build.built)) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint
}

/**
 * @param {string} folder the repository
 * @param {Build} build
 * @param {string} fingerprint of the sources that the build was made from
 */
export function keepStamp(folder, build, fingerprint) {
  const stamp = stampOf(folder, build)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/**
 * Makes a build stale before it starts: an interrupted build leaves files of both.
 * @param {string} folder the repository
 * @param {Build} build
 */
export function removeStamp(folder, build) {
  rmSync(stampOf(folder, build), { force: true })
}

/**
 * @param {string} folder
 * @param {Build} build
 */
function stampOf(folder, { name }) {
  return join(folder, 'node_modules', '.cache', 'sevadesk', `${name}-build`)
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
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
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
