import { defineProject } from 'vitest/config'
import { suiteFiles } from '../../scripts/vitest-suite.ts'

/** Checks of all sources and of the build: languages, browsers, sizes. */
export default defineProject({
  test: {
    name: 'panel-checks',
    ...suiteFiles('**/*.test.ts'),
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    globalSetup: ['../../scripts/built-setup.ts'],
  },
})
