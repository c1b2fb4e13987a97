import { spawn } from 'node:child_process'
import { root, toolEnvironment } from './install.mjs'

/** @typedef {{ name: string, command: string, args: string[], env?: NodeJS.ProcessEnv }} Step */

/**
 * Runs a program with what it prints going to ours, and gives its exit code; 1 if it could not be started.
 * @param {Step} step
 * @returns {Promise<number | null>}
 */
export function runProgram({ command, args, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...toolEnvironment(), ...env },
    })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', resolve)
  })
}

/**
 * Runs steps one after the other, each counting as one test by its exit code.
 * @param {Step[]} steps
 * @returns {Promise<import('./test-count.mjs').Counts>}
 */
export async function runSteps(steps) {
  const counts = { passed: 0, failed: /** @type {string[]} */ ([]), skipped: [] }
  for (const step of steps) {
    const code = await runProgram(step)
    console.log(code === 0 ? `✓ ${step.name}` : `✗ ${step.name}`)
    if (code === 0) counts.passed += 1
    else counts.failed.push(step.name)
  }
  return counts
}
