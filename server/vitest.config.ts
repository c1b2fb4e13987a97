import { configDefaults, defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    // Only `npm run test:all` runs these.
    exclude: [...configDefaults.exclude, ...(process.env.TEST_ALL ? [] : ['**/*.full.test.ts'])],
    environment: 'node',
    isolate: false,
    // Whole servers are started here, on machines that may be busy; a hang still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['src/testing/postgres-server.ts'],
  },
})
