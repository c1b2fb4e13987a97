import { defineProject } from 'vitest/config'
import { suiteFiles } from '../../scripts/vitest-suite.ts'

/** Checks of all sources and of the build: languages, browsers, sizes. */
export default defineProject({
  test: {
    name: 'panel-checks',
    ...suiteFiles(import.meta.dirname, '**/*.test.ts'),
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    // A build of the panel takes 20 s beside the other tests, and more on a busy machine.
    hookTimeout: 300_000,
  },
})
