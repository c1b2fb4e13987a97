import { defineProject } from 'vitest/config'
import { BUILT_SETUP, isFullSuite, seededProperties, suiteFiles } from '../scripts/vitest-suite.ts'

export default defineProject({
  test: {
    name: 'server',
    ...suiteFiles('src/**/*.test.ts'),
    ...seededProperties,
    environment: 'node',
    isolate: false,
    // Tests start whole servers on machines that may be busy. A test that hangs still ends.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['src/testing/postgres-server.ts', ...(isFullSuite ? [BUILT_SETUP] : [])],
  },
})
