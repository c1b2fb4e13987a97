import { execFile } from 'node:child_process'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from './errors.ts'

/** The packages with native code, and what fails without each. */
const PARTS = {
  '@myriaddreamin/typst-ts-node-compiler': 'no receipt can be printed',
  '@node-rs/argon2': 'nobody can sign in, and no password can be set',
  sharp: 'no photo can be added',
}
type NativePart = keyof typeof PARTS

/** In a process of its own: the server loads a part when it needs it, and some never. */
const PROGRAM = 'os.setPriority(os.constants.priority.PRIORITY_LOW); import(process.argv[1])'
/** A machine may be busy; a part takes a tenth of a second. */
const LIMIT_MS = 60_000
/** The packages print long lists of what they tried. */
const OUTPUT_MAX = 2000

interface Options {
  log: FastifyBaseLogger
  print(text: string): void
  /** The parts are imported as by a file in this folder. */
  folder?: string
}

/** Loads one part after the other. Logs and prints which does not load, and adds it to `missing`. */
export async function tryNativeParts(
  missing: Set<string>,
  { log, print, folder = import.meta.dirname }: Options,
): Promise<void> {
  for (const part of Object.keys(PARTS) as NativePart[]) {
    const output = await new Promise<string | undefined>((resolve) => {
      const options = { cwd: folder, env: {}, timeout: LIMIT_MS }
      execFile(process.execPath, ['--eval', PROGRAM, part], options, (error, _stdout, stderr) =>
        resolve(error ? `${error.signal ?? ''} ${stderr || error.message}`.trim() : undefined),
      )
    })
    if (output === undefined) continue
    missing.add(part)
    log.error({ output: output.slice(0, OUTPUT_MAX) }, describeMissing(part))
    print(`Error: ${describeMissing(part)}`)
  }
}

/** Imports the package for passwords. Throws StartError if it does not load. */
export function loadArgon2() {
  return import('@node-rs/argon2').catch((error: unknown) => {
    throw new StartError(describeMissing('@node-rs/argon2'), { cause: error })
  })
}

function describeMissing(part: NativePart): string {
  return `The package ${part} does not load on this machine (${process.platform} ${process.arch}). Without it ${PARTS[part]}. Stop the server, run npm ci, or unpack the release for this machine again, and start it.`
}
