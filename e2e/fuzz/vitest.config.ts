import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'fuzz',
    include: ['**/*.full.test.ts'],
    environment: 'node',
    globalSetup: './global-setup.ts',
  },
})
