import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './install.mjs'
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
      /** @type {import('./test-count.mjs').NamedTest[]} */
      const failed = unhandledErrors.map(({ message }) => ({ name: `vitest: ${message}` }))
      /** @type {import('./test-count.mjs').NamedTest[]} */
      const skipped = []
      /** @type {import('./test-count.mjs').FileTime[]} */
      const files = []
      for (const module of modules) {
        const path = `${module.project.name} ${module.relativeModuleId}`
        const testFile = {
          runner: /** @type {const} */ ('vitest'),
          project: module.project.name,
          path: relative(root, module.moduleId),
        }
        const tests = [...module.children.allTests()]
        const resultsOf = (/** @type {string[]} */ states) =>
          tests
            .filter((test) => states.includes(test.result().state))
            .map((test) => withReason(`${path} › ${test.fullName}`, test.result().errors?.[0]?.message))
        const failures = resultsOf(['failed', 'pending'])
        const skips = resultsOf(['skipped'])
        // A file that does not load, or a hook that throws, fails the file but no test.
        if (!module.ok() && failures.length === 0)
          failures.push(withReason(`${path} (the file or one of its hooks)`, module.errors()[0]?.message))
        failed.push(...failures.map((name) => ({ name, file: testFile })))
        skipped.push(...skips.map((name) => ({ name, file: testFile })))
        passed += tests.filter((test) => test.result().state === 'passed').length
        ran[module.project.name] = (ran[module.project.name] ?? 0) + tests.length - skips.length
        files.push({ name: path, ms: module.diagnostic().duration })
      }
      const times = Object.fromEntries(Object.entries(spans).map(([name, { start, end }]) => [name, end - start]))
      writeFileSync(file, JSON.stringify({ passed, failed, flaky: [], skipped, files, ran, times }))
    },
  }
}
