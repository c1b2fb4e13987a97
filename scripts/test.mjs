// `npm test`: everything. `npm test -- server` runs one part, `npm test -- server gallery` the files of it that match.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePrograms } from './browsers.mjs'
import { checkSteps } from './check-steps.mjs'
import { binPath, ensureInstalled } from './install.mjs'
import { buildPanelIfStale } from './panel-build.mjs'
import { runProgram, runSteps } from './steps.mjs'
import { closingLine, judgeRunner, readPlaywrightReport, sumUp } from './test-count.mjs'

const VITEST_PROJECTS = ['contract', 'server', 'panel', 'panel-checks', 'demo', 'contract-check', 'scripts', 'kill']
/**
 * What has a project of its own in playwright.config.ts, by that name; without Chromium a whole part cannot run.
 * @type {Partial<Record<import('./browsers.mjs').ProgramName, string>>}
 */
const OWN_PROJECTS = { firefox: 'firefox', webkit: 'webkit', spreadsheet: 'spreadsheet', 'web servers': 'cross-host' }
const OWN_PROGRAMS = /** @type {import('./browsers.mjs').ProgramName[]} */ (Object.keys(OWN_PROJECTS))
/** @type {Record<string, import('./browsers.mjs').ProgramName[]>} */
const NEEDED_PROGRAMS = { panel: ['chromium'], e2e: ['chromium', ...OWN_PROGRAMS] }
const PARTS = ['check', ...VITEST_PROJECTS, 'e2e']

const words = process.argv.slice(2)
const named = PARTS.filter((part) => words.includes(part))
const filters = words.filter((word) => !PARTS.includes(word))
const wanted = named.length > 0 ? named : PARTS
const isCi = Boolean(process.env.CI)

ensureInstalled()
const programs = ensurePrograms([...new Set(wanted.flatMap((part) => NEEDED_PROGRAMS[part] ?? []))])
const chromium = programs.get('chromium') ?? { missing: 'not needed' }
const parts = wanted.filter((part) => 'path' in chromium || !(part in NEEDED_PROGRAMS))
const reports = mkdtempSync(join(tmpdir(), 'sevadesk-test-'))
const environment = 'path' in chromium ? { CHROMIUM_PATH: chromium.path } : {}

const counts = sumUp([
  leftOut(),
  ...(parts.includes('check') && filters.length === 0 ? [await runSteps(checkSteps)] : []),
  ...(parts.some((part) => VITEST_PROJECTS.includes(part)) ? [await runVitest()] : []),
  ...(parts.includes('e2e') ? [await runPlaywright()] : []),
])
rmSync(reports, { recursive: true, force: true })
tell(counts)

/** Parts and projects that this machine can't run: named, never silent. */
function leftOut() {
  const why = 'missing' in chromium ? chromium.missing : ''
  const skipped = wanted.filter((part) => !parts.includes(part)).map((part) => `${part}: all of it (${why})`)
  for (const name of parts.includes('e2e') ? OWN_PROGRAMS : []) {
    const found = programs.get(name)
    if (found && 'missing' in found) skipped.push(`e2e [${OWN_PROJECTS[name]}]: all of it (${found.missing})`)
  }
  return { passed: 0, failed: [], skipped }
}

async function runVitest() {
  const projects = parts.filter((part) => VITEST_PROJECTS.includes(part))
  const file = join(reports, 'vitest.json')
  const code = await runProgram({
    name: 'vitest',
    command: binPath('vitest'),
    args: ['run', ...projects.flatMap((project) => ['--project', project]), ...filters],
    env: { ...environment, VITEST_COUNTS_FILE: file },
  })
  return judgeRunner('vitest', code, readJson(file), { mayBeEmpty: filters.length > 0 })
}

async function runPlaywright() {
  if (!buildPanelIfStale()) return { passed: 0, failed: ['e2e: the panel could not be built'], skipped: [] }
  const file = join(reports, 'playwright.json')
  const code = await runProgram({
    name: 'playwright',
    command: binPath('playwright'),
    args: ['test', ...filters],
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  const report = readJson(file)
  return judgeRunner('playwright', code, report && readPlaywrightReport(report), { mayBeEmpty: filters.length > 0 })
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** @param {import('./test-count.mjs').Counts} counts */
function tell(counts) {
  if (counts.passed + counts.failed.length === 0) counts.failed.push('nothing ran')
  if (isCi) counts.failed.push(...counts.skipped.map((name) => `skipped, which is a failure here: ${name}`))
  console.log()
  for (const name of counts.skipped) console.log(`skipped  ${name}`)
  for (const name of counts.failed) console.log(`FAILED   ${name}`)
  console.log(closingLine(counts))
  process.exitCode = counts.failed.length > 0 ? 1 : 0
}
