import { binPath } from './install.mjs'

/** What `npm run check` is made of; each counts as one test in `npm test`. */
export const checkSteps = [
  { name: 'types', command: binPath('tsc'), args: ['-b'] },
  { name: 'lint, format and import table', command: binPath('biome'), args: ['ci', '--max-diagnostics=50'] },
  { name: 'dead code', command: binPath('knip'), args: ['--no-progress'] },
]
