/** @typedef {{ passed: number, failed: string[], skipped: string[] }} Counts what failed and what was skipped, by name */

/** @param {Counts[]} parts */
export function sumUp(parts) {
  /** @type {Counts} */
  const sum = { passed: 0, failed: [], skipped: [] }
  for (const { passed, failed, skipped } of parts) {
    sum.passed += passed
    sum.failed.push(...failed)
    sum.skipped.push(...skipped)
  }
  return sum
}

/**
 * The line that `npm test` ends with.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  return `${passed} passed, ${failed.length} failed${rest}`
}

/**
 * What a runner's report and its end say together. A runner that died before its report, or ended badly without naming
 * a failure, has failed; so has a project in which nothing ran, since it passes silently beside others.
 * @param {string} runner
 * @param {number | null} exitCode
 * @param {(Counts & { ran: Record<string, number> }) | undefined} report `ran`: tests by project, 0 where there was none
 * @param {{ mayBeEmpty: boolean }} options a person's filter may leave projects empty
 * @returns {Counts}
 */
export function judgeRunner(runner, exitCode, report, { mayBeEmpty }) {
  if (!report)
    return { passed: 0, failed: [`${runner} ended with code ${exitCode} before it wrote its report`], skipped: [] }
  const { passed, skipped } = report
  const failed = [...report.failed]
  const total = Object.values(report.ran).reduce((sum, count) => sum + count, 0)
  if (total === 0) failed.push(`${runner} ran no test`)
  else if (!mayBeEmpty) {
    const empty = Object.keys(report.ran).filter((project) => report.ran[project] === 0)
    failed.push(...empty.map((project) => `${runner}: no test ran in the project "${project}"`))
  }
  if (exitCode !== 0 && failed.length === 0)
    failed.push(`${runner} ended with code ${exitCode} without naming a failure`)
  return { passed, failed, skipped }
}

/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ title: string, tests: { projectName: string, status: string }[] }} Spec */

/**
 * Playwright's JSON report. A flaky test passed on a second try.
 * @param {{ config: { projects: { name: string }[] }, suites: Suite[], errors?: { message?: string }[] }} report
 */
export function readPlaywrightReport(report) {
  const counts = { passed: 0, failed: /** @type {string[]} */ ([]), skipped: /** @type {string[]} */ ([]) }
  /** @type {Record<string, number>} */
  const ran = Object.fromEntries(report.config.projects.map(({ name }) => [name, 0]))
  for (const { path, test } of report.suites.flatMap((suite) => testsOf(suite, []))) {
    const name = `e2e [${test.projectName}] ${path.join(' › ')}`
    if (test.status === 'skipped') {
      counts.skipped.push(name)
      continue
    }
    ran[test.projectName] = (ran[test.projectName] ?? 0) + 1
    if (test.status === 'unexpected') counts.failed.push(name)
    else counts.passed += 1
  }
  for (const { message } of report.errors ?? []) counts.failed.push(`e2e: ${message ?? 'an error outside any test'}`)
  return { ...counts, ran }
}

/**
 * @param {Suite} suite
 * @param {string[]} above
 * @returns {{ path: string[], test: Spec['tests'][number] }[]}
 */
function testsOf(suite, above) {
  const path = [...above, suite.title]
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ path: [...path, spec.title], test })))
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))]
}
