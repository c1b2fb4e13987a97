import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'

/** Tracked files, and new ones that are not ignored. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const code = files.filter((path) => /\.(?:ts|tsx|mjs|css|grit|html|js)$/.test(path))
const texts = files.filter((path) => !/\.(?:png|jpe?g|webp|avif|gif|mp4|ico|po)$/.test(path))
const manifests = files.filter((path) => basename(path) === 'package.json')

/** Joins pieces of a pattern, so that the pattern does not match this file. */
const word = (...pieces: string[]) => new RegExp(pieces.join(''))
const containing = (pattern: RegExp, among = texts) => among.filter((path) => pattern.test(read(path)))

test('finds the source files and all six manifests', () => {
  expect(code.length).toBeGreaterThan(100)
  expect(manifests).toHaveLength(6)
})

test('names files and folders in kebab-case, without generic names such as "utils"', () => {
  const names = code.flatMap((path) => path.split('/').map((name) => name.split('.')[0] ?? ''))
  expect(names.filter((name) => !/^[a-z0-9-]*$/.test(name))).toEqual([])
  const drawers = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'index']
  expect(
    code.filter((path) => drawers.includes(basename(dirname(path))) || /^index\.tsx?$/.test(basename(path))),
  ).toEqual([])
})

test('has no suppressed check and no note of unfinished work', () => {
  const silenced = word(
    'biome-',
    'ignore|@ts-',
    '(?:ignore|nocheck|expect-error)|eslint-',
    'disable|istanbul ',
    'ignore|v8 ',
    'ignore',
  )
  expect(containing(silenced, code)).toEqual([])
  expect(containing(word('\\b(?:TO', 'DO|FIX', 'ME|HA', 'CK)\\b'), code)).toEqual([])
})

test('has no local path and no package registry URL', () => {
  expect(containing(word('/wo', 'rk/|/ro', 'ot/|/home/', '[a-z]+/'))).toEqual([])
  expect(containing(word('"resol', 'ved": "http|regis', 'try\\.npmjs|_auth', 'Token'))).toEqual([])
})

const HINDI = ['panel/src/locales/hi.po', 'panel/src/locales/screens/hi.po', 'server/src/locales/hi.json']

test('spells each Hindi word in one way', () => {
  const words =
    HINDI.map(read)
      .join('\n')
      .match(/[\u0900-\u0963\u0970-\u097f]+/g) ?? []
  const spellings = Map.groupBy(new Set(words), (spelt) =>
    spelt
      .normalize('NFD')
      .replaceAll('\u093c', '') // nukta
      .replaceAll('\u0901', '\u0902') // candrabindu as anusvara
      .replace(/[ङञणनम]\u094d(?=[क-ह])/g, '\u0902'),
  )
  expect(spellings.size).toBeGreaterThan(900)
  expect([...spellings.values()].filter(({ length }) => length > 1)).toEqual([])
})

test('names the institutions in the sample lists as the panel does', () => {
  const names = ['Gaushala', 'Vriddhashram', 'Eye Hospital', 'School', 'Physiotherapy', 'Nursing Hospital']
  const [, catalogue = ''] = HINDI.map(read)
  const lists = read('demo/src/sample-lists.ts')
  for (const name of names) {
    const [, hindi] = new RegExp(`^msgid "${name}"\nmsgstr "(.+)"$`, 'm').exec(catalogue) ?? []
    expect(lists).toContain(`['${name}', '${hindi}']`)
  }
})

test('pins every dependency to one exact version', () => {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const
  const loose = manifests.flatMap((path) => {
    const manifest: Partial<Record<(typeof kinds)[number], Record<string, string>>> = JSON.parse(read(path))
    return kinds
      .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      .filter(([name, version]) => !name.startsWith('@sevadesk/') && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
  })
  expect(loose).toEqual([])
})

test('has only permissive licences among production dependencies', () => {
  interface Locked {
    dev?: boolean
    link?: boolean
    license?: string
  }
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'))
  const permissive =
    /^(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|MIT-0|Zlib)$/
  const unusual = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { license = 'none' }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }))
    .filter(
      ({ license }) =>
        !license
          .replace(/[()]/g, '')
          .split(/ (?:AND|OR) /)
          .every((one) => permissive.test(one)),
    )
    // These two only build the panel, and the bundle holds nothing of them.
    .filter(({ name, license }) => !(name === 'caniuse-lite' && license === 'CC-BY-4.0'))
    .filter(({ name, license }) => !(/^lightningcss(?:-|$)/.test(name) && license === 'MPL-2.0'))
    // sharp links libvips as a separate library, which the LGPL allows.
    .filter(({ name, license }) => !(name.startsWith('@img/sharp-') && /LGPL-3\.0-or-later/.test(license)))
  expect(unusual).toEqual([])
})
