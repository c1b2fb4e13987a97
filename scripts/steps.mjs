import { spawn } from 'node:child_process'
import { root, toolEnvironment } from './install.mjs'

/** @typedef {{ name: string, command: string, args: string[], env?: NodeJS.ProcessEnv }} Step */

/**
 * Runs a program and returns its exit code, or 1 if it could not be started.
 * @param {Step} step
 * @param {{ isQuiet?: boolean }} [options] `isQuiet` buffers output until the program ends
 * @returns {Promise<number | null>}
 */
export function runProgram({ command, args, env = {} }, { isQuiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
      env: { ...toolEnvironment(), ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => {
      process.stdout.write(output)
      resolve(code)
    })
  })
}

/**
 * Runs steps one after the other. Each counts as one test.
 * @param {Step[]} steps
 * @returns {Promise<import('./test-count.mjs').Counts>}
 */
export async function runSteps(steps) {
  /** @type {import('./test-count.mjs').Counts} */
  const counts = { passed: 0, failed: [], flaky: [], skipped: [], files: [] }
  for (const step of steps) {
    const start = performance.now()
    const code = await runProgram(step, { isQuiet: true })
    console.log(code === 0 ? `✓ ${step.name}` : `✗ ${step.name}`)
    counts.files.push({ name: `check ${step.name}`, ms: performance.now() - start })
    if (code === 0) counts.passed += 1
    else counts.failed.push({ name: step.name })
  }
  return counts
}
