import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineProject, mergeConfig } from 'vitest/config'
import { echoServer } from './testing/echo-server.ts'
import viteConfig from './vite.config.ts'

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineProject({
    plugins: [echoServer],
    server: { proxy: {} },
    // A late dependency scan would load React twice.
    optimizeDeps: { entries: ['{src,testing}/**/*.{ts,tsx}'] },
    test: {
      name: 'panel',
      include: ['src/**/*.test.{ts,tsx}'],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: {
            args: ['--no-sandbox'],
            ...(existsSync(chromium) && { executablePath: chromium }),
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
)
