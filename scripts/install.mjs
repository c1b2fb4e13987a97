// Installs missing packages of package-lock.json, Node 26 among them. Runs on Node 20.20 or
// later.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lockfile */

export const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const LOCKFILE = join(root, 'package-lock.json')
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
 * absent: they may be for other machines. Links are workspaces, which have no version.
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} present node_modules/.package-lock.json
 */
export function isComplete(wanted, present) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!/(?:^|\/)node_modules\//.test(path)) return true
    const installed = present.packages[path]
    if (!installed) return entry.optional === true || entry.devOptional === true
    return entry.link === true || installed.version === entry.version
  })
}

/** Installs missing packages; prints one sentence and exits with 1 on failure. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing what SevaDesk needs. The first time this takes a minute or two …')
  // Not `npm ci`, which refuses a lockfile without the optional packages of other systems.
  const { status } = npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status === 0 && existsSync(node26)) return keepStamp()
  console.error('SevaDesk could not install its packages: is this machine connected to the internet? Then try again.')
  process.exit(1)
}

/** Trusts our stamp or, if npm was run manually, npm's own list of installed packages. */
function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list) || !existsSync(node26)) return false
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()) return true
  if (!isComplete(readJson(LOCKFILE), readJson(list))) return false
  keepStamp()
  return true
}

function keepStamp() {
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, lockHash())
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * Runs the npm that started this script, or else the npm in PATH.
 * @param {string[]} args
 */
function npm(args) {
  const { npm_execpath: script } = process.env
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' })
}
