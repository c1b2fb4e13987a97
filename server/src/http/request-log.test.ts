import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

const SERVER = new URL('../..', import.meta.url)
const PROGRAM = `
  import Fastify from 'fastify'
  import { loggerOptions, writeLines } from './src/http/request-log.ts'
  const { log } = Fastify({ logger: loggerOptions({ logLevel: 'info' }) })
  process.on('SIGTERM', () => process.exit(0))
  log.info('first')
  log.warn('second')`

/** Runs the program and returns its output, with the message of each line of the log. */
function run(end: string): Promise<string[]> {
  const args = ['--input-type=module', '--eval', `${PROGRAM}\n${end}`]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: SERVER }, (_error, stdout) => {
      resolve(
        stdout
          .trim()
          .split('\n')
          .map((line) => (line.startsWith('{') ? JSON.parse(line).msg : line)),
      )
    })
  })
}

test.each([
  ['ends', ''],
  ['throws', 'throw new Error()'],
  ['rejects', 'await Promise.reject(new Error())'],
  ['gets SIGTERM', `process.kill(process.pid, 'SIGTERM'); setInterval(() => undefined, 1000)`],
])('loses no line of a process that %s', async (_what, end) => {
  expect(await run(end)).toEqual(['first', 'second'])
})

test('writes an error at once, after the lines before it', async () => {
  expect(await run(`log.error('third'); log.info('fourth'); process.kill(process.pid, 'SIGKILL')`)).toEqual([
    'first',
    'second',
    'third',
  ])
})

test('keeps the order of lines and printed text', async () => {
  expect(await run(`writeLines(); console.log('printed'); log.info('third')`)).toEqual([
    'first',
    'second',
    'printed',
    'third',
  ])
})
