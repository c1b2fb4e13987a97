// Checks every import of the repository against scripts/import-rules.mjs.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { IMPORT_RULES } from './import-rules.mjs'
import { root } from './install.mjs'

/**
 * @param {string} file path in the repository
 * @param {string} source its text
 * @returns {string[]} one line per import that breaks a rule
 */
export function findBreaches(file, source) {
  const rule = IMPORT_RULES.find(({ files }) => matchesGlob(file, files))
  if (!rule) return [`${file}: no row of scripts/import-rules.mjs matches this file`]
  const folder = folderOf(file)
  const matches = (/** @type {string} */ target, /** @type {string[]} */ patterns) =>
    patterns.some((pattern) => matchesGlob(target, pattern.replace('{folder}', folder)))
  return importsOf(file, source)
    .map(({ specifier, isType }) => ({ target: targetOf(file, specifier), isType }))
    .filter(({ target, isType }) => {
      if (isType && rule.types !== 'restricted' && isFreeType(file, target)) return false
      return !matches(target, rule.mayImport) || matches(target, rule.except ?? [])
    })
    .map(({ target }) => `${file}: may not import ${target}: ${rule.because}`)
}

/** Folders whose own folders may not import each other: none could be read, moved or tested alone. */
const PARENTS = ['server/src/resources', 'panel/src/features']

/**
 * @param {readonly { file: string, source: string }[]} files paths in the repository, with their texts
 * @returns {string[]} one line per pair of folders that import each other's values
 */
export function findMutualImports(files) {
  /** @type {Map<string, Set<string>>} the importing files, by folder and imported folder */
  const importers = new Map()
  for (const { file, source } of files) {
    const from = folderOf(file)
    if (!PARENTS.includes(dirname(from)) || file.includes('.test.')) continue
    for (const { specifier, isType } of importsOf(file, source)) {
      const to = folderOf(targetOf(file, specifier))
      if (isType || to === from || dirname(to) !== dirname(from)) continue
      const way = `${from} ${to}`
      importers.set(way, (importers.get(way) ?? new Set()).add(file))
    }
  }
  return [...importers].flatMap(([way, there]) => {
    const [from = '', to = ''] = way.split(' ')
    const back = importers.get(`${to} ${from}`)
    if (!back || from > to) return []
    return [`${from} and ${to} import each other: ${[...there].join(', ')} and ${[...back].join(', ')}`]
  })
}

/** @param {string} file */
function folderOf(file) {
  return file.match(/^(?:server\/src\/resources|panel\/src\/features)\/[^/]+/)?.[0] ?? dirname(file)
}

/**
 * @param {string} file
 * @param {string} target
 */
function isFreeType(file, target) {
  return /^(?:npm|node|contract\/src)\//.test(target) || target.split('/')[0] === file.split('/')[0]
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function targetOf(file, specifier) {
  const path = specifier.split('?')[0] ?? ''
  if (path.startsWith('.')) return join(dirname(file), path)
  if (path.startsWith('node:')) return path.replace(':', '/')
  const own = path.match(/^@sevadesk\/([^/]+)\/(.*)$/)
  return own ? `${own[1]}/src/${own[2]}` : `npm/${path}`
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {{ specifier: string, isType: boolean }[]}
 */
function importsOf(file, source) {
  const { module } = parseSync(file, source)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end))
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isType }] : [],
      ),
    ),
    ...dynamic
      .filter((text) => /^['"].*['"]$/.test(text))
      .map((text) => ({ specifier: text.slice(1, -1), isType: false })),
  ]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const breaches = [...files.flatMap(({ file, source }) => findBreaches(file, source)), ...findMutualImports(files)]
  for (const breach of breaches) console.error(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
