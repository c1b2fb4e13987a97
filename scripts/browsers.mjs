import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binPath, node26, root, toolEnvironment } from './install.mjs'

/** @typedef {'chromium' | 'firefox' | 'webkit'} BrowserName */
/** @typedef {BrowserName | 'spreadsheet' | 'web servers'} ProgramName a CSV file is opened by what people open it with */
/** @typedef {{ path: string } | { missing: string }} Found `missing` says why there is none */

const SYSTEM_CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * How each is found, and which of Debian's packages bring it. Videos of phones need a decoder that neither Firefox nor WebKitGTK
 * has of its own: `gstreamer1.0-libav` brings it for both.
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
  'web servers': { find: findWebServers, packages: ['caddy', 'nginx', 'openssl'], isServer: true },
}

/**
 * Finds programs, or gets what is missing in one go: Debian's where apt-get may be used; for Chromium else Playwright's own.
 * @param {readonly ProgramName[]} names
 * @returns {Map<ProgramName, Found>}
 */
export function ensurePrograms(names) {
  const missing = names.filter((name) => !PROGRAMS[name].find())
  if (missing.length > 0) {
    const wanted = missing.filter((name) => !isLeftToPeople(name))
    if (wanted.length > 0) console.log(`Installing what the tests need and is not here yet: ${wanted.join(', ')} …`)
    if (wanted.length > 0) installByApt([...new Set(wanted.flatMap((name) => PROGRAMS[name].packages))])
    if (missing.includes('chromium') && !findChromium()) installPlaywrightsOwn()
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
  const why = isLeftToPeople(name)
    ? `left to you, since this system would start them at once: ${PROGRAMS[name].packages.join(', ')}`
    : 'and could not be installed'
  return { missing: `${name} is not here with all that it needs, ${why}` }
}

function findChromium() {
  return [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUMS].find((path) => path && existsSync(path)) ?? playwrightsOwn()
}

/** Chromium's engine without what draws its windows: the same pages for a quarter less work. Not everywhere; Chromium does as well. */
export function findHeadlessShell() {
  return ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path))
}

function playwrightsOwn() {
  const ask = "require('playwright').chromium.executablePath()"
  const path = spawnSync(node26, ['-p', ask], { cwd: root, encoding: 'utf8' }).stdout.trim()
  return existsSync(path) ? path : undefined
}

/** Firefox, where it can play what phones film. */
export function findFirefox() {
  const path = ['/usr/bin/firefox-esr', '/usr/lib/firefox/firefox'].find((candidate) => existsSync(candidate))
  return findLibrary('.', /^libavcodec\.so\.\d+$/) ? path : undefined
}

/** WebKitGTK's driver, the browser that it drives and a screen without a screen, where it can play what phones film. */
export function findWebkit() {
  const [driver, screen] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const browser = findLibrary('webkit2gtk-4.1', /^MiniBrowser$/)
  const hasDecoder = findLibrary('gstreamer-1.0', /^libgstlibav\.so$/)
  return browser && hasDecoder && existsSync(driver) && existsSync(screen) ? { driver, browser, screen } : undefined
}

/** LibreOffice, where it can open a table; without a screen. */
export function findSpreadsheet() {
  const path = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((candidate) => existsSync(candidate))
  return findLibrary('libreoffice/program', /^libsclo\.so$/) ? path : undefined
}

export function findCaddy() {
  return firstThere('/usr/bin/caddy', '/usr/local/bin/caddy')
}

export function findNginx() {
  return firstThere('/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx')
}

export function findOpenssl() {
  return firstThere('/usr/bin/openssl', '/usr/local/bin/openssl')
}

/** Both that docs/another-host has a file for, and what makes certificates for them. */
export function findWebServers() {
  return findNginx() && findOpenssl() && findCaddy()
}

/** @param {string[]} paths */
function firstThere(...paths) {
  return paths.find((path) => existsSync(path))
}

/**
 * A file that a system keeps beside its libraries, in a folder whose name differs by kind of machine.
 * @param {string} folder
 * @param {RegExp} name
 */
function findLibrary(folder, name) {
  const machines = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((entry) => entry.endsWith('-linux-gnu')) : []
  for (const place of [...machines.map((machine) => join('/usr/lib', machine)), '/usr/lib64', '/usr/lib']) {
    const path = join(place, folder)
    const found = existsSync(path) ? readdirSync(path).find((entry) => name.test(entry)) : undefined
    if (found) return join(path, found)
  }
  return undefined
}

/**
 * A web server that is installed for tests must not begin to serve somebody's machine: Debian starts one at once where systemd runs. A
 * machine of CI is there for the tests alone.
 * @param {ProgramName} name
 */
function isLeftToPeople(name) {
  return Boolean(PROGRAMS[name].isServer) && existsSync('/run/systemd/system') && !process.env.CI
}

/**
 * What this system does not have at all is left out, so that the rest still comes.
 * @param {string[]} packages
 */
function installByApt(packages) {
  if (run('apt-get', ['--version'], 'ignore') !== 0 || !mayInstallPackages()) return
  const [command = 'apt-get', ...first] = isRoot() ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  run(command, [...first, 'update', '-q'])
  const known = packages.filter((name) => run('apt-cache', ['show', name], 'ignore') === 0)
  run(command, [...first, 'install', '-q', '-y', '--no-install-recommends', ...known])
}

function installPlaywrightsOwn() {
  // Without the right to install the system's packages, Playwright would stop to ask for a password.
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
