import { defineProject } from 'vitest/config'
import { suiteFiles } from '../../scripts/vitest-suite.ts'

export default defineProject({
  test: {
    name: 'kill',
    ...suiteFiles(import.meta.dirname, '**/*.test.ts'),
    environment: 'node',
  },
})
