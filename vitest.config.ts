import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { countsReporter } from './scripts/vitest-counts.mjs'

const countsFile = process.env.VITEST_COUNTS_FILE

/** Vitest's own order depends on earlier runs. */
class OrderedByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
  }
}

export default defineConfig({
  test: {
    projects: [
      ...['contract', 'server', 'panel', 'panel/checks', 'demo', 'contract-check', 'scripts'],
      ...['e2e/kill', 'e2e/attacks', 'e2e/fuzz', 'bench'],
    ],
    sequence: { sequencer: OrderedByPath },
    reporters: countsFile ? ['default', countsReporter(countsFile)] : ['default'],
  },
})
