import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { StartError } from './errors.ts'
import { writeLines } from './http/request-log.ts'
import { createPrivateFiles } from './private-files.ts'
import { type Demo, start } from './start.ts'
import { VERSION } from './version.ts'

async function loadDemo(): Promise<Demo> {
  const [{ fillDemo }, { saveSampleSettings }] = await Promise.all([
    import('@sevadesk/demo/demo.ts'),
    import('@sevadesk/demo/sample-settings.ts'),
  ])
  return { fillDemo, saveSampleSettings }
}

function print(text: string): void {
  writeLines()
  console.log(text)
}

/** A terminal shows what the operator needs to read; the log is for a file or a program. */
function findLogFile({ logFile, dataDir }: Config): string | undefined {
  if (logFile !== undefined) return logFile
  return process.stdout.isTTY ? join(dataDir, 'sevadesk.log') : undefined
}

let stop: (() => Promise<void>) | undefined
let isStopping = false
/** Beyond the time of running requests, for jobs to end and the database to close. */
const CLOSE_LIMIT_MS = 10_000
let stopLimitMs = 0

function shutDown(): void {
  // A second signal stops the server at once.
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), stopLimitMs).unref()
  Promise.resolve(stop?.()).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}

try {
  createPrivateFiles()
  const config = readConfig(process.env)
  stopLimitMs = config.stopDelayMs + config.stopTimeoutMs + CLOSE_LIMIT_MS
  const logFile = findLogFile(config)
  const server = await start(config, {
    // scripts/start-arguments.mjs rejects unknown arguments.
    ...(process.argv.includes('--demo') && { demo: await loadDemo() }),
    isNewDatabase: process.argv.includes('--new-database'),
    logFile,
    print,
    isTerminal: process.stdout.isTTY === true,
  })
  stop = server.stop
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, shutDown)
  // Printed last: from here on a signal stops the server gracefully.
  print(`SevaDesk ${VERSION} is ready at ${server.address}`)
  if (logFile !== undefined) print(`The log is in ${logFile}`)
} catch (error) {
  // Expected failures need no stack.
  console.error(error instanceof StartError ? error.message : error)
  process.exit(error instanceof StartError ? error.exitCode : 1)
}
