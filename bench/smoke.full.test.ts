import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { node26, root } from '../scripts/install.mjs'

test('every part of the benchmark runs', () => {
  // Without the clock of the tests, which the floors lack.
  const env = { ...process.env, NODE_OPTIONS: '', BENCH_SMOKE: 'true' }
  const { status, stderr } = spawnSync(node26, ['bench/bench.ts'], { cwd: root, env, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})
