import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root, toolEnvironment } from './install.mjs'

/** Interval in milliseconds between checks that the parent process is alive. */
const PARENT_CHECK_MS = 500
/** Milliseconds from the first signal to SIGKILL: more than the longest STOP_DELAY_SECONDS and STOP_TIMEOUT_SECONDS. */
const STOP_LIMIT_MS = 390_000
/** A second signal within this time is the same Ctrl-C, from the terminal and from npm. */
const SAME_SIGNAL_MS = 500

/**
 * Runs programs in parallel. When a program ends, stops the rest and exits with that program's
 * code. Passes signals on. Each program has its own process group: otherwise one Ctrl-C would reach
 * the program twice, and the second signal would force it to stop.
 * @param {{ command: string, args: string[], env?: NodeJS.ProcessEnv }[]} programs
 */
export function runInForeground(programs) {
  const children = programs.map(({ command, args, env = {} }) =>
    spawn(command, args, { cwd: root, stdio: 'inherit', detached: true, env: { ...toolEnvironment(), ...env } }),
  )
  let running = children.length
  /** @type {number | undefined} */
  let code
  let isStopping = false

  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, signal)
    }
  }
  // A second signal would force the program to stop.
  const stopOnce = () => {
    if (!isStopping) stop('SIGTERM')
    isStopping = true
  }
  let signalledAt = Number.NEGATIVE_INFINITY
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const now = performance.now()
      const isEcho = now - signalledAt < SAME_SIGNAL_MS
      signalledAt = now
      if (isEcho) return
      isStopping = true
      stop(signal)
      setTimeout(() => stop('SIGKILL'), STOP_LIMIT_MS).unref()
    })
  }
  // npm may exit on a signal without passing it on, which would leave the server running.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stopOnce()
  }, PARENT_CHECK_MS).unref()

  for (const child of children) {
    child.on('error', (error) => {
      console.error(error.message)
      code ??= 1
    })
    child.on('exit', (status, signal) => {
      running -= 1
      code ??= status ?? 128 + (signal ? constants.signals[signal] : 0)
      if (running === 0) process.exit(code)
      stopOnce()
    })
  }
}
