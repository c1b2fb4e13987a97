import { defineProject } from 'vitest/config'

export default defineProject({
  test: { name: 'kill', include: ['**/*.test.ts'], environment: 'node' },
})
