import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'scripts',
    include: ['**/*.test.{ts,mjs}'],
    environment: 'node',
    // Long, because the machine may be busy. A test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
