import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'attacks',
    environment: 'node',
    globalSetup: '../../scripts/built-setup.ts',
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
