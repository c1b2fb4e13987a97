import { execFile } from 'node:child_process'
import { StartError } from './errors.ts'
import type { JobLog } from './jobs/job-runner.ts'

/** The packages with native code, and what fails without each. */
const PARTS = {
  '@myriaddreamin/typst-ts-node-compiler': 'no receipt can be printed',
  '@node-rs/argon2': 'nobody can sign in, and no password can be set',
  sharp: 'no photo can be added',
}
type NativePart = keyof typeof PARTS

/** `unknown`: the trial was killed or took too long. */
export type PartState = 'untried' | 'unknown' | 'loads' | 'missing'
export type NativeParts = Map<NativePart, PartState>

export const untriedParts = (): NativeParts =>
  new Map((Object.keys(PARTS) as NativePart[]).map((part) => [part, 'untried']))

/**
 * In a process of its own: the server loads a part when it needs it, and some never. It inherits the
 * environment, as a library may need a variable such as LD_LIBRARY_PATH.
 */
const PROGRAM = 'os.setPriority(os.constants.priority.PRIORITY_LOW); import(process.argv[1])'
/** A machine may be busy; a part takes a tenth of a second. */
const LIMIT_MS = 60_000
/** The packages print long lists of what they tried. */
const OUTPUT_MAX = 2000
/** Signals sent by the kernel's out-of-memory killer, or by `timeout`. */
const KILLED: readonly unknown[] = ['SIGTERM', 'SIGKILL']

interface Options {
  log: JobLog
  print(text: string): void
  signal?: AbortSignal
  /** The parts are imported as by a file in this folder. */
  folder?: string
  limitMs?: number
}

/** Loads each part whose state is not known. Logs and prints which does not load. */
export async function tryNativeParts(
  parts: NativeParts,
  { log, print, signal, folder = import.meta.dirname, limitMs = LIMIT_MS }: Options,
): Promise<void> {
  for (const [part, known] of parts) {
    if (known === 'loads' || known === 'missing') continue
    const { state, output } = await new Promise<{ state: PartState; output: string }>((resolve) => {
      const options = { cwd: folder, timeout: limitMs, ...(signal && { signal }) }
      execFile(process.execPath, ['--eval', PROGRAM, part], options, (error, _stdout, stderr) => {
        const output = error ? `${error.signal ?? ''} ${stderr || error.message}`.trim() : ''
        // A text is the code of a process that could not start or was aborted.
        const isUnknown = typeof error?.code === 'string' || KILLED.includes(error?.signal)
        const failure = isUnknown ? 'unknown' : 'missing'
        resolve({ state: error ? failure : 'loads', output: output.slice(0, OUTPUT_MAX) })
      })
    })
    parts.set(part, state)
    if (state === 'unknown' && !signal?.aborted) log.error({ part, output }, 'could not try a native part; will retry')
    if (state !== 'missing') continue
    log.error({ output }, describeMissing(part))
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
