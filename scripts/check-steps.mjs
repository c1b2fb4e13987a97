import { binPath, node26 } from './install.mjs'

// Biome colours each letter separately, which makes logs unreadable.
const plain = process.stdout.isTTY ? [] : ['--colors=off']

/** Steps of `npm run check`. Each counts as one test in `npm test`. */
export const checkSteps = [
  { name: 'types', command: binPath('tsc'), args: ['-b'] },
  { name: 'lint and format', command: binPath('biome'), args: ['ci', '--max-diagnostics=50', ...plain] },
  { name: 'imports', command: node26, args: ['scripts/import-check.mjs'] },
  { name: 'dead code', command: binPath('knip'), args: ['--no-progress'] },
]
