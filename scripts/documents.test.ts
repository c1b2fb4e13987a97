import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const documents = files.filter((path) => path.endsWith('.md') && existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link between documents leads to a file and its heading', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, file = '', anchor]) => {
        const target = file === '' ? path : join(dirname(path), file)
        return !existsSync(join(root, target)) || (anchor && !anchorsOf(read(target)).includes(anchor))
      })
      .map(([link]) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('no decision record has more than 250 words', () => {
  const records = documents.filter((path) => path.startsWith('docs/decisions/'))
  expect(records.length).toBeGreaterThan(10)
  expect(records.filter((path) => read(path).trim().split(/\s+/).length > 250)).toEqual([])
})

test('every decision that the code cites exists', () => {
  const cited = files
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && existsSync(join(root, path)))
    .flatMap((path) => [...read(path).matchAll(/\bdecision (\d+)/g)].map(([, number = '']) => ({ path, number })))
  expect(cited.length).toBeGreaterThan(5)
  const exists = (number: string) =>
    documents.some((path) => path.startsWith(`docs/decisions/${number.padStart(4, '0')}-`))
  expect(cited.filter(({ number }) => !exists(number))).toEqual([])
})

test('every test that docs/reliability.md names exists', () => {
  const names = new Set(files.map((path) => basename(path).replace(/(?:\.full)?\.(?:test|spec)\.tsx?$/, '')))
  const named = read('docs/reliability.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap(
      (row) =>
        row
          .split('|')
          .at(-2)
          ?.match(/`[^`]+`/g) ?? [],
    )
    .map((name) => name.slice(1, -1))
    .filter((name) => !name.startsWith('npm run '))
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

const security = read('SECURITY.md')
const requirements = security.split('\n').filter((line) => /^\| C\d+ \|/.test(line))

/** The links of a text to tests: a part of the title, and the file. */
const testsOf = (part: string) =>
  [...part.matchAll(/\[([^\]]+)\]\(([^)]+\.(?:test|spec)\.tsx?)\)/g)].map(([, title = '', file = '']) => ({
    title,
    file,
  }))

test('SECURITY.md has a row for each requirement, with a test or an exception that it lists', () => {
  expect(requirements.map((row) => row.split(' ')[1])).toEqual(Array.from({ length: 30 }, (_, at) => `C${at + 1}`))
  const bare = requirements.filter((row) => testsOf(row).length === 0 && !/Exceptions? \d/.test(row))
  expect(bare).toEqual([])
  const named = requirements.flatMap((row) => (/Exceptions? ([\d and,]+)\./.exec(row)?.[1] ?? '').match(/\d+/g) ?? [])
  const listed = [...security.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number)
  expect([...new Set(named)].sort()).toEqual(listed)
})

test('every test that SECURITY.md names exists', () => {
  const missing = testsOf(security).filter(({ title, file }) => !files.includes(file) || !read(file).includes(title))
  expect(missing).toEqual([])
})
