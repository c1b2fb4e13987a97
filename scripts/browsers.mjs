import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binPath, node26, root, toolEnvironment } from './install.mjs'

/** @typedef {'chromium' | 'firefox' | 'webkit'} BrowserName */
/** @typedef {BrowserName | 'spreadsheet' | 'web servers' | 's3 storage'} ProgramName */
/** @typedef {{ path: string } | { missing: string }} Found `missing` is the reason */

const SYSTEM_CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * How to find each program, and its Debian packages. Firefox and WebKitGTK need
 * `gstreamer1.0-libav` to play phone videos.
 * @type {Record<ProgramName, { find: () => string | undefined, packages: string[], isServer?: true }>}
 */
const PROGRAMS = {
  chromium: { find: findChromium, packages: ['chromium', 'chromium-headless-shell', 'fonts-noto-core'] },
  firefox: { find: findFirefox, packages: ['firefox-esr', 'gstreamer1.0-libav'] },
  webkit: {
    find: () => findWebkit()?.browser,
    packages: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav'],
  },
  spreadsheet: { find: findSpreadsheet, packages: ['libreoffice-calc-nogui'] },
  's3 storage': { find: findS3Storage, packages: ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'], isServer: true },
  'web servers': { find: findWebServers, packages: ['caddy', 'nginx', 'openssl'], isServer: true },
}

/**
 * Finds programs. Installs missing ones by apt-get if allowed; Chromium otherwise by Playwright.
 * @param {readonly ProgramName[]} names
 * @returns {Map<ProgramName, Found>}
 */
export function ensurePrograms(names) {
  const missing = names.filter((name) => !PROGRAMS[name].find())
  if (missing.length > 0) {
    const wanted = missing.filter((name) => !isManualInstall(name))
    if (wanted.length > 0) console.log(`Installing programs for the tests: ${wanted.join(', ')} …`)
    if (wanted.length > 0) installByApt([...new Set(wanted.flatMap((name) => PROGRAMS[name].packages))])
    if (missing.includes('chromium') && !findChromium()) installPlaywrightChromium()
  }
  return new Map(names.map((name) => [name, foundOrMissing(name)]))
}

export function ensureChromium() {
  ensurePrograms(['chromium'])
  return foundOrMissing('chromium')
}

/**
 * @param {ProgramName} name
 * @returns {Found}
 */
function foundOrMissing(name) {
  const path = PROGRAMS[name].find()
  if (path) return { path }
  const why = isManualInstall(name)
    ? `install it yourself, since this system would start it at once: ${PROGRAMS[name].packages.join(', ')}`
    : 'and could not be installed'
  return { missing: `${name} is not installed completely, ${why}` }
}

function findChromium() {
  return (
    [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUMS].find((path) => path && existsSync(path)) ?? playwrightChromium()
  )
}

/** Headless Chromium: the same engine at a quarter of the CPU time. Optional. */
export function findHeadlessShell() {
  return ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path))
}

function playwrightChromium() {
  const ask = "require('playwright').chromium.executablePath()"
  const path = spawnSync(node26, ['-p', ask], { cwd: root, encoding: 'utf8' }).stdout.trim()
  return existsSync(path) ? path : undefined
}

/** Firefox, if it can play phone videos. */
export function findFirefox() {
  const path = ['/usr/bin/firefox-esr', '/usr/lib/firefox/firefox'].find((candidate) => existsSync(candidate))
  return findLibrary('.', /^libavcodec\.so\.\d+$/) ? path : undefined
}

/** WebKitGTK's driver, browser and a virtual screen, if the browser can play phone videos. */
export function findWebkit() {
  const [driver, screen] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const browser = findLibrary('webkit2gtk-4.1', /^MiniBrowser$/)
  const hasDecoder = findLibrary('gstreamer-1.0', /^libgstlibav\.so$/)
  return browser && hasDecoder && existsSync(driver) && existsSync(screen) ? { driver, browser, screen } : undefined
}

/** LibreOffice with Calc; needs no screen. */
export function findSpreadsheet() {
  const path = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((candidate) => existsSync(candidate))
  return findLibrary('libreoffice/program', /^libsclo\.so$/) ? path : undefined
}

export function findCaddy() {
  return firstExisting('/usr/bin/caddy', '/usr/local/bin/caddy')
}

export function findNginx() {
  return firstExisting('/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx')
}

export function findOpenssl() {
  return firstExisting('/usr/bin/openssl', '/usr/local/bin/openssl')
}

/** Ceph, whose gateway speaks S3. */
function findS3Storage() {
  const programs = ['ceph-mon', 'ceph-osd', 'ceph', 'radosgw', 'radosgw-admin', 'monmaptool']
  return programs.every((name) => existsSync(`/usr/bin/${name}`)) ? '/usr/bin/radosgw' : undefined
}

/** Finds the two web servers of docs/another-host, and openssl for their certificates. */
export function findWebServers() {
  return findNginx() && findOpenssl() && findCaddy()
}

/** @param {string[]} paths */
function firstExisting(...paths) {
  return paths.find((path) => existsSync(path))
}

/**
 * Finds a file in the system's library folders, whose names differ by architecture.
 * @param {string} folder
 * @param {RegExp} name
 */
function findLibrary(folder, name) {
  const machines = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((entry) => entry.endsWith('-linux-gnu')) : []
  for (const place of [...machines.map((machine) => join('/usr/lib', machine)), '/usr/lib64', '/usr/lib']) {
    const path = join(place, folder)
    const file = existsSync(path) ? readdirSync(path).find((entry) => name.test(entry)) : undefined
    if (file) return join(path, file)
  }
  return undefined
}

/**
 * With systemd, Debian starts a web server as soon as it is installed. That is acceptable only on
 * a CI machine.
 * @param {ProgramName} name
 */
function isManualInstall(name) {
  return Boolean(PROGRAMS[name].isServer) && existsSync('/run/systemd/system') && !process.env.CI
}

/**
 * Skips packages that apt does not know on this system.
 * @param {string[]} packages
 */
function installByApt(packages) {
  if (run('apt-get', ['--version'], 'ignore') !== 0 || !mayInstallPackages()) return
  const [command = 'apt-get', ...first] = isRoot() ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  run(command, [...first, 'update', '-q'])
  const available = packages.filter((name) => run('apt-cache', ['show', name], 'ignore') === 0)
  run(command, [...first, 'install', '-q', '-y', '--no-install-recommends', ...available])
}

function installPlaywrightChromium() {
  // `--with-deps` uses sudo, which may ask for a password.
  const withDeps = mayInstallPackages() ? ['--with-deps'] : []
  run(binPath('playwright'), ['install', ...withDeps, 'chromium-headless-shell'])
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
