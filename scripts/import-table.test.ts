import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaches, type Row, rows } from './import-table.ts'

const root = join(import.meta.dirname, '..')
let folder: string
let found: { path: string; text: string }[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sevadesk-import-table-'))
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  cpSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true })
  for (const row of [...rows, ...breaches]) {
    plant(placeOf(row, 'breach'), row.breach)
    plant(placeOf(row, 'clean'), row.clean)
  }
  found = lint()
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(rows)('$who: $breach is refused, $clean is not', (row) => {
  expect(saidOf(placeOf(row, 'breach'))).toContain(row.says)
  expect(saidOf(placeOf(row, 'clean'))).not.toContain(row.says)
})

test.each(breaches)('everywhere: $breach is refused, $clean is not', (row) => {
  expect(saidOf(placeOf(row, 'breach'))).toContain(row.says)
  expect(saidOf(placeOf(row, 'clean'))).not.toContain(row.says)
})

test('no row trips over a broken rule of its own', () => {
  expect(found.filter(({ text }) => text.includes('errored'))).toEqual([])
})

/** A breach and its clean counterpart lie in the same folder under the same pattern, each in a file of its own. */
function placeOf(row: Row, kind: 'breach' | 'clean') {
  const number = [...rows, ...breaches].indexOf(row)
  return row.file.replace('#', `${kind}-${number}`)
}

function plant(path: string, line: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), `// A line above, as real files have.\n${line}\n`)
}

function lint() {
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', folder],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const start = stdout.indexOf('{')
  if (start < 0) throw new Error(`biome gave no report: ${stderr}`)
  const report: { diagnostics: { location: { path: string | { file: string } }; message: unknown }[] } = JSON.parse(
    stdout.slice(start),
  )
  return report.diagnostics.map(({ location: { path }, message }) => ({
    path: typeof path === 'string' ? path : path.file,
    text: JSON.stringify(message),
  }))
}

function saidOf(path: string) {
  return found
    .filter((diagnostic) => diagnostic.path.endsWith(path))
    .map(({ text }) => text)
    .join('\n')
}
