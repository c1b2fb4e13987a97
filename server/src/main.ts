import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { StartError } from './errors.ts'
import { type Demo, start } from './start.ts'

function readArguments(args: string[]): { demo: boolean } {
  try {
    return parseArgs({ args, options: { demo: { type: 'boolean', default: false } } }).values
  } catch {
    throw new StartError(`The arguments "${args.join(' ')}" are not valid; npm start -- --help lists the arguments.`)
  }
}

async function loadDemo(): Promise<Demo> {
  const [{ fillDemo }, { copySampleTrust }] = await Promise.all([
    import('@sevadesk/demo/demo.ts'),
    import('@sevadesk/demo/sample-trust.ts'),
  ])
  return { fillDemo, copySampleTrust }
}

try {
  const { address, stop } = await start(readConfig(process.env), {
    ...(readArguments(process.argv.slice(2)).demo && { demo: await loadDemo() }),
    print: console.log,
  })
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second signal stops the server at once.
      if (isStopping) process.exit(1)
      isStopping = true
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
  // Printed last: from here on a signal stops the server gracefully.
  console.log(`SevaDesk is ready at ${address}`)
} catch (error) {
  // Expected failures need no stack.
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
