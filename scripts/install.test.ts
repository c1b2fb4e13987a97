import { expect, test } from 'vitest'
import { isComplete, scopeToInstall } from './install.mjs'

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
