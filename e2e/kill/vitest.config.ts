import { configDefaults, defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'kill',
    include: ['**/*.test.ts'],
    // Only `npm run test:all` runs these.
    exclude: [...configDefaults.exclude, ...(process.env.TEST_ALL ? [] : ['**/*.full.test.ts'])],
    environment: 'node',
  },
})
