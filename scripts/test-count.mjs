import { stripVTControlCharacters } from 'node:util'

/** In characters. */
const REASON_MAX = 200

/** More failed files than this are not a matter of chance. */
const REPEATED_FILES_MAX = 5

/** @typedef {{ name: string, ms: number }} FileTime */
/**
 * A test file, which can run alone. `path` is relative to the repository.
 * @typedef {{ runner: 'vitest' | 'playwright', project: string, path: string }} TestFile
 */
/**
 * A test, or what else can fail or be skipped. `name` ends with the reason if it is known.
 * @typedef {{ name: string, file?: TestFile }} NamedTest
 */
/** @typedef {{ passed: number, failed: NamedTest[], flaky: string[], skipped: NamedTest[], files: FileTime[] }} Counts */

/**
 * @param {Counts[]} parts
 * @param {NamedTest[]} [failures] failures outside these parts
 * @returns {Counts}
 */
export function sumUp(parts, failures = []) {
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: [...parts.flatMap(({ failed }) => failed), ...failures],
    flaky: parts.flatMap(({ flaky }) => flaky),
    skipped: parts.flatMap(({ skipped }) => skipped),
    files: parts.flatMap(({ files }) => files),
  }
}

/**
 * The failed files, to run each once more; none if they are many or if a failure is in no file.
 * @param {Pick<Counts, 'failed'>} counts
 */
export function filesToRepeat({ failed }) {
  const files = new Map(failed.map(({ file }) => [file && keyOf(file), file]))
  const all = [...files.values()].filter((file) => file !== undefined)
  return files.has(undefined) || all.length > REPEATED_FILES_MAX ? [] : all
}

/**
 * Takes the result of the repetition for each file that failed at first and did not when it ran alone.
 * Its tests that failed at first are flaky.
 * @param {Counts} counts
 * @param {Map<TestFile, Counts>} repetitions
 * @returns {Counts}
 */
export function withRepetitions(counts, repetitions) {
  const passing = [...repetitions].filter(([, { failed }]) => failed.length === 0)
  const keys = new Set(passing.map(([file]) => keyOf(file)))
  const isRepeated = (/** @type {NamedTest} */ { file }) => file !== undefined && keys.has(keyOf(file))
  const repeated = [...counts.failed, ...counts.skipped].filter(isRepeated)
  const skippedAgain = passing.flatMap(([, { skipped }]) => skipped)
  return {
    ...counts,
    passed: counts.passed + repeated.length - skippedAgain.length,
    failed: counts.failed.filter((test) => !isRepeated(test)),
    flaky: counts.failed.filter(isRepeated).map(({ name }) => name),
    skipped: [...counts.skipped.filter((test) => !isRepeated(test)), ...skippedAgain],
  }
}

/** @param {TestFile} file */
function keyOf({ runner, project, path }) {
  return `${runner} ${project} ${path}`
}

/**
 * The last line of `npm test`.
 * @param {Pick<Counts, 'passed' | 'failed' | 'skipped'>} counts
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
  if (!report) return sumUp([], [{ name: `${runner} ended with code ${exitCode} before its report` }])
  const { ran, ...counts } = report
  /** @type {string[]} */
  const faults = []
  const total = Object.values(ran).reduce((sum, count) => sum + count, 0)
  if (total === 0) faults.push(`${runner} ran no test`)
  else if (!mayBeEmpty) {
    const empty = Object.keys(ran).filter((project) => ran[project] === 0)
    faults.push(...empty.map((project) => `${runner}: no test ran in the project "${project}"`))
  }
  if (exitCode !== 0 && counts.failed.length + faults.length === 0)
    faults.push(`${runner} ended with code ${exitCode}, but no test failed`)
  return sumUp(
    [counts],
    faults.map((name) => ({ name })),
  )
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
/** @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} Spec */

/**
 * Reads Playwright's JSON report. Playwright itself repeats no test.
 * @param {{ config: { projects: { name: string }[] }, suites: Suite[], errors?: { message?: string }[] }} report
 */
export function readPlaywrightReport(report) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: [], flaky: [], skipped: [], files: [] }
  /** @type {Record<string, number>} */
  const ran = Object.fromEntries(report.config.projects.map(({ name }) => [name, 0]))
  for (const { path, file, test } of report.suites.flatMap((suite) => testsOf(suite, []))) {
    const name = `e2e [${test.projectName}] ${path.join(' › ')}`
    const testFile = { runner: /** @type {const} */ ('playwright'), project: test.projectName, path: file }
    if (test.status === 'skipped') {
      counts.skipped.push({ name, file: testFile })
      continue
    }
    ran[test.projectName] = (ran[test.projectName] ?? 0) + 1
    const ms = (test.results ?? []).reduce((sum, { duration }) => sum + duration, 0)
    counts.files.push({ name: `e2e [${test.projectName}] ${path[0]}`, ms })
    if (test.status === 'unexpected') {
      const reason = test.results?.find(({ error }) => error)?.error?.message
      counts.failed.push({ name: withReason(name, reason), file: testFile })
    } else counts.passed += 1
  }
  for (const { message } of report.errors ?? [])
    counts.failed.push({ name: `e2e: ${message ?? 'an error outside any test'}` })
  return { ...counts, ran }
}

/**
 * @param {Suite} suite
 * @param {string[]} above titles of the enclosing suites
 * @returns {{ path: string[], file: string, test: PlaywrightTest }[]}
 */
function testsOf(suite, above) {
  const path = [...above, suite.title]
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ path: [...path, title], file, test })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))]
}
