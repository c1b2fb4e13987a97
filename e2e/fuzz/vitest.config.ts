import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'fuzz',
    include: ['**/*.full.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: '../../scripts/built-setup.ts',
  },
})
