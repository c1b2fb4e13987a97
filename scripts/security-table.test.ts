import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'

const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const rows = text.split('\n').filter((line) => /^\| C\d+ \|/.test(line))
const exceptions = [...text.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number)

/** The links of a text to tests: title and file. */
const linksOf = (part: string) =>
  [...part.matchAll(/\[([^\]]+)\]\(([^)]+\.(?:test|spec)\.tsx?)\)/g)].map(([, title = '', file = '']) => ({
    title,
    file,
  }))

test('SECURITY.md has a row for each requirement, with a test or an exception that it lists', () => {
  expect(rows.map((row) => row.split(' ')[1])).toEqual(Array.from({ length: 29 }, (_, at) => `C${at + 1}`))
  const bare = rows.filter((row) => linksOf(row).length === 0 && !/Exceptions? \d/.test(row))
  expect(bare).toEqual([])
  const named = rows.flatMap((row) => (/Exceptions? ([\d and,]+)\./.exec(row)?.[1] ?? '').match(/\d+/g) ?? [])
  expect([...new Set(named)].sort()).toEqual(exceptions)
})

test('every test that SECURITY.md names exists', () => {
  const missing = linksOf(text).filter(({ title, file }) => {
    const path = join(root, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})
