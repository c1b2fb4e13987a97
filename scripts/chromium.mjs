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
  run(binPath('playwright'), ['install', '--with-deps', 'chromium-headless-shell'])
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
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = [...asRoot, 'apt-get']
  if (run('apt-get', ['--version'], 'ignore') !== 0) return false
  if (asRoot.length > 0 && run('sudo', ['-n', 'true'], 'ignore') !== 0) return false
  const [command = 'apt-get', ...first] = apt
  return (
    run(command, [...first, 'update', '-q']) === 0 &&
    run(command, [...first, 'install', '-q', '-y', '--no-install-recommends', ...packages]) === 0
  )
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
