import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'attacks',
    environment: 'node',
    globalSetup: './global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
