import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root, toolEnvironment } from './install.mjs'

/** How often to look whether whoever started us is still there, in milliseconds. */
const LOOK_EVERY = 500
/** How long a program may take to stop after the first signal before it is ended, in milliseconds. */
const STOP_LIMIT = 15_000
/** One Ctrl-C may reach us twice, from the terminal and from npm; a signal so soon after the last is the same one, in milliseconds. */
const SAME_SIGNAL = 500

/**
 * Runs programs beside each other until one ends, stops the others and exits with that one's code. A signal to us is
 * passed on, so that Ctrl-C and `kill` stop gracefully. Each program has a process group of its own: a terminal
 * sends Ctrl-C to the whole group, and a program that gets it twice would take the second for impatience.
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
  // A program told twice would take it for impatience.
  const stopOnce = () => {
    if (!isStopping) stop('SIGTERM')
    isStopping = true
  }
  let toldAt = Number.NEGATIVE_INFINITY
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const now = performance.now()
      const isEcho = now - toldAt < SAME_SIGNAL
      toldAt = now
      if (isEcho) return
      isStopping = true
      stop(signal)
      setTimeout(() => stop('SIGKILL'), STOP_LIMIT).unref()
    })
  }
  // npm ends at once when it is told to and tells nobody; without this a server would stay behind on its port.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stopOnce()
  }, LOOK_EVERY).unref()

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
