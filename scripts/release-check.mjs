import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a release starts with. */
export const RELEASED_SCRIPTS = [
  'start',
  'command',
  'builds',
  'foreground',
  'install',
  'server-program',
  'start-arguments',
].map((name) => `${name}.mjs`)

/** The commands, the receipts and the daily backup run from their sources. */
export const RELEASED_SOURCES = ['server/src', 'contract/src', 'demo/src']

/** Files belong to root, so that unpacking as root does not assign them to an unrelated user. */
export const OWNED_BY_ROOT = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go=rX']

const IMPORT =
  /^(?:import|export) (?!type\b)(?:[\w$*{}\s,]*? from )?["']([^"'./][^"']*)["']|\bimport\(["']([^"'./][^"']*)["']\)/gm

/**
 * Whether a release has a file: without tests, their files, and lists of the build.
 * @param {string} path in the repository
 */
export function isShipped(path) {
  return !/\.test\.ts$|\.tsbuildinfo$|\/(?:testing|\.vite)(?:\/|$)|\/receipts\/pictures(?:\/|$)/.test(path)
}

/**
 * Returns the shell script `run` of a release: `./run backup FILE` does what `npm run backup -- FILE`
 * does, without npm.
 * @param {string[]} names of the commands
 */
export function runScript(names) {
  return `#!/bin/sh
[ $# -gt 0 ] || { echo "./run NAME [ARGUMENTS] runs one of: ${names.join(', ')}" >&2; exit 1; }
export INIT_CWD="$PWD" && name=$1 && shift
[ "$1" != -- ] || shift
cd "$(dirname "$0")" && exec node_modules/.bin/node --run "$name" -- "$@"
`
}

/**
 * Lists packages that the server or its sources import, and native packages for the CPU that the
 * installed ones name, which the release does not have.
 * @param {string} folder an unpacked release
 * @param {string} cpu `x64` or `arm64`
 */
export function listMissing(folder, cpu) {
  const packages = join(folder, 'node_modules')
  const natives = packageNames(packages).flatMap((name) => {
    const { optionalDependencies = {} } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
    return Object.keys(optionalDependencies).filter((each) => new RegExp(`linux-${cpu}(?:-gnu)?$`).test(each))
  })
  const imported = ['server/dist', ...RELEASED_SOURCES].flatMap((code) => importedPackages(join(folder, code)))
  const names = new Set([...imported, ...natives])
  const missing = [...names].filter((name) => !existsSync(join(packages, name, 'package.json')))
  return existsSync(join(packages, 'node', 'bin', 'node')) ? missing : [...missing, 'node']
}

/** @param {string} folder */
function importedPackages(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(IMPORT)])
    .map(([, statically, dynamically]) => statically ?? dynamically ?? '')
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

/** @param {string} packages */
function packageNames(packages) {
  return readdirSync(packages)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(packages, name)).map((inner) => `${name}/${inner}`) : name,
    )
    .filter((name) => existsSync(join(packages, name, 'package.json')))
}

/**
 * Returns the licence of each package whose code is in the panel's build, which each copy of the build
 * must have beside it. Throws if a package has none. The icons have theirs in docs/licences.
 * @param {string} folder the repository
 * @param {string[]} modules of the build, with paths in the repository
 */
export function panelLicences(folder, modules) {
  const packages = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? bundlerOf(id))
  const texts = [...new Set(packages)].sort().map((path) => {
    const file = readdirSync(join(folder, path)).find((name) => /^licen[cs]e(?:\.\w+)?$/i.test(name))
    if (!file) throw new Error(`${path} has no licence, but is in panel/dist`)
    // Vite's file goes on with what is not in the panel.
    const [text = ''] = readFileSync(join(folder, path, file), 'utf8').split('# Licenses of bundled dependencies')
    return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}\n\n${text.trim()}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

/** The tools of the build add small helpers of their own. @param {string} id of a module */
function bundlerOf(id) {
  if (!id.startsWith('\0')) return []
  return id.startsWith('\0vite/') ? ['/node_modules/vite'] : ['/node_modules/rolldown']
}
