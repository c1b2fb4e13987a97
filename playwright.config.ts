import { existsSync } from 'node:fs'
import { defineConfig, type PlaywrightTestConfig, type ReporterDescription } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/engine-test.ts'
import type { TestOptions, WorkerOptions } from './e2e/support/test.ts'
import { findFirefox, findHeadlessShell, findSpreadsheet, findWebkit, findWebServers } from './scripts/browsers.mjs'

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
const isFullSuite = process.env.TEST_SUITE === 'all'
const isRoot = process.getuid?.() === 0
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME
const reporters: ReporterDescription[] = [['list']]
if (report) reporters.push(['json', { outputFile: report }])

const desktop = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }
const phone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}
const spreadsheet = /spreadsheet\.spec\.ts/

const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  // Without a UTF-8 locale, Chromium cannot open a file with a Hindi name.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
/** Chromium without its window: the same engine for a quarter of the CPU time. */
const headlessShell = findHeadlessShell()
const fast = { launchOptions: { ...launchOptions, ...(headlessShell ? { executablePath: headlessShell } : {}) } }

/** The engines on this machine; `npm test` names the missing ones. */
const engines = (['chromium', 'firefox', 'webkit'] as const).filter((name) => {
  if (name === 'chromium') return true
  return name === 'firefox' ? findFirefox() : findWebkit()
})

type Project = NonNullable<PlaywrightTestConfig<TestOptions, WorkerOptions & EngineOptions>['projects']>[number]

/**
 * A title's tags name what else a journey runs with: `@pg` PostgreSQL, `@other` the other backend,
 * `@phone`, `@keys` the keyboard alone. `npm test` does that only for titles with `@gate`.
 */
function variant(name: string, tag: string, use: Project['use']): Project {
  return { name, grep: new RegExp(isFullSuite ? tag : `(?=.*@gate).*${tag}`), use: { ...fast, ...use } }
}

/** The whole suite alone runs titles with `@full`. */
const gate = isFullSuite ? {} : { grepInvert: /@full/ }

/** `E2E_SERVERS=2`: the journeys run with as many servers on one database instead. */
const several = process.env.E2E_SERVERS ? ({ backend: 'postgresql' } as const) : {}

const projects: Project[] = [
  { name: 'screens', testDir: 'e2e/screens', ...gate, use: { ...fast, viewport: narrow } },
  { name: 'sqlite', testIgnore: spreadsheet, ...gate, use: { ...fast, ...several } },
  variant('postgresql', '@pg', { backend: 'postgresql' }),
  variant('other-backend', '@other', { backend: 'other' }),
  variant('phone', '@phone', { ...phone, inputMode: 'touch' }),
  variant('keyboard', '@keys', { inputMode: 'keyboard' }),
]

/** Journeys without `fast` run in full Chromium. */
const fullProjects: Project[] = [
  {
    name: 'screens-desktop',
    testDir: 'e2e/screens',
    testMatch: /(shell|donations)\.spec\.ts/,
    use: fast,
  },
  ...(findSpreadsheet() ? [{ name: 'spreadsheet', testMatch: spreadsheet }] : []),
  ...(findWebServers() ? [{ name: 'cross-host', testDir: 'e2e/cross-host' }] : []),
  { name: 'large', testDir: 'e2e/large' },
  ...engines.map((engineName) => ({ name: engineName, testDir: 'e2e/engines', use: { engineName } })),
]

export default defineConfig<TestOptions, WorkerOptions & EngineOptions>({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  preserveOutput: 'failures-only', // tests write large videos there
  fullyParallel: true,
  workers: 2,
  // Long, because the machine may be busy. A test that hangs still ends.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: reporters,
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    viewport: desktop,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: isFullSuite ? [...projects, ...fullProjects] : projects,
})
