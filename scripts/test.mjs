// `npm test` gates a merge; `npm run test:all` adds the slow tests and the other databases, browsers,
// backends and input modes. `npm test -- server` runs one part, `npm test -- server gallery` its
// files whose path contains "gallery". Parts run one after the other. At most five failed files run
// once more, each alone; a test that passes then is reported as flaky and does not fail the run.
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensurePrograms } from './browsers.mjs'
import { buildIfStale } from './builds.mjs'
import { checkSteps } from './check-steps.mjs'
import { binPath, ensureInstalled, root } from './install.mjs'
import { runProgram, runSteps } from './steps.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import {
  closingLine,
  evaluateRunner,
  filesToRepeat,
  minutes,
  readPlaywrightReport,
  slowestFiles,
  sumUp,
  withRepetitions,
} from './test-count.mjs'

/** @typedef {import('./browsers.mjs').ProgramName} ProgramName */
/** @typedef {import('./test-count.mjs').Counts} Counts */
/** @typedef {import('./test-count.mjs').TestFile} TestFile */

const NODE_PROJECTS = ['contract', 'server', 'panel-checks', 'demo', 'contract-check', 'scripts', 'kill']
const FULL_PROJECTS = ['attacks', 'fuzz', 'bench']
const PARTS = ['check', ...NODE_PROJECTS, ...FULL_PROJECTS, 'panel', 'e2e']
const PARTS_IN_CHROMIUM = ['panel', 'panel-checks', 'e2e']
const PARTS_WITH_BUILD = ['panel-checks', 'server', ...FULL_PROJECTS, 'e2e']
/**
 * Programs besides Chromium, and the project of playwright.config.ts that needs each.
 * @type {Partial<Record<ProgramName, string>>}
 */
const OWN_PROJECTS = { firefox: 'firefox', webkit: 'webkit', spreadsheet: 'spreadsheet', 'web servers': 'cross-host' }
const OWN_PROGRAMS = /** @type {ProgramName[]} */ (Object.keys(OWN_PROJECTS))
const WORKERS = 2
/** 10:30 on a Wednesday in India: see test-clock.mjs. */
const CLOCK_START = Date.parse('2026-12-16T05:00:00Z')

// A storage beside several servers has the machine's clock, and refuses another.
const clockOffset = process.env.E2E_SERVERS ? 0 : CLOCK_START - Date.now()
const words = process.argv.slice(2)
const isFull = words.includes('--all')
const named = PARTS.filter((part) => words.includes(part))
const filters = words.filter((word) => !PARTS.includes(word) && word !== '--all')
const wanted = named.length > 0 ? named : PARTS.filter((part) => isFull || !FULL_PROJECTS.includes(part))
const reports = mkdtempSync(join(tmpdir(), 'sevadesk-test-'))
/** @type {[name: string, ms: number][]} */
const times = []
let reportCount = 0

