import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'sevadesk-clone-'))
  cpSync(import.meta.dirname, join(clone, 'scripts'), { recursive: true })
  writeFileSync(join(clone, 'package.json'), '{}')
})
afterAll(() => rmSync(clone, { recursive: true }))

function start(...words: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/start.mjs', ...words], { cwd: clone }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

test('--help prints every argument before anything is installed', async () => {
  const { code, stdout, stderr } = await start('--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^ {2}npm start -- --demo {3}fill an empty database/m)
  expect(stdout).toMatch(/^ {2}npm start -- --new-database {3}/m)
  expect(stdout).toMatch(/^ {2}npm start -- --help {3}/m)
  expect(existsSync(join(clone, 'node_modules'))).toBe(false)
})

test.each([['--dmeo'], ['demo'], ['--demo=yes'], ['--demo', '--port=80']])(
  'refuses %s %s before anything is installed',
  async (...words) => {
    const { code, stdout, stderr } = await start(...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(`There is no argument "${words.at(-1)}"; npm start -- --help lists the arguments.\n`)
    expect(existsSync(join(clone, 'node_modules'))).toBe(false)
  },
)

test('in a release, drops the hyphens that npm drops, and names ./start', async () => {
  writeFileSync(join(clone, 'package.json'), '{ "isRelease": true }')
  const help = await start('--', '--help')
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toMatch(/^ {2}\.\/start --demo {3}/m)
  expect(help.stdout).not.toContain('npm')
  const { stderr } = await start('--', '--dmeo')
  expect(stderr).toBe('There is no argument "--dmeo"; ./start --help lists the arguments.\n')
})
