import { defineProject } from 'vitest/config'

/** What only the sources and the build as a whole can show: languages, browsers, sizes. */
export default defineProject({
  test: {
    name: 'panel-checks',
    include: ['**/*.test.ts'],
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
