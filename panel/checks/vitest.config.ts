import { defineProject } from 'vitest/config'

/** Checks of all sources and of the build: languages, browsers, sizes. */
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
