// `npm run release`: packs what is built, with Node and the native packages of each platform, into
// release/sevadesk-VERSION-PLATFORM.tar.gz. Downloads packages and compiles nothing.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildAll } from './builds.mjs'
import { ensureInstalled, npm, root } from './install.mjs'
import { listMissing, RELEASED_SCRIPTS } from './release-check.mjs'

/** Whoever unpacks as root must not give the files to the user number of who packed them. */
const OWNED_BY_ROOT = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go=rX']
const PLATFORMS = [
  { name: 'linux-amd64', cpu: 'x64' },
  { name: 'linux-arm64', cpu: 'arm64' },
]

/** The commands run from their sources. */
const PARTS = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    '.env.example',
    'docs',
    'panel/dist',
    'server/dist',
  ],
  ...['server/src', 'contract/src', 'demo/src'],
  ...RELEASED_SCRIPTS.map((name) => `scripts/${name}`),
]

/** Packages of the server that only building needs. */
const BUILD_TOOLS = /^(?:vite|rolldown|@rolldown|@oxc-project|lightningcss.*)$/

const START = `#!/bin/sh
cd "$(dirname "$0")" && exec node_modules/.bin/node scripts/start.mjs "$@"
`
const RUN = `#!/bin/sh
# ./run backup FILE does what \`npm run backup -- FILE\` does, without npm.
export INIT_CWD="$PWD" && name=$1 && shift
cd "$(dirname "$0")" && exec node_modules/.bin/node --run "$name" -- "$@"
`

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const manifest = readJson(join(root, 'package.json'))

ensureInstalled()
if (!buildAll()) process.exit(1)
const release = join(root, 'release')
rmSync(release, { recursive: true, force: true })
for (const platform of PLATFORMS) pack(platform)

/** @param {{ name: string, cpu: string }} platform */
function pack({ name, cpu }) {
  const title = `sevadesk-${manifest.version}`
  const folder = join(release, name, title)
  console.log(`Packing ${title} for ${name} …`)
  for (const part of PARTS) copy(part, folder)
  install(folder, cpu)
  addNode(folder, cpu)
  writeManifest(folder)
  for (const [file, text] of Object.entries({ start: START, run: RUN })) {
    writeFileSync(join(folder, file), text)
    chmodSync(join(folder, file), 0o755)
  }
  const missing = listMissing(folder, cpu)
  if (missing.length > 0) fail(`The release for ${name} lacks ${missing.join(', ')}.`)
  const archive = join(release, `${title}-${name}.tar.gz`)
  check(spawnSync('tar', [...OWNED_BY_ROOT, '-czf', archive, '-C', dirname(folder), title], { stdio: 'inherit' }))
  rmSync(dirname(folder), { recursive: true })
  console.log(archive)
}

/** @param {string} part @param {string} folder */
function copy(part, folder) {
  const isShipped = (/** @type {string} */ path) =>
    !/\.test\.ts$|\.tsbuildinfo$/.test(path) && basename(path) !== 'testing'
  cpSync(join(root, part), join(folder, part), { recursive: true, filter: isShipped })
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
  // Without its lockfile a release installs and builds nothing: see install.mjs.
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
  const parts = ['package/bin/node', 'package/LICENSE']
  check(
    spawnSync('tar', [
      '-xzf',
      join(staging, `${name}-${version}.tgz`),
      '-C',
      program,
      '--strip-components=1',
      ...parts,
    ]),
  )
  rmSync(staging, { recursive: true })
  mkdirSync(join(folder, 'node_modules', '.bin'))
  symlinkSync('../node/bin/node', join(folder, 'node_modules', '.bin', 'node'))
}

/** Only what an unpacked release can run. @param {string} folder */
function writeManifest(folder) {
  const { name, version, type } = manifest
  const scripts = Object.entries(manifest.scripts).filter(([, script]) =>
    /^node scripts\/(?:start|command)\.mjs/.test(script),
  )
  const content = { name, version, private: true, type, scripts: Object.fromEntries(scripts) }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
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
