import { execFile } from 'node:child_process'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../testing/files/test-folder.ts'

const SERVER = new URL('../..', import.meta.url)
const PROGRAM = `
  import Fastify from 'fastify'
  import { loggerOptions, logToFile, writeLines } from './src/http/request-log.ts'
  const { log } = Fastify({ logger: loggerOptions({ logLevel: 'info' }) })
  process.on('SIGTERM', () => process.exit(0))
  log.info('first')
  log.warn('second')`

/** Runs the program and returns its output, with the message of each line of the log. */
function run(end: string, options: readonly string[] = []): Promise<string[]> {
  const args = [...options, '--input-type=module', '--eval', `${PROGRAM}\n${end}`]
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

test('goes on with the open file while it cannot be renamed', async () => {
  const folder = testFolder()
  const file = join(folder, 'server.log')
  await mkdir(`${file}.1`)
  await writeFile(file, '')
  await truncate(file, 10 * 1024 * 1024)
  const end = `logToFile('${file}'); setImmediate(() => { log.error('third'); console.log('still running') })`
  expect(await run(end)).toEqual(['still running'])
  expect(await readFile(file, 'utf8')).toMatch(/first.*\n.*second.*\n.*third/)
})

test('goes on once a full disk has space again', async () => {
  const folder = testFolder()
  const file = join(folder, 'server.log')
  const end = `logToFile('${file}')
    const { default: fs } = await import('node:fs')
    const { writeSync } = fs
    fs.writeSync = () => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }) }
    for (let n = 0; n < 300; n += 1) log.error('x'.repeat(5000))
    fs.writeSync = writeSync
    log.error('dropped')
    log.error('last')`
  await run(end)
  expect(await readFile(file, 'utf8')).toMatch(/first.*xxx.*"msg":"last"\}\n$/s)
})

test('drops lines while the disk is full, so that memory does not grow', async () => {
  const end = `logToFile('/dev/full')
    for (let n = 0; n < 20_000; n += 1) log.error('x'.repeat(5000))
    gc()
    console.log(process.memoryUsage().heapUsed < 80_000_000 ? 'small' : 'large')`
  expect(await run(end, ['--expose-gc'])).toEqual(['small'])
})
