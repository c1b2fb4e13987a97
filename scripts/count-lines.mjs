// Counts the lines of the tracked code by kind: `node scripts/count-lines.mjs`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from './install.mjs'

const CODE = /\.(ts|tsx|mjs|js)$/
const TEST = /\.test\.tsx?$|(^|\/)(testing|checks)\/|^e2e\//
const PRODUCT = ['contract', 'server', 'panel']
const OTHER = ['demo', 'contract-check', 'bench', 'scripts']

/** @type {Map<string, { files: number, lines: number }>} */
const counts = new Map()
for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')) {
  const kind = kindOf(file)
  if (kind === undefined) continue
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n').length - 1
  const count = counts.get(kind) ?? { files: 0, lines: 0 }
  counts.set(kind, { files: count.files + 1, lines: count.lines + lines })
}
add('product code', PRODUCT)
for (const [kind, { files, lines }] of counts)
  console.log(`${String(lines).padStart(7)} lines  ${String(files).padStart(5)} files  ${kind}`)

/** @param {string} file */
function kindOf(file) {
  const [folder = '', source] = file.split('/')
  if (file.endsWith('.po')) return 'catalogues'
  if (file.endsWith('.css')) return 'styles'
  if (!CODE.test(file)) return undefined
  if (TEST.test(file)) return 'tests, helpers and journeys'
  return OTHER.includes(folder) || (PRODUCT.includes(folder) && source === 'src') ? folder : undefined
}

/**
 * @param {string} name
 * @param {string[]} kinds
 */
function add(name, kinds) {
  const parts = kinds.flatMap((kind) => counts.get(kind) ?? [])
  const sum = (/** @type {'files' | 'lines'} */ key) => parts.reduce((total, part) => total + part[key], 0)
  counts.set(name, { files: sum('files'), lines: sum('lines') })
}
