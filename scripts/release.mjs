// `npm run release`: packs what is built, with Node and the native packages of each platform, into
// release/sevadesk-VERSION-PLATFORM.tar.gz, and starts that of this machine once. Downloads packages
// and compiles nothing.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buildAll } from './builds.mjs'
import { ensureInstalled, npm, root } from './install.mjs'
import {
  isShipped,
  listMissing,
  OWNED_BY_ROOT,
  panelLicences,
  RELEASED_SCRIPTS,
  RELEASED_SOURCES,
  runScript,
} from './release-check.mjs'

const PLATFORMS = [
  { name: 'linux-amd64', cpu: 'x64' },
  { name: 'linux-arm64', cpu: 'arm64' },
]

const PARTS = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    '.env.example',
    'docs',
    'deploy',
  ],
  ...['panel/dist', 'server/dist', ...RELEASED_SOURCES, ...RELEASED_SCRIPTS.map((name) => `scripts/${name}`)],
]

/** Packages of the server that only building needs. */
const BUILD_TOOLS = /^(?:vite|rolldown|@rolldown|@oxc-project|lightningcss.*)$/

const START_LIMIT_MS = 120_000

const START = `#!/bin/sh
cd "$(dirname "$0")" && exec node_modules/.bin/node scripts/start.mjs "$@"
`
/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const manifest = readJson(join(root, 'package.json'))

if (process.platform !== 'linux' || !`${spawnSync('tar', ['--version']).stdout}`.includes('GNU tar'))
  fail('npm run release needs Linux and GNU tar.')
ensureInstalled()
if (!buildAll()) process.exit(1)
const release = join(root, 'release')
rmSync(release, { recursive: true, force: true })
for (const platform of PLATFORMS) await pack(platform)

/** @param {{ name: string, cpu: string }} platform */
async function pack({ name, cpu }) {
  const title = `sevadesk-${manifest.version}`
  const folder = join(release, name, title)
  console.log(`Packing ${title} for ${name} …`)
  for (const part of PARTS) copy(part, folder)
  install(folder, cpu)
  addNode(folder, cpu)
  const commands = writeManifest(folder)
  writeFileSync(join(folder, 'docs', 'licences', 'panel.txt'), panelLicences(root, builtModules()))
  for (const [file, text] of Object.entries({ start: START, run: runScript(commands) })) {
    writeFileSync(join(folder, file), text)
    chmodSync(join(folder, file), 0o755)
  }
  const missing = listMissing(folder, cpu)
  if (missing.length > 0) fail(`The release for ${name} lacks ${missing.join(', ')}.`)
  const archive = join(release, `${title}-${name}.tar.gz`)
  check(spawnSync('tar', [...OWNED_BY_ROOT, '-czf', archive, '-C', dirname(folder), title], { stdio: 'inherit' }))
  rmSync(dirname(folder), { recursive: true })
  if (cpu === process.arch) await tryArchive(archive, title)
  console.log(archive)
}

/** @param {string} part @param {string} folder */
function copy(part, folder) {
  cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => isShipped(relative(root, path)) })
}

/** Installs the locked packages of the server, with the native ones of the platform. @param {string} folder @param {string} cpu */
function install(folder, cpu) {
  for (const file of ['package.json', 'package-lock.json']) copy(file, folder)
  for (const workspace of manifest.workspaces) copy(`${workspace}/package.json`, folder)
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc']
  const scope = ['--workspace=@sevadesk/server', '--omit=dev', '--ignore-scripts']
  check(npm(['ci', ...platform, ...scope, '--no-audit', '--no-fund', '--loglevel=error'], folder))
  const packages = join(folder, 'node_modules')
  for (const name of readdirSync(packages))
    if (BUILD_TOOLS.test(name)) rmSync(join(packages, name), { recursive: true })
  const unused = ['package-lock.json', 'contract-check', 'panel/package.json', 'node_modules/.bin']
  for (const path of [...unused, 'node_modules/@sevadesk/contract-check', 'node_modules/.package-lock.json']) {
    rmSync(join(folder, path), { recursive: true, force: true })
  }
}

/** @param {string} folder @param {string} cpu */
function addNode(folder, cpu) {
  const name = `node-linux-${cpu}`
  const version = manifest.dependencies.node
  const staging = join(folder, name)
  mkdirSync(staging)
  check(npm(['pack', `${name}@${version}`, '--silent', `--pack-destination=${staging}`], folder))
  const program = join(folder, 'node_modules', 'node')
  mkdirSync(program)
  const from = ['-xzf', join(staging, `${name}-${version}.tgz`)]
  check(spawnSync('tar', [...from, '-C', program, '--strip-components=1', 'package/bin/node', 'package/LICENSE']))
  rmSync(staging, { recursive: true })
  mkdirSync(join(folder, 'node_modules', '.bin'))
  symlinkSync('../node/bin/node', join(folder, 'node_modules', '.bin', 'node'))
}

/**
 * Writes package.json with what an unpacked release can run. `isRelease` keeps it from installing and
 * building: see install.mjs. Returns the names of the commands.
 * @param {string} folder
 */
function writeManifest(folder) {
  const { name, version, type } = manifest
  const scripts = Object.entries(manifest.scripts).filter(([, script]) =>
    /^node scripts\/(?:start|command)\.mjs/.test(script),
  )
  const content = { name, version, private: true, isRelease: true, type, scripts: Object.fromEntries(scripts) }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
  return scripts.map(([script]) => script).filter((script) => script !== 'start')
}

function builtModules() {
  /** @type {{ moduleIds: string[] }[]} */
  const chunks = readJson(join(root, 'panel', 'dist', '.vite', 'chunks.json'))
  return chunks.flatMap(({ moduleIds }) => moduleIds)
}

/**
 * Unpacks an archive, starts it without npm and another Node until it is ready, and takes a backup.
 * @param {string} archive
 * @param {string} title
 */
async function tryArchive(archive, title) {
  const place = mkdtempSync(join(tmpdir(), 'sevadesk-release-'))
  check(spawnSync('tar', ['-xzf', archive, '-C', place]))
  const folder = join(place, title)
  // All that the scripts of the release need of the system.
  mkdirSync(join(place, 'bin'))
  symlinkSync('/usr/bin/dirname', join(place, 'bin', 'dirname'))
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
  probe.close()
  const env = { PATH: join(place, 'bin'), DATA_DIR: join(place, 'data'), PORT: `${port}` }
  const server = spawn('./start', ['--'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  // Also when `fail` ends this process.
  process.once('exit', () => server.kill())
  const ended = once(server, 'exit')
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  while (!(await isReady(port))) {
    if (server.exitCode !== null || limit.aborted) fail('The unpacked release does not become ready.')
    await setTimeout(200)
  }
  check(spawnSync('./run', ['backup', join(place, 'trial.tar')], { cwd: folder, env, stdio: 'inherit' }))
  server.kill()
  await ended
  rmSync(place, { recursive: true })
}

/** @param {number} port */
function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** @param {{ status: number | null }} result */
function check({ status }) {
  if (status !== 0) fail('The release could not be made: the lines above say why.')
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
