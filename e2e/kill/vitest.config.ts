import { defineProject } from 'vitest/config'
import { BUILT_SETUP, isFullSuite, suiteFiles } from '../../scripts/vitest-suite.ts'

export default defineProject({
  test: {
    name: 'kill',
    ...suiteFiles('**/*.test.ts'),
    environment: 'node',
    globalSetup: isFullSuite ? [BUILT_SETUP] : [],
    // At most 33 rounds, which may take half a minute each on a busy machine.
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
  },
})
