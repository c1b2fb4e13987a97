import { defineProject } from 'vitest/config'
import { seededProperties } from '../scripts/vitest-suite.ts'

export default defineProject({
  test: {
    name: 'contract',
    include: ['**/*.test.{ts,mjs}'],
    ...seededProperties,
    environment: 'node',
    isolate: false,
    // Long, because the machine may be busy. A test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
