import { existsSync } from 'node:fs'
import { defineConfig, type PlaywrightTestConfig, type ReporterDescription } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/engine-test.ts'
import type { ScreenOptions } from './e2e/support/screen-test.ts'
import type { TestOptions, WorkerOptions } from './e2e/support/test.ts'
import { findFirefox, findHeadlessShell, findSpreadsheet, findWebkit, findWebServers } from './scripts/browsers.mjs'

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
const suite = process.env.TEST_SUITE ?? 'quick'
const isRoot = process.getuid?.() === 0
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME
const reporters: ReporterDescription[] = [['list']]
if (report) reporters.push(['json', { outputFile: report }])

const desktop = { width: 1280, height: 800 }
const phone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}
/** The main journey of each kind of record, for every database, backend, width and input mode. */
const recordJourneys = /(photo|video|event|donation|donor|message|account)-journey\.spec\.ts/
/** The journey that the quick suite repeats on a phone with the other backend. */
const mainJourney = /donation-journey\.spec\.ts/
/** Further journeys that run on both backends. */
const onBothBackends =
  /(batch-upload|two-tabs|unplayable-video|message-failures|donation-(filters|failures)|access|login-sessions|password-change|session-end|form-draft)\.spec\.ts/
/** Further journeys whose results could differ between SQLite and PostgreSQL. */
const onBothDatabases =
  /(cash-book|certificates|donation-(groups|restore)|donor-records|lists|office-month|site-journey|trash|two-people)\.spec\.ts/
/** Further journeys on a phone and by keyboard. */
const withEveryInput = /(cash-book|certificates|donor-records|lists|offline-gift|trash)\.spec\.ts/
/** Further journeys by keyboard alone; they take long. */
const byKeyboard = /(donation-groups|settings)\.spec\.ts/
/** Needs our own server, and runs on both databases and in every input mode. */
const secondStep = /second-step\.spec\.ts/
const spreadsheet = /spreadsheet\.spec\.ts/
/** Tests with this tag in the title are not in the quick suite. */
const full = /@full/

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

type Project = NonNullable<
  PlaywrightTestConfig<TestOptions & ScreenOptions, WorkerOptions & EngineOptions>['projects']
>[number]

/** Runs in every suite; the quick suite checks fewer states. */
const screens: Project = {
  name: 'screens',
  testDir: 'e2e/screens',
  ...(suite === 'quick' && { grepInvert: full }),
  use: { ...fast, language: 'hi', viewport: { width: 360, height: 800 } },
}

const sqlite: Project = { name: 'sqlite', testIgnore: spreadsheet, grepInvert: full, use: fast }
/** One run for phone and other backend together; the full suite runs them separately. */
const quickPhone: Project = {
  name: 'phone-and-other-backend',
  testMatch: mainJourney,
  use: { ...fast, ...phone, inputMode: 'touch', backend: 'other' },
}

/** Projects that `npm run test:all` adds. Journeys without `fast` run in full Chromium. */
const otherProjects: Project[] = [
  { name: 'sqlite-full', testIgnore: spreadsheet, grep: full, use: fast },
  {
    name: 'postgresql',
    testMatch: [recordJourneys, onBothDatabases, secondStep],
    use: { ...fast, backend: 'postgresql' },
  },
  {
    name: 'other-backend',
    testMatch: [recordJourneys, onBothBackends],
    use: { ...fast, backend: 'other' },
  },
  {
    name: 'phone',
    testMatch: [recordJourneys, withEveryInput, secondStep],
    use: { ...fast, ...phone, inputMode: 'touch' },
  },
  {
    name: 'keyboard',
    testMatch: [recordJourneys, withEveryInput, byKeyboard, secondStep],
    use: { ...fast, inputMode: 'keyboard' },
  },
  { name: 'screens-english', testDir: 'e2e/screens', use: { ...fast, language: 'en' } },
  ...(findSpreadsheet() ? [{ name: 'spreadsheet', testMatch: spreadsheet }] : []),
  ...(findWebServers() ? [{ name: 'cross-host', testDir: 'e2e/cross-host' }] : []),
  { name: 'large', testDir: 'e2e/large' },
  ...engines.map((engineName) => ({ name: engineName, testDir: 'e2e/engines', use: { engineName } })),
]

export default defineConfig<TestOptions & ScreenOptions, WorkerOptions & EngineOptions>({
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
  projects:
    {
      quick: [screens, sqlite, quickPhone],
      rest: [screens, ...otherProjects],
      all: [screens, sqlite, ...otherProjects],
    }[suite] ?? [],
})
