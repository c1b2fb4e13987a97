import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { tryNativeParts } from './native-parts.ts'
import { testFolder } from './testing/files/test-folder.ts'

async function tryIn(folder?: string) {
  const missing = new Set<string>()
  const lines: { msg: string; output: string }[] = []
  const printed: string[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { log } = Fastify({ logger: { level: 'error', stream } })
  await tryNativeParts(missing, { log, print: (text) => printed.push(text), ...(folder && { folder }) })
  return { missing: [...missing], lines, printed }
}

test('accepts the packages as they are installed', async () => {
  expect(await tryIn()).toEqual({ missing: [], lines: [], printed: [] })
})

test('names each package that is missing or crashes, what fails without it, and what to do', async () => {
  const folder = testFolder()
  const crashing = join(folder, 'node_modules', 'sharp')
  mkdirSync(crashing, { recursive: true })
  writeFileSync(join(crashing, 'index.js'), "process.kill(process.pid, 'SIGILL')")
  const { missing, lines, printed } = await tryIn(folder)
  expect(missing).toEqual(['@myriaddreamin/typst-ts-node-compiler', '@node-rs/argon2', 'sharp'])
  expect(lines.map(({ msg }) => `Error: ${msg}`)).toEqual(printed)
  for (const [index, effect] of ['no receipt', 'nobody can sign in', 'no photo'].entries()) {
    expect(printed[index]).toContain(missing[index])
    expect(printed[index]).toContain(effect)
    expect(printed[index]).toContain(`${process.platform} ${process.arch}`)
    expect(printed[index]).toContain('npm ci')
  }
  expect(lines[0]?.output).toContain('ERR_MODULE_NOT_FOUND')
  expect(lines[2]?.output).toContain('SIGILL')
})
