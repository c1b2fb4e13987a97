import { binPath } from './install.mjs'

// Biome colours each letter by itself, which no log reads well.
const plain = process.stdout.isTTY ? [] : ['--colors=off']

/** What `npm run check` is made of; each counts as one test in `npm test`. */
export const checkSteps = [
  { name: 'types', command: binPath('tsc'), args: ['-b'] },
  { name: 'lint, format and import table', command: binPath('biome'), args: ['ci', '--max-diagnostics=50', ...plain] },
  { name: 'dead code', command: binPath('knip'), args: ['--no-progress'] },
]