ensureInstalled('test')
const programs = ensurePrograms([
  ...(wanted.some((part) => PARTS_IN_CHROMIUM.includes(part)) ? [/** @type {const} */ ('chromium')] : []),
  ...(isFull && wanted.includes('e2e') ? OWN_PROGRAMS : []),
  ...(isFull && wanted.includes('server') ? [/** @type {const} */ ('s3 storage')] : []),
])
const chromium = programs.get('chromium') ?? { missing: 'not needed' }
const parts = wanted.filter((part) => 'path' in chromium || !PARTS_IN_CHROMIUM.includes(part))
const environment = {
  ...('path' in chromium ? { CHROMIUM_PATH: chromium.path } : {}),
  ...(isFull && { TEST_SUITE: 'all', PROPERTY_SEED: process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31)) }),
  TMPDIR: temporaryFolder(),
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'scripts', 'test-clock.mjs'))}?offset=${clockOffset}`,
  // For pages of browsers.
  TEST_CLOCK_OFFSET_MS: String(clockOffset),
}
const counts = await runParts()
rmSync(reports, { recursive: true, force: true })
printResult(counts)

/** @returns {Promise<Counts>} */
async function runParts() {
  if (parts.some((part) => PARTS_WITH_BUILD.includes(part)) && !(await timed('build', async () => buildIfStale())))
    return sumUp([leftOut()], [{ name: 'the build failed' }])
  /** @type {Counts[]} */
  const results = [leftOut()]
  const nodeProjects = parts.filter((part) => [...NODE_PROJECTS, ...FULL_PROJECTS].includes(part))
  if (parts.includes('check') && filters.length === 0) results.push(await timed('check', () => runSteps(checkSteps)))
  if (nodeProjects.length > 0) results.push(await timed('node projects', () => runVitest(nodeProjects)))
  if (parts.includes('panel')) results.push(await timed('panel', () => runVitest(['panel'])))
  if (parts.includes('e2e')) results.push(await timed('e2e', () => runPlaywright()))
  const first = sumUp(results)
  /** @type {Map<TestFile, Counts>} */
  const repetitions = new Map()
  for (const file of filesToRepeat(first)) {
    console.log(`\nRepeating ${file.path} alone …`)
    const repeat = () => (file.runner === 'vitest' ? runVitest([file.project], file) : runPlaywright(file))
    repetitions.set(file, await timed(`again: ${file.path}`, repeat))
  }
  return withRepetitions(first, repetitions)
}

/**
 * @template Result
 * @param {string} part
 * @param {() => Promise<Result>} run
 */
async function timed(part, run) {
  const start = performance.now()
  const result = await run()
  times.push([part, performance.now() - start])
  return result
}

/**
 * Reports as skipped the parts and projects that this machine cannot run.
 * @returns {Counts}
 */
function leftOut() {
  const why = 'missing' in chromium ? chromium.missing : ''
  const skipped = wanted
    .filter((part) => !parts.includes(part))
    .map((part) => ({ name: `${part}: all of it (${why})` }))
  for (const name of parts.includes('e2e') ? OWN_PROGRAMS : []) {
    const program = programs.get(name)
    if (program && 'missing' in program)
      skipped.push({ name: `e2e [${OWN_PROJECTS[name]}]: all of it (${program.missing})` })
  }
  return { passed: 0, failed: [], flaky: [], skipped, files: [] }
}

/**
 * @param {string[]} projects
 * @param {TestFile} [file] the only file to run
 */
async function runVitest(projects, file) {
  const { report, env } = newReport('VITEST_COUNTS_FILE')
  const selected = projects.flatMap((project) => ['--project', project])
  const args = ['run', `--maxWorkers=${file ? 1 : WORKERS}`, ...selected, ...(file ? [file.path] : filters)]
  const code = await runProgram({ name: 'vitest', command: binPath('vitest'), args, env })
  const result = readJson(report)
  for (const [project, ms] of Object.entries(result?.times ?? {})) times.push([`  ${project}`, Number(ms)])
  return evaluateRunner('vitest', code, result, { mayBeEmpty: filters.length > 0 })
}

/**
 * @param {TestFile} [file] the only file to run
 * @returns {Promise<Counts>}
 */
async function runPlaywright(file) {
  const { report, env } = newReport('PLAYWRIGHT_JSON_OUTPUT_NAME')
  // `--project` takes all words that follow it.
  const selected = file ? [`--project=${file.project}`, file.path] : filters
  const args = ['test', `--workers=${file ? 1 : WORKERS}`, ...selected]
  const code = await runProgram({ name: 'playwright', command: binPath('playwright'), args, env })
  const result = readJson(report)
  return evaluateRunner('playwright', code, result && readPlaywrightReport(result), { mayBeEmpty: filters.length > 0 })
}

/** @param {string} variable names the report's file to the runner */
function newReport(variable) {
  reportCount += 1
  const report = join(reports, `${reportCount}.json`)
  return { report, env: { ...environment, [variable]: report } }
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** @param {Counts} counts */
function printResult({ passed, failed, flaky, skipped, files }) {
  if (passed + failed.length === 0) failed.push({ name: 'nothing ran' })
  if (process.env.CI) failed.push(...skipped.map(({ name }) => ({ name: `skipped, which is a failure here: ${name}` })))
  console.log('\nWall time in minutes:')
  for (const [name, ms] of times) console.log(`${minutes(ms).padStart(8)}  ${name}`)
  console.log(`${minutes(performance.now()).padStart(8)}  in all\n\nSlowest files:`)
  for (const line of slowestFiles(files)) console.log(line)
  console.log()
  if (environment.PROPERTY_SEED) console.log(`PROPERTY_SEED=${environment.PROPERTY_SEED}`)
  for (const { name } of skipped) console.log(`skipped  ${name}`)
  for (const name of flaky) console.log(`flaky    ${name}`)
  for (const { name } of failed) console.log(`FAILED   ${name}`)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results', 'flaky.json'), JSON.stringify(flaky, null, 2))
  console.log(closingLine({ passed, failed, skipped }))
  process.exitCode = failed.length > 0 ? 1 : 0
}
