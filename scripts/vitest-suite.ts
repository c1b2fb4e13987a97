import { configDefaults } from 'vitest/config'

/** Whether slow tests, and those of a second database, run too. */
export const isFullSuite = process.env.TEST_SUITE === 'all'

/** A project's test files: those that match `pattern`, without `*.full.test` files unless the whole suite runs. */
export function suiteFiles(pattern: string): { include: string[]; exclude: string[] } {
  const { exclude } = configDefaults
  return { include: [pattern], exclude: isFullSuite ? exclude : [...exclude, '**/*.full.test.{ts,tsx}'] }
}

/** Set-up of projects that start or read the build. */
export const BUILT_SETUP = `${import.meta.dirname}/built-setup.ts`

/** The seed of all property tests; `npm run test:all` chooses it at random. */
export const seededProperties = {
  setupFiles: [`${import.meta.dirname}/property-seed.ts`],
  provide: { propertySeed: Number(process.env.PROPERTY_SEED ?? 1) },
}
