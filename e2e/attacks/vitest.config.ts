import { defineProject } from 'vitest/config'
import { BUILT_SETUP } from '../../scripts/vitest-suite.ts'

export default defineProject({
  test: {
    name: 'attacks',
    environment: 'node',
    globalSetup: BUILT_SETUP,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
