import { stripVTControlCharacters } from 'node:util'

/** In characters. */
const REASON_MAX = 200

/** @typedef {{ name: string, ms: number }} FileTime */
/**
 * `failed` and `skipped` are test names, each with the reason if it is known.
 * @typedef {{ passed: number, failed: string[], skipped: string[], files: FileTime[] }} Counts
 */

/**
 * @param {Counts[]} parts
 * @returns {Counts}
 */
export function sumUp(parts) {
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.flatMap(({ failed }) => failed),
    skipped: parts.flatMap(({ skipped }) => skipped),
    files: parts.flatMap(({ files }) => files),
  }
}

/**
 * The last line of `npm test`.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  return `${passed} passed, ${failed.length} failed${rest}`
}

/**
 * The files that took longest, as lines to print.
 * @param {readonly FileTime[]} files
 * @param {number} [count]
 */
export function slowestFiles(files, count = 10) {
  /** @type {Map<string, number>} */
  const byName = new Map()
  for (const { name, ms } of files) byName.set(name, (byName.get(name) ?? 0) + ms)
  const slowest = [...byName].sort(([, one], [, other]) => other - one).slice(0, count)
  return slowest.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
}

/**
 * Minutes and seconds, such as `2:05`.
 * @param {number} ms
 */
export function minutes(ms) {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Combines a runner's report with its exit code. These count as failed too: a missing report, a bad
 * exit code without a failed test, and a project without tests, which the runners do not report.
 * @param {string} runner
 * @param {number | null} exitCode
 * @param {(Counts & { ran: Record<string, number> }) | undefined} report `ran` is the number of tests by project
 * @param {{ mayBeEmpty: boolean }} options whether a filter may leave projects empty
 * @returns {Counts}
 */
export function evaluateRunner(runner, exitCode, report, { mayBeEmpty }) {
  if (!report)
    return { passed: 0, failed: [`${runner} ended with code ${exitCode} before its report`], skipped: [], files: [] }
  const { passed, skipped, files } = report
  const failed = [...report.failed]
  const total = Object.values(report.ran).reduce((sum, count) => sum + count, 0)
  if (total === 0) failed.push(`${runner} ran no test`)
  else if (!mayBeEmpty) {
    const empty = Object.keys(report.ran).filter((project) => report.ran[project] === 0)
    failed.push(...empty.map((project) => `${runner}: no test ran in the project "${project}"`))
  }
  if (exitCode !== 0 && failed.length === 0) failed.push(`${runner} ended with code ${exitCode}, but no test failed`)
  return { passed, failed, skipped, files }
}

/**
 * Appends the first line of the error, because often only the end of a long run is read.
 * @param {string} name
 * @param {string} [message]
 */
export function withReason(name, message) {
  const [reason = ''] = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')
  return reason === '' ? name : `${name}: ${reason.slice(0, REASON_MAX)}`
}

/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ projectName: string, status: string, results?: { duration: number, error?: { message?: string } }[] }} PlaywrightTest */
/** @typedef {{ title: string, tests: PlaywrightTest[] }} Spec */

/**
 * Reads Playwright's JSON report. A flaky test, which passed on a second try, counts as passed.
 * @param {{ config: { projects: { name: string }[] }, suites: Suite[], errors?: { message?: string }[] }} report
 */
export function readPlaywrightReport(report) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: [], skipped: [], files: [] }
  /** @type {Record<string, number>} */
  const ran = Object.fromEntries(report.config.projects.map(({ name }) => [name, 0]))
  for (const { path, test } of report.suites.flatMap((suite) => testsOf(suite, []))) {
    const name = `e2e [${test.projectName}] ${path.join(' › ')}`
    if (test.status === 'skipped') {
      counts.skipped.push(name)
      continue
    }
    ran[test.projectName] = (ran[test.projectName] ?? 0) + 1
    const ms = (test.results ?? []).reduce((sum, { duration }) => sum + duration, 0)
    counts.files.push({ name: `e2e [${test.projectName}] ${path[0]}`, ms })
    if (test.status === 'unexpected')
      counts.failed.push(withReason(name, test.results?.find(({ error }) => error)?.error?.message))
    else counts.passed += 1
  }
  for (const { message } of report.errors ?? []) counts.failed.push(`e2e: ${message ?? 'an error outside any test'}`)
  return { ...counts, ran }
}

/**
 * @param {Suite} suite
 * @param {string[]} above titles of the enclosing suites
 * @returns {{ path: string[], test: PlaywrightTest }[]}
 */
function testsOf(suite, above) {
  const path = [...above, suite.title]
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ path: [...path, spec.title], test })))
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))]
}
