import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest: { version: string; workspaces: string[] } = JSON.parse(read('package.json'))

test('package.json alone states the version, which is the newest of the changelog', () => {
  const [, newest] = /^## \[(.+?)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(manifest.version)
  for (const workspace of manifest.workspaces) {
    expect(JSON.parse(read(`${workspace}/package.json`))).not.toHaveProperty('version')
  }
})
