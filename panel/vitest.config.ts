import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineProject, mergeConfig } from 'vitest/config'
import { seededProperties, suiteFiles } from '../scripts/vitest-suite.ts'
import { echoServer } from './testing/echo-server.ts'
import viteConfig from './vite.config.ts'

/** Prefers the headless shell: the same engine, with less CPU time. */
const chromium = ['/usr/bin/chromium-headless-shell', process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)

export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineProject({
    plugins: [echoServer],
    server: { proxy: {} },
    // Scans all sources at start: a dependency found later would load React twice.
    optimizeDeps: { entries: ['{src,testing}/**/*.{ts,tsx}'], include: ['vitest-browser-react/pure'] },
    test: {
      name: 'panel',
      // Files share a page: loading the panel takes longer than most tests.
      isolate: false,
      ...suiteFiles('src/**/*.test.{ts,tsx}'),
      setupFiles: [...seededProperties.setupFiles, 'testing/setup.ts'],
      provide: { ...seededProperties.provide, clockOffsetMs: Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0) },
      // Long, because the machine may be busy. A test that hangs still ends.
      testTimeout: 180_000,
      expect: { poll: { timeout: 30_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          // A click waits until its target no longer moves.
          contextOptions: { reducedMotion: 'reduce' },
          launchOptions: {
            args: ['--no-sandbox'],
            ...(chromium && { executablePath: chromium }),
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
)
