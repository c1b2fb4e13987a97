import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'demo',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['../server/src/testing/postgres-server.ts'],
  },
})
