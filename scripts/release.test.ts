import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './install.mjs'
import { isShipped, listMissing, OWNED_BY_ROOT, panelLicences, RELEASED_SCRIPTS, runScript } from './release-check.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest: { version: string; workspaces: string[] } = JSON.parse(read('package.json'))

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  folders.push(folder)
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return { folder, write }
}

test('package.json alone states the version, which is the newest of the changelog', () => {
  const [, newest] = /^## \[(.+?)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(manifest.version)
  for (const workspace of manifest.workspaces) {
    expect(JSON.parse(read(`${workspace}/package.json`))).not.toHaveProperty('version')
  }
})

test('finds what a release lacks: imports of the server and its sources, native packages of its platform, and Node', () => {
  const { folder, write } = makeFolder()
  const natives = { 'sharp-linux-x64': '1.0.0', 'sharp-linux-arm64': '1.0.0', 'sharp-darwin-arm64': '1.0.0' }
  write('server/dist/main.js', 'import { a } from "node:fs";\nimport b from "@node-rs/argon2";\nimport("pg/lib/x.js")')
  write(
    'server/src/jobs/worker.ts',
    "import {\n  a,\n} from 'typst'\nimport type { B } from '@types/b'\nimport './c.ts'",
  )
  write('contract/src/a.ts', "export { Type } from 'typebox'\nexport const about = { from: 'nowhere' }")
  write('demo/src/a.ts', "const load = () => import('yazl')")
  write('node_modules/sharp/package.json', JSON.stringify({ optionalDependencies: natives }))
  write('node_modules/sharp-linux-x64/package.json', '{}')
  expect(listMissing(folder, 'arm64')).toEqual([
    ...['@node-rs/argon2', 'pg', 'typst', 'typebox', 'yazl'],
    ...['sharp-linux-arm64', 'node'],
  ])
  for (const name of ['@node-rs/argon2', 'pg', 'typst', 'typebox', 'yazl'])
    write(`node_modules/${name}/package.json`, '{}')
  write('node_modules/node/bin/node', '')
  expect(listMissing(folder, 'x64')).toEqual([])
})

test('packs every script that a start or command imports', () => {
  const imported = (name: string): string[] =>
    [...read(`scripts/${name}`).matchAll(/from '\.\/(.+)'/g)].flatMap(([, file = '']) => [file, ...imported(file)])
  const needed = new Set(['start.mjs', 'command.mjs'].flatMap((name) => [name, ...imported(name)]))
  expect(RELEASED_SCRIPTS.toSorted()).toEqual([...needed].sort())
})

test.each([
  ['server/src/main.ts', true],
  ['panel/dist/assets/app.js', true],
  ['server/src/main.test.ts', false],
  ['server/src/testing', false],
  ['server/src/resources/receipts/pictures', false],
  ['panel/dist/.vite', false],
])('ships %s: %s', (path, expected) => {
  expect(isShipped(path)).toBe(expected)
})

test.runIf(process.platform === 'linux')('packs files as owned by root, which others can read but not change', () => {
  const { folder, write } = makeFolder()
  for (const [name, mode] of [
    ['start', 0o700],
    ['main.js', 0o666],
  ] as const) {
    write(name, '')
    chmodSync(join(folder, name), mode)
  }
  const archive = execFileSync('tar', [...OWNED_BY_ROOT, '-cf', '-', '-C', folder, 'start', 'main.js'])
  const entries = execFileSync('tar', ['-tvf', '-', '--numeric-owner'], { input: archive, encoding: 'utf8' })
  expect(entries.split('\n').map((line) => line.split(/ +/).slice(0, 2))).toEqual([
    ['-rwxr-xr-x', '0/0'],
    ['-rw-r--r--', '0/0'],
    [''],
  ])
})

test('run passes the arguments on, with or without hyphens before them, and lists the commands', () => {
  const { folder, write } = makeFolder()
  const program = (path: string, content: string) => {
    write(path, content)
    chmodSync(join(folder, path), 0o755)
  }
  program('run', runScript(['backup', 'restore']))
  program('node_modules/.bin/node', '#!/bin/sh\necho "$INIT_CWD $@"')
  const run = (...words: string[]) => spawnSync(join(folder, 'run'), words, { cwd: '/', encoding: 'utf8' })
  expect(run('backup', 'a b.tar').stdout).toBe('/ --run backup -- a b.tar\n')
  expect(run('backup', '--', '--daily').stdout).toBe('/ --run backup -- --daily\n')
  expect(run()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: './run NAME [ARGUMENTS] runs one of: backup, restore\n',
  })
})

test('collects the licence of each package in the build once, and rejects one without', () => {
  const { folder, write } = makeFolder()
  write('node_modules/react/LICENSE', 'MIT, React\n')
  write('node_modules/@a/b/license.md', 'ISC, B')
  write('node_modules/vite/LICENSE.md', 'MIT, Vite\n\n# Licenses of bundled dependencies\n\nMIT, other')
  write('node_modules/none/package.json', '{}')
  const modules = ['/panel/src/main.tsx', '/node_modules/react/index.js', '/node_modules/react/jsx.js']
  const text = panelLicences(folder, [...modules, '/node_modules/@a/b/c.js', '\0vite/preload-helper.js'])
  expect(text.split(`\n${'-'.repeat(80)}\n\n`)).toEqual([
    '@a/b\n\nISC, B\n',
    'react\n\nMIT, React\n',
    'vite\n\nMIT, Vite\n',
  ])
  expect(() => panelLicences(folder, ['/node_modules/none/index.js'])).toThrow('/node_modules/none has no licence')
})
