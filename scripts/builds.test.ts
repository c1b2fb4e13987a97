import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf, isStale, keepStamp, PANEL, removeStamp, SERVER } from './builds.mjs'
import { root } from './install.mjs'

let folder: string
const now = () => fingerprintOf(folder, PANEL.sources)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sevadesk-builds-'))
  write('panel/src/main.tsx', 'main')
  write('panel/src/ui/base/button.tsx', 'button')
  write('contract/src/section.ts', 'section')
  write('package-lock.json', '{}')
  write('panel/dist/index.html', 'built')
  keepStamp(folder, PANEL, now())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('a new build is not stale', () => {
  expect(isStale(folder, PANEL, now())).toBe(false)
})

test.each([
  ['a changed source', () => write('panel/src/ui/base/button.tsx', 'another button')],
  ['a new source', () => write('panel/src/ui/table.tsx', 'table')],
  ['a change in the contract', () => write('contract/src/section.ts', 'another section')],
  ['a new version of a dependency', () => write('package-lock.json', '{"a":1}')],
  ['a renamed source', () => renameSync(join(folder, 'panel/src/main.tsx'), join(folder, 'panel/src/start.tsx'))],
  ['the start of another build', () => removeStamp(folder, PANEL)],
  ['a missing build', () => rmSync(join(folder, 'panel/dist'), { recursive: true })],
  ['a missing stamp', () => rmSync(join(folder, 'node_modules'), { recursive: true })],
])('a build is stale after %s', (_what, change) => {
  change()
  expect(isStale(folder, PANEL, now())).toBe(true)
})

test.each([
  ['a new modification time', () => utimesSync(join(folder, 'panel/src/main.tsx'), 0, 0)],
  ['a new test', () => write('panel/src/ui/button.test.tsx', 'test')],
  ['new build output', () => write('panel/dist/assets/index.js', 'js')],
  ['an installed package', () => write('panel/node_modules/vite/index.js', 'vite')],
])('a build is not stale after %s', (_what, change) => {
  change()
  expect(isStale(folder, PANEL, now())).toBe(false)
})

test.each([PANEL, SERVER])('the sources of the $name include every workspace that it imports', ({ name, sources }) => {
  for (const workspace of importedBy(name)) {
    const parts = [`${workspace}/src`, `${workspace}/package.json`]
    expect(
      parts.every((part) => [part, workspace].some((path) => sources.includes(path))),
      workspace,
    ).toBe(true)
  }
})

/** The workspace itself, and those that it depends on, also indirectly. */
function importedBy(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const { dependencies }: { dependencies: object } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
  const own = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@sevadesk/'))
  for (const dependency of own) importedBy(dependency.slice('@sevadesk/'.length), found)
  return found
}
