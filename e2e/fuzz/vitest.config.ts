import { defineProject } from 'vitest/config'
import { BUILT_SETUP } from '../../scripts/vitest-suite.ts'

export default defineProject({
  test: {
    name: 'fuzz',
    include: ['**/*.full.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: BUILT_SETUP,
  },
})
