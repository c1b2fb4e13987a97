import { existsSync } from 'node:fs'
import { defineConfig, type ReporterDescription } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/engine-test.ts'
import type { TestOptions, WorkerOptions } from './e2e/support/test.ts'
import { findFirefox, findHeadlessShell, findSpreadsheet, findWebkit, findWebServers } from './scripts/browsers.mjs'

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
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
/** The journeys through each kind of record, which hold on either database, by every means and on any backend. */
const recordJourneys = /(photo|video|event|donation|donor|message|account)-journey\.spec\.ts/
/** What else has to hold on our server and on any other backend. */
const onBothBackends =
  /(batch-upload|two-tabs|unplayable-video|message-failures|donation-(filters|failures)|access|login-sessions|password-change|session-end)\.spec\.ts/
/** What the two databases may answer differently, also to nonsense. */
const onBothDatabases = /(bad-donation-calls|donation-restore|site-journey)\.spec\.ts/
/** The CSV file as a spreadsheet opens it. */
const spreadsheet = /spreadsheet\.spec\.ts/

/** axe on every screen, each in both languages and widths. */
const accessibility = /accessibility.*\.spec\.ts/

const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  // Without a locale of UTF-8 Chromium cannot open a file with a Hindi name.
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
/** What whole Chromium has shown once is shown again by other means, on another database or backend: its engine alone will do. */
const headlessShell = findHeadlessShell()
const again = { launchOptions: { ...launchOptions, ...(headlessShell ? { executablePath: headlessShell } : {}) } }

/** What this machine lacks is named by `npm test`. */
const engines = (['chromium', 'firefox', 'webkit'] as const).filter((name) => {
  if (name === 'chromium') return true
  return name === 'firefox' ? findFirefox() : findWebkit()
})

export default defineConfig<TestOptions, WorkerOptions & EngineOptions>({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  preserveOutput: 'failures-only', // tests make videos there
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: reporters,
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    viewport: desktop,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    { name: 'sqlite', testMatch: [recordJourneys, onBothBackends] },
    { name: 'postgresql', testMatch: [recordJourneys, onBothDatabases], use: { ...again, backend: 'postgresql' } },
    { name: 'phone', testMatch: recordJourneys, use: { ...again, ...phone, means: 'touch' } },
    { name: 'keyboard', testMatch: recordJourneys, use: { ...again, means: 'keyboard' } },
    { name: 'other-backend', testMatch: [recordJourneys, onBothBackends], use: { ...again, backend: 'other' } },
    { name: 'journeys', testIgnore: [recordJourneys, onBothBackends, accessibility, spreadsheet] },
    { name: 'accessibility', testMatch: accessibility, use: again },
    ...(findSpreadsheet() ? [{ name: 'spreadsheet', testMatch: spreadsheet }] : []),
    ...(findWebServers() ? [{ name: 'cross-host', testDir: 'e2e/cross-host' }] : []),
    { name: 'large', testDir: 'e2e/large' },
    ...engines.map((engineName) => ({ name: engineName, testDir: 'e2e/engines', use: { engineName } })),
  ],
})
