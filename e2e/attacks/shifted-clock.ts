import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Shifts the wall clock; timers and `performance.now()` go on, as when a machine's clock is set. */
const PROGRAM = `
  import { readFileSync } from 'node:fs'
  const RealDate = Date
  const readOffset = () => Number(readFileSync(new URL('offset', import.meta.url), 'utf8'))
  let offset = readOffset()
  globalThis.Date = class Date extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [RealDate.now() + offset] : parts))
    }
    static now() {
      return RealDate.now() + offset
    }
  }
  process.on('SIGUSR2', () => {
    offset = readOffset()
  })`

/** The wall clock of a server, right at first. It keeps its offset when the server starts again. */
export interface ShiftedClock {
  /** Settings of the server. */
  env: Record<string, string>
  /** The clock is this many milliseconds ahead from now on. `pid`: the server, if it runs. */
  shift(pid: number | undefined, offsetMs: number): void
  remove(): void
}

export function makeShiftedClock(): ShiftedClock {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-clock-'))
  const program = join(folder, 'clock.mjs')
  const offset = join(folder, 'offset')
  writeFileSync(program, PROGRAM)
  writeFileSync(offset, '0')
  return {
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${program}` },
    shift(pid, offsetMs) {
      writeFileSync(offset, `${offsetMs}`)
      if (pid !== undefined) process.kill(pid, 'SIGUSR2')
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
