import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { type NativeParts, type PartState, tryNativeParts, untriedParts } from './native-parts.ts'
import { testFolder } from './testing/files/test-folder.ts'

interface Setting {
  parts?: NativeParts
  folder?: string
  limitMs?: number
}

async function tryParts({ parts = untriedParts(), ...setting }: Setting = {}) {
  const lines: { msg: string; output: string }[] = []
  const printed: string[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { log } = Fastify({ logger: { level: 'error', stream } })
  await tryNativeParts(parts, { log, print: (text) => printed.push(text), ...setting })
  return { parts, lines, printed }
}

const allParts = (state: PartState): NativeParts => new Map([...untriedParts().keys()].map((part) => [part, state]))

function writeSharp(code: string): string {
  const folder = testFolder()
  const sharp = join(folder, 'node_modules', 'sharp')
  mkdirSync(sharp, { recursive: true })
  writeFileSync(join(sharp, 'index.js'), code)
  return folder
}

test('accepts the packages as they are installed', async () => {
  expect(await tryParts()).toEqual({ parts: allParts('loads'), lines: [], printed: [] })
})

test('names each package that is missing or crashes, what fails without it, and what to do', async () => {
  const folder = writeSharp("process.kill(process.pid, 'SIGILL')")
  const { parts, lines, printed } = await tryParts({ folder })
  expect(parts).toEqual(allParts('missing'))
  const names = ['@myriaddreamin/typst-ts-node-compiler', '@node-rs/argon2', 'sharp']
  expect(lines.map(({ msg }) => `Error: ${msg}`)).toEqual(printed)
  for (const [index, effect] of ['no receipt', 'nobody can sign in', 'no photo'].entries()) {
    expect(printed[index]).toContain(names[index])
    expect(printed[index]).toContain(effect)
    expect(printed[index]).toContain(`${process.platform} ${process.arch}`)
    expect(printed[index]).toContain('npm ci')
  }
  expect(lines[0]?.output).toContain('ERR_MODULE_NOT_FOUND')
  expect(lines[2]?.output).toContain('SIGILL')
})

test('loads a part that needs a variable of the environment', async () => {
  vi.stubEnv('NEEDED_BY_A_PART', 'yes')
  const folder = writeSharp("if (!process.env.NEEDED_BY_A_PART) throw new Error('cannot load')")
  expect((await tryParts({ folder })).parts.get('sharp')).toBe('loads')
  vi.unstubAllEnvs()
})

test('a part whose trial takes too long is not missing, and is tried again', async () => {
  const { parts, lines, printed } = await tryParts({ limitMs: 1 })
  expect(parts).toEqual(allParts('unknown'))
  expect({ printed, logged: lines.map(({ msg }) => msg) }).toEqual({
    printed: [],
    logged: Array.from({ length: 3 }, () => 'could not try a native part; will retry'),
  })
  expect(await tryParts({ parts })).toEqual({ parts: allParts('loads'), lines: [], printed: [] })
})

test('a part whose trial is killed for lack of memory is not missing', async () => {
  const folder = writeSharp("process.kill(process.pid, 'SIGKILL')")
  expect((await tryParts({ folder })).parts.get('sharp')).toBe('unknown')
})
