import { defineConfig } from 'vitest/config'
import { countsReporter } from './scripts/vitest-counts.mjs'

const countsFile = process.env.VITEST_COUNTS_FILE

export default defineConfig({
  test: {
    projects: [
      ...['contract', 'server', 'panel', 'panel/checks', 'demo', 'contract-check', 'scripts'],
      ...['e2e/kill', 'e2e/attacks', 'e2e/fuzz'],
    ],
    reporters: countsFile ? ['default', countsReporter(countsFile)] : ['default'],
  },
})
