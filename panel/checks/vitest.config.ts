import { defineProject } from 'vitest/config'
import { BUILT_SETUP, suiteFiles } from '../../scripts/vitest-suite.ts'

/** Checks of all sources and of the build: languages, browsers, sizes. */
export default defineProject({
  test: {
    name: 'panel-checks',
    ...suiteFiles('**/*.test.ts'),
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    // Reading all sources takes long on a busy machine.
    hookTimeout: 300_000,
    globalSetup: BUILT_SETUP,
  },
})
