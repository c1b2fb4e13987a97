import { defineProject } from 'vitest/config'
import { suiteFiles } from '../scripts/vitest-suite.ts'

export default defineProject({
  test: {
    name: 'demo',
    ...suiteFiles('src/**/*.test.ts'),
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['../server/src/testing/postgres-server.ts'],
  },
})
