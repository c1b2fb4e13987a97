// Installs missing packages of package-lock.json, Node 26 among them. Runs on Node 20.20 or
// later.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lockfile */
/** @typedef {'run' | 'test'} Scope `run` is what running and building need, `test` everything */

export const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const LOCKFILE = join(root, 'package-lock.json')
const INSTALLED_LIST = join(root, 'node_modules', '.package-lock.json')
const STAMP = join(root, 'node_modules', '.cache', 'sevadesk', 'installed')

/** Path of Node 26, from the npm package `node`. Runs the server, the build and the tests. */
export const node26 = join(root, 'node_modules', 'node', 'bin', 'node')

/**
 * The path of an installed command such as `vite`.
 * @param {string} command
 */
export function binPath(command) {
  return join(bin, command)
}

/** Environment of child processes: installed commands, also Node 26, come first in PATH. */
export function toolEnvironment() {
  return { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` }
}

/**
 * Whether every package of a lockfile is installed in the locked version. Optional packages may be
 * absent, unless an installed package needs one for this machine. Links are workspaces, which have no
 * version.
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} present node_modules/.package-lock.json
 * @param {Scope} scope
 */
export function isComplete(wanted, present, scope) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!/(?:^|\/)node_modules\//.test(path)) return true
    if (scope === 'run' && entry.dev) return true
    const installed = present.packages[path]
    if (!installed) return entry.optional === true || entry.devOptional === true
    const native = Object.keys(entry.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
    if (native.some((part) => isForThisMachine(wanted.packages[part]) && !present.packages[part])) return false
    return entry.link === true || installed.version === entry.version
  })
}

/**
 * Whether a package holds native code for this system, processor and C library.
 * @param {LockedPackage | undefined} part
 */
function isForThisMachine(part) {
  if (!part?.os?.includes(process.platform) || !part.cpu?.includes(process.arch)) return false
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return !part.libc || part.libc.includes(header.glibcVersionRuntime ? 'glibc' : 'musl')
}

/**
 * What to install for a scope. npm removes packages outside the scope. Therefore, once test packages
 * are installed, every later install includes them.
 * @param {Scope} scope
 * @param {Lockfile} present node_modules/.package-lock.json
 * @returns {Scope}
 */
export function scopeToInstall(scope, present) {
  const hasTests = Object.values(present.packages).some(({ dev }) => dev === true)
  return hasTests ? 'test' : scope
}

/** Whether this is an unpacked release, which installs and builds nothing: see release.mjs. */
export const isRelease = readJson(join(root, 'package.json')).isRelease === true

/**
 * Installs missing packages; prints one sentence and exits with 1 on failure.
 * @param {Scope} [scope]
 */
export function ensureInstalled(scope = 'run') {
  if (isRelease || isInstalled(scope)) return
  console.log(`Installing what ${scope === 'run' ? 'SevaDesk needs' : 'the tests need'}. This takes a minute or two …`)
  const installed = existsSync(INSTALLED_LIST) ? scopeToInstall(scope, readJson(INSTALLED_LIST)) : scope
  // Said in both cases, because NODE_ENV=production or npm's settings may say otherwise.
  const dev = installed === 'run' ? '--omit=dev' : '--include=dev'
  // Not `npm ci`, which would first delete all that is installed.
  const { status } = npm(['install', dev, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status === 0 && existsSync(node26)) {
    removeHeaders()
    if (isComplete(readJson(LOCKFILE), readJson(INSTALLED_LIST), installed)) keepStamp(installed)
    return
  }
  console.error('SevaDesk could not install its packages: is this machine connected to the internet? Then try again.')
  process.exit(1)
}

/**
 * Trusts our stamp or, if npm was run manually since, npm's own list of installed packages.
 * @param {Scope} scope
 */
function isInstalled(scope) {
  if (!existsSync(INSTALLED_LIST) || !existsSync(node26)) return false
  if (existsSync(STAMP) && [stampOf(scope), stampOf('test')].includes(readFileSync(STAMP, 'utf8'))) return true
  if (!isComplete(readJson(LOCKFILE), readJson(INSTALLED_LIST), scope)) return false
  keepStamp(scope)
  return true
}

/** Removes Node's C++ headers, 67 MB that only compiling an addon would read. */
function removeHeaders() {
  const packages = join(root, 'node_modules', 'node', 'node_modules')
  for (const entry of existsSync(packages) ? readdirSync(packages, { withFileTypes: true }) : []) {
    if (entry.isDirectory()) rmSync(join(packages, entry.name, 'include'), { recursive: true, force: true })
  }
}

/** @param {Scope} scope */
function keepStamp(scope) {
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, stampOf(scope))
}

/** @param {Scope} scope */
function stampOf(scope) {
  const hash = createHash('sha256').update(readFileSync(LOCKFILE)).update(readFileSync(INSTALLED_LIST))
  return `${scope} ${process.platform} ${process.arch} ${hash.digest('hex')}`
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * Runs the npm that started this script, or else the npm in PATH.
 * @param {string[]} args
 * @param {string} [folder]
 */
export function npm(args, folder = root) {
  const { npm_execpath: script } = process.env
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: folder, stdio: 'inherit' })
}
