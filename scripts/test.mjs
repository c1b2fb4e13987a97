// `npm test` runs the quick suite, `npm run test:all` everything, `.ci/run` the quick suite and
// then the rest of `test:all`. `npm test -- server` runs one part, `npm test -- server gallery` its
// files whose path contains "gallery".
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePrograms } from './browsers.mjs'
import { buildIfStale } from './builds.mjs'
import { checkSteps } from './check-steps.mjs'
import { binPath, ensureInstalled } from './install.mjs'
import { runProgram, runSteps } from './steps.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import { closingLine, evaluateRunner, minutes, readPlaywrightReport, slowestFiles, sumUp } from './test-count.mjs'

/** @typedef {'quick' | 'all' | 'rest'} Suite `rest` is what `all` has beyond `quick` */
/** @typedef {import('./browsers.mjs').ProgramName} ProgramName */
/** @typedef {import('./test-count.mjs').Counts} Counts */

const QUICK_PROJECTS = ['contract', 'server', 'panel', 'panel-checks', 'demo', 'contract-check', 'scripts', 'kill']
const VITEST_PROJECTS = [...QUICK_PROJECTS, 'attacks', 'fuzz']
const PARTS = ['check', ...VITEST_PROJECTS, 'e2e']
/** @type {Record<Suite, string[]>} */
const PARTS_OF_SUITE = {
  quick: ['check', ...QUICK_PROJECTS, 'e2e'],
  all: PARTS,
  rest: ['server', 'panel', 'panel-checks', 'demo', 'kill', 'attacks', 'fuzz', 'e2e'],
}
const PARTS_IN_CHROMIUM = ['panel', 'panel-checks', 'e2e']
/**
 * Programs besides Chromium, and the project of playwright.config.ts that needs each.
 * @type {Partial<Record<ProgramName, string>>}
 */
const OWN_PROJECTS = { firefox: 'firefox', webkit: 'webkit', spreadsheet: 'spreadsheet', 'web servers': 'cross-host' }
const OWN_PROGRAMS = /** @type {ProgramName[]} */ (Object.keys(OWN_PROJECTS))
/** @type {Record<string, Suite[]>} */
const SUITES = { '--all': ['all'], '--rest': ['rest'], '--ci': ['quick', 'rest'] }

const words = process.argv.slice(2)
const suites = Object.entries(SUITES).find(([option]) => words.includes(option))?.[1] ?? ['quick']
const named = PARTS.filter((part) => words.includes(part))
const filters = words.filter((word) => !PARTS.includes(word) && !(word in SUITES))
const reports = mkdtempSync(join(tmpdir(), 'sevadesk-test-'))
/** @type {[name: string, ms: number][]} */
const times = []

ensureInstalled('test')
/** @type {Counts[]} */
const counts = []
for (const suite of suites) counts.push(await runSuite(suite))
rmSync(reports, { recursive: true, force: true })
printResult(sumUp(counts))

/** @param {Suite} suite */
async function runSuite(suite) {
  const wanted = named.length > 0 ? named : PARTS_OF_SUITE[suite]
  const needed = [
    ...(wanted.some((part) => PARTS_IN_CHROMIUM.includes(part)) ? [/** @type {const} */ ('chromium')] : []),
    ...(suite !== 'quick' && wanted.includes('e2e') ? OWN_PROGRAMS : []),
  ]
  const programs = ensurePrograms(needed)
  const chromium = programs.get('chromium') ?? { missing: 'not needed' }
  const parts = wanted.filter((part) => 'path' in chromium || !PARTS_IN_CHROMIUM.includes(part))
  const environment = {
    ...('path' in chromium ? { CHROMIUM_PATH: chromium.path } : {}),
    TEST_SUITE: suite,
    TMPDIR: temporaryFolder(),
  }
  const isChecked = parts.includes('check') && filters.length === 0
  const projects = parts.filter((part) => VITEST_PROJECTS.includes(part))
  return sumUp([
    leftOut(wanted, parts, programs),
    ...(
      await Promise.all([
        isChecked ? timed('check', () => runSteps(checkSteps)) : [],
        projects.length > 0 ? timed('vitest', () => runVitest(projects, environment)) : [],
      ])
    ).flat(),
    ...(parts.includes('e2e') ? [await timed('e2e', () => runPlaywright(environment))] : []),
  ])

  /**
   * @template Result
   * @param {string} part
   * @param {() => Promise<Result>} run
   */
  async function timed(part, run) {
    const start = performance.now()
    const result = await run()
    times.push([`${part} (${suite})`, performance.now() - start])
    return result
  }
}

/**
 * Reports as skipped the parts and projects that this machine cannot run.
 * @param {string[]} wanted
 * @param {string[]} parts
 * @param {Map<ProgramName, import('./browsers.mjs').Found>} programs
 * @returns {Counts}
 */
function leftOut(wanted, parts, programs) {
  const chromium = programs.get('chromium')
  const why = chromium && 'missing' in chromium ? chromium.missing : ''
  const skipped = wanted.filter((part) => !parts.includes(part)).map((part) => `${part}: all of it (${why})`)
  for (const name of parts.includes('e2e') ? OWN_PROGRAMS : []) {
    const program = programs.get(name)
    if (program && 'missing' in program) skipped.push(`e2e [${OWN_PROJECTS[name]}]: all of it (${program.missing})`)
  }
  return { passed: 0, failed: [], skipped, files: [] }
}

/**
 * @param {string[]} projects
 * @param {NodeJS.ProcessEnv} environment
 */
async function runVitest(projects, environment) {
  const file = join(reports, `vitest-${times.length}.json`)
  // Vitest leaves one core idle by default.
  const args = ['run', '--maxWorkers=100%', ...projects.flatMap((project) => ['--project', project]), ...filters]
  const env = { ...environment, VITEST_COUNTS_FILE: file }
  const code = await runProgram({ name: 'vitest', command: binPath('vitest'), args, env })
  const report = readJson(file)
  for (const [project, ms] of Object.entries(report?.times ?? {})) times.push([`  ${project}`, Number(ms)])
  return evaluateRunner('vitest', code, report, { mayBeEmpty: filters.length > 0 })
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<Counts>}
 */
async function runPlaywright(environment) {
  if (!buildIfStale()) return { passed: 0, failed: ['e2e: the build failed'], skipped: [], files: [] }
  const file = join(reports, `playwright-${times.length}.json`)
  const env = { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const code = await runProgram({ name: 'playwright', command: binPath('playwright'), args: ['test', ...filters], env })
  const report = readJson(file)
  return evaluateRunner('playwright', code, report && readPlaywrightReport(report), { mayBeEmpty: filters.length > 0 })
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** @param {Counts} counts */
function printResult(counts) {
  if (counts.passed + counts.failed.length === 0) counts.failed.push('nothing ran')
  if (process.env.CI) counts.failed.push(...counts.skipped.map((name) => `skipped, which is a failure here: ${name}`))
  console.log('\nWall time in minutes:')
  for (const [name, ms] of times) console.log(`${minutes(ms).padStart(8)}  ${name}`)
  console.log(`${minutes(performance.now()).padStart(8)}  in all\n\nSlowest files:`)
  for (const line of slowestFiles(counts.files)) console.log(line)
  console.log()
  for (const name of counts.skipped) console.log(`skipped  ${name}`)
  for (const name of counts.failed) console.log(`FAILED   ${name}`)
  console.log(closingLine(counts))
  process.exitCode = counts.failed.length > 0 ? 1 : 0
}
