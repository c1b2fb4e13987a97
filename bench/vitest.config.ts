import { defineProject } from 'vitest/config'
import { BUILT_SETUP } from '../scripts/vitest-suite.ts'

/** Only `npm run test:all` runs it. */
export default defineProject({
  test: {
    name: 'bench',
    include: ['*.full.test.ts'],
    environment: 'node',
    testTimeout: 900_000,
    globalSetup: BUILT_SETUP,
  },
})
