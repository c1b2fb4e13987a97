import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a release starts with. */
export const RELEASED_SCRIPTS = [
  'start',
  'command',
  'builds',
  'foreground',
  'install',
  'server-program',
  'start-arguments',
].map((name) => `${name}.mjs`)

/**
 * Lists packages that server/dist imports, and native packages for the CPU that the installed ones
 * name, which the release does not have.
 * @param {string} folder an unpacked release
 * @param {string} cpu `x64` or `arm64`
 */
export function listMissing(folder, cpu) {
  const packages = join(folder, 'node_modules')
  const natives = packageNames(packages).flatMap((name) => {
    const { optionalDependencies = {} } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
    return Object.keys(optionalDependencies).filter((each) => new RegExp(`linux-${cpu}(?:-gnu)?$`).test(each))
  })
  const names = new Set([...importedPackages(join(folder, 'server', 'dist')), ...natives])
  const missing = [...names].filter((name) => !existsSync(join(packages, name, 'package.json')))
  return existsSync(join(packages, 'node', 'bin', 'node')) ? missing : [...missing, 'node']
}

/** @param {string} dist */
function importedPackages(dist) {
  const code = readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
  const imports = code.flatMap((text) => [
    ...text.matchAll(/^import .*?["']([^"'./][^"']*)["'];?$|\bimport\("([^"./][^"]*)"\)/gm),
  ])
  return imports
    .map(([, statically, dynamically]) => statically ?? dynamically ?? '')
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

/** @param {string} packages */
function packageNames(packages) {
  return readdirSync(packages)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(packages, name)).map((inner) => `${name}/${inner}`) : name,
    )
    .filter((name) => existsSync(join(packages, name, 'package.json')))
}
