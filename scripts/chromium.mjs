import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { binPath, node26, root, toolEnvironment } from './install.mjs'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Finds a Chromium, or gets one: Debian's where apt-get may be used, else Playwright's own.
 * @returns {{ path: string } | { missing: string }} `missing` says why there is none
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return { path: found }
  console.log('Looking for a browser for the tests: none is here yet, so one is being installed …')
  if (aptInstalls(['chromium', 'fonts-noto-core'])) {
    const installed = findChromium()
    if (installed) return { path: installed }
  }
  // Without the right to install the system's packages, Playwright would stop to ask for a password.
  const withDeps = mayInstallPackages() ? ['--with-deps'] : []
  run(binPath('playwright'), ['install', ...withDeps, 'chromium-headless-shell'])
  const own = findChromium()
  return own ? { path: own } : { missing: 'no Chromium here, and it could not be installed' }
}

function findChromium() {
  return [process.env.CHROMIUM_PATH, ...SYSTEM_BROWSERS].find((path) => path && existsSync(path)) ?? playwrightsOwn()
}

function playwrightsOwn() {
  const ask = "require('playwright').chromium.executablePath()"
  const path = spawnSync(node26, ['-p', ask], { cwd: root, encoding: 'utf8' }).stdout.trim()
  return existsSync(path) ? path : undefined
}

/** @param {string[]} packages */
function aptInstalls(packages) {
  if (run('apt-get', ['--version'], 'ignore') !== 0 || !mayInstallPackages()) return false
  const [command = 'apt-get', ...first] = isRoot() ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  return (
    run(command, [...first, 'update', '-q']) === 0 &&
    run(command, [...first, 'install', '-q', '-y', '--no-install-recommends', ...packages]) === 0
  )
}

function isRoot() {
  return process.getuid?.() === 0
}

/** As root, or with a sudo that does not ask for a password. */
function mayInstallPackages() {
  return isRoot() || run('sudo', ['-n', 'true'], 'ignore') === 0
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {'inherit' | 'ignore'} stdio
 */
function run(command, args, stdio = 'inherit') {
  const env = { ...toolEnvironment(), DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { cwd: root, stdio, env }).status
}
