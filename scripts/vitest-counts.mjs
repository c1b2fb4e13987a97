import { writeFileSync } from 'node:fs'
import { withReason } from './test-count.mjs'

/**
 * A vitest reporter that writes the counts for `npm test`. vitest's own JSON report does not name
 * projects, and so cannot show that a project ran no test.
 * @param {string} file path of the report
 * @returns {import('vitest/node').Reporter}
 */
export function countsReporter(file) {
  /** @type {Record<string, number>} */
  const ran = {}
  /**
   * When a project's first file began and its last one ended.
   * @type {Record<string, { start: number, end: number }>}
   */
  const spans = {}
  return {
    onInit(vitest) {
      for (const { name } of vitest.projects) ran[name] = 0
    },
    onTestModuleStart({ project }) {
      spans[project.name] ??= { start: performance.now(), end: 0 }
    },
    onTestModuleEnd({ project }) {
      const span = spans[project.name]
      if (span) span.end = performance.now()
    },
    onTestRunEnd(modules, unhandledErrors) {
      let passed = 0
      /** @type {string[]} */
      const failed = unhandledErrors.map(({ message }) => `vitest: ${message}`)
      /** @type {string[]} */
      const skipped = []
      /** @type {import('./test-count.mjs').FileTime[]} */
      const files = []
      for (const module of modules) {
        const path = `${module.project.name} ${module.relativeModuleId}`
        const tests = [...module.children.allTests()]
        const resultsOf = (/** @type {string[]} */ states) =>
          tests
            .filter((test) => states.includes(test.result().state))
            .map((test) => withReason(`${path} › ${test.fullName}`, test.result().errors?.[0]?.message))
        const failures = resultsOf(['failed', 'pending'])
        const skips = resultsOf(['skipped'])
        // A file that does not load, or a hook that throws, fails the file but no test.
        if (!module.ok() && failures.length === 0)
          failed.push(withReason(`${path} (the file or one of its hooks)`, module.errors()[0]?.message))
        failed.push(...failures)
        skipped.push(...skips)
        passed += tests.length - failures.length - skips.length
        ran[module.project.name] = (ran[module.project.name] ?? 0) + tests.length - skips.length
        files.push({ name: path, ms: module.diagnostic().duration })
      }
      const times = Object.fromEntries(Object.entries(spans).map(([name, { start, end }]) => [name, end - start]))
      writeFileSync(file, JSON.stringify({ passed, failed, skipped, files, ran, times }))
    },
  }
}
