import { writeFileSync } from 'node:fs'

/**
 * A vitest reporter that writes what `npm test` counts: by project, with the names of what failed and was skipped.
 * vitest's own JSON knows no projects, and a project without tests is what we must not miss.
 * @param {string} file where the report goes
 * @returns {import('vitest/node').Reporter}
 */
export function countsReporter(file) {
  /** @type {Record<string, number>} */
  const ran = {}
  return {
    onInit(vitest) {
      for (const { name } of vitest.projects) ran[name] = 0
    },
    onTestRunEnd(modules, unhandledErrors) {
      let passed = 0
      /** @type {string[]} */
      const failed = unhandledErrors.map(({ message }) => `vitest: ${message}`)
      /** @type {string[]} */
      const skipped = []
      for (const module of modules) {
        const place = `${module.project.name} ${module.relativeModuleId}`
        const tests = [...module.children.allTests()]
        const named = (/** @type {string[]} */ states) =>
          tests.filter((test) => states.includes(test.result().state)).map((test) => `${place} › ${test.fullName}`)
        const failures = named(['failed', 'pending'])
        const skips = named(['skipped'])
        // A file that does not load, or a hook that throws, fails without failing any test.
        if (!module.ok() && failures.length === 0) failed.push(`${place} (the file or one of its hooks)`)
        failed.push(...failures)
        skipped.push(...skips)
        passed += tests.length - failures.length - skips.length
        ran[module.project.name] = (ran[module.project.name] ?? 0) + tests.length - skips.length
      }
      writeFileSync(file, JSON.stringify({ passed, failed, skipped, ran }))
    },
  }
}
