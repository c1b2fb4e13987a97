import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { listMissing, RELEASED_SCRIPTS } from './release-check.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest: { version: string; workspaces: string[] } = JSON.parse(read('package.json'))

test('package.json alone states the version, which is the newest of the changelog', () => {
  const [, newest] = /^## \[(.+?)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(manifest.version)
  for (const workspace of manifest.workspaces) {
    expect(JSON.parse(read(`${workspace}/package.json`))).not.toHaveProperty('version')
  }
})

test('finds what a release lacks: imports of the server, native packages of its platform, and Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const natives = { 'sharp-linux-x64': '1.0.0', 'sharp-linux-arm64': '1.0.0', 'sharp-darwin-arm64': '1.0.0' }
  write('server/dist/main.js', 'import { a } from "node:fs";\nimport b from "@node-rs/argon2";\nimport("pg/lib/x.js")')
  write('node_modules/sharp/package.json', JSON.stringify({ optionalDependencies: natives }))
  write('node_modules/sharp-linux-x64/package.json', '{}')
  expect(listMissing(folder, 'arm64')).toEqual(['@node-rs/argon2', 'pg', 'sharp-linux-arm64', 'node'])
  for (const name of ['@node-rs/argon2', 'pg']) write(`node_modules/${name}/package.json`, '{}')
  write('node_modules/node/bin/node', '')
  expect(listMissing(folder, 'x64')).toEqual([])
  rmSync(folder, { recursive: true })
})

test('packs every script that a start or command imports', () => {
  const imported = (name: string): string[] =>
    [...read(`scripts/${name}`).matchAll(/from '\.\/(.+)'/g)].flatMap(([, file = '']) => [file, ...imported(file)])
  const needed = new Set(['start.mjs', 'command.mjs'].flatMap((name) => [name, ...imported(name)]))
  expect(RELEASED_SCRIPTS.toSorted()).toEqual([...needed].sort())
})
