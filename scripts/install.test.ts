import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isComplete, root, scopeToInstall } from './install.mjs'

const wanted = {
  packages: {
    '': {},
    contract: { version: '0.1.0' },
    'node_modules/@sevadesk/contract': { link: true },
    'node_modules/fastify': { version: '5.0.0' },
    'panel/node_modules/vite': { version: '8.0.0' },
    'node_modules/vitest': { version: '5.0.0', dev: true },
    'node_modules/for-another-machine': { version: '1.0.0', optional: true },
  },
}
const present = {
  packages: {
    'node_modules/@sevadesk/contract': { link: true },
    'node_modules/fastify': { version: '5.0.0' },
    'panel/node_modules/vite': { version: '8.0.0' },
  },
}
const withTests = { packages: { ...present.packages, 'node_modules/vitest': { version: '5.0.0', dev: true } } }

test('accepts an installation that matches the lockfile', () => {
  expect(isComplete(wanted, withTests, 'test')).toBe(true)
})

test('accepts missing test packages for the scope `run`', () => {
  expect(isComplete(wanted, present, 'run')).toBe(true)
  expect(isComplete(wanted, present, 'test')).toBe(false)
})

test('keeps installed test packages', () => {
  expect(scopeToInstall('run', present)).toBe('run')
  expect(scopeToInstall('run', withTests)).toBe('test')
  expect(scopeToInstall('test', present)).toBe('test')
})

test.each(['node_modules/fastify', 'panel/node_modules/vite', 'node_modules/@sevadesk/contract'])(
  'rejects an installation without %s',
  (path) => {
    const { [path as keyof typeof present.packages]: _gone, ...rest } = present.packages
    expect(isComplete(wanted, { packages: rest }, 'run')).toBe(false)
  },
)

test('rejects an installed version that differs from the lockfile', () => {
  const older = { packages: { ...present.packages, 'node_modules/fastify': { version: '4.0.0' } } }
  expect(isComplete(wanted, older, 'run')).toBe(false)
})

test('needs the native code of a package for this machine alone', () => {
  const part = (cpu: string, libc?: string[]) => ({
    ...{ version: '1.0.0', optional: true, os: [process.platform], cpu: [cpu] },
    ...(libc && { libc }),
  })
  const native = {
    'node_modules/native': { version: '1.0.0', optionalDependencies: { own: '1', other: '1', 'other-libc': '1' } },
    'node_modules/own': part(process.arch),
    'node_modules/other': part('other'),
    'node_modules/other-libc': part(process.arch, ['none']),
  }
  const packages = { 'node_modules/native': { version: '1.0.0' } }
  expect(isComplete({ packages: native }, { packages }, 'run')).toBe(false)
  const whole = { packages: { ...packages, 'node_modules/own': { version: '1.0.0' } } }
  expect(isComplete({ packages: native }, whole, 'run')).toBe(true)
})

interface Locked {
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const locked: Record<string, Locked> = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Finds a package as Node does: beside the package that needs it, or in a folder above. */
function findLocked(from: string, name: string): Locked | undefined {
  const entry = locked[`${from}/node_modules/${name}`]
  if (entry || from === '') return entry ?? locked[`node_modules/${name}`]
  return findLocked(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** The packages that hold native code for one platform each, by the package that chooses one. */
const nativePackages = Object.entries(locked).flatMap(([from, { os, optionalDependencies = {} }]) => {
  const names = Object.keys(optionalDependencies)
  return names.length > 0 && !os ? [{ from, names, parts: names.map((name) => findLocked(from, name)) }] : []
})

test('locks every optional package, so that npm ci works on each platform', () => {
  const missing = nativePackages.flatMap(({ names, parts }) => names.filter((_name, index) => !parts[index]))
  expect(missing).toEqual([])
})

test.each([
  ['Linux (x64)', 'linux', 'x64'],
  ['Linux (ARM64)', 'linux', 'arm64'],
  ['macOS (x64)', 'darwin', 'x64'],
  ['macOS (ARM64)', 'darwin', 'arm64'],
])('locks the native parts for %s, which the README names', (_name, os, cpu) => {
  const isFor = (part: Locked | undefined) => part?.os?.includes(os) && part.cpu?.includes(cpu)
  const lacking = nativePackages.filter(({ parts }) => parts.some((part) => part?.cpu) && !parts.some(isFor))
  expect(lacking.map(({ from }) => from)).toEqual([])
  expect(nativePackages.map(({ from }) => from)).toContain('node_modules/@myriaddreamin/typst-ts-node-compiler')
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(readme).toContain('Linux or macOS, x64 or ARM64')
})
