import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './install.mjs'

const DEPLOY = join(root, 'deploy')
const folder = mkdtempSync(join(tmpdir(), 'sevadesk-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** Copies a file with changes, because it names programs and certificates of the operator's machine. */
function copyOf(file: string, ...changes: [RegExp, string][]): string {
  const text = changes.reduce((all, [from, to]) => all.replace(from, to), readFileSync(join(DEPLOY, file), 'utf8'))
  const copy = join(folder, basename(file))
  writeFileSync(copy, text)
  return copy
}

test.runIf(isInstalled('systemd-analyze'))('systemd accepts the units, and the service may do little', () => {
  const units = readdirSync(DEPLOY).filter((file) => /\.(?:service|timer)$/.test(file))
  const copies = units.map((file) => copyOf(file, [/^ExecStart=\S+/gm, 'ExecStart=/bin/true']))
  expect(run('systemd-analyze', ['verify', ...copies])).toEqual({ status: 0, output: '' })
  const { output } = run('systemd-analyze', [
    'security',
    '--offline=true',
    '--no-pager',
    join(DEPLOY, 'sevadesk.service'),
  ])
  expect(Number(/exposure level for sevadesk\.service: ([\d.]+)/.exec(output)?.[1])).toBeLessThanOrEqual(2.5)
})

test.runIf(isInstalled('caddy'))('Caddy accepts its file', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'Caddyfile')]
  expect(run('caddy', args)).toMatchObject({ status: 0, output: expect.stringContaining('Valid configuration') })
})

test.runIf(isInstalled('nginx'))('nginx accepts its file', () => {
  const site = copyOf(
    'nginx.conf',
    [/^ +ssl_certificate.+\n/gm, ''],
    [/443 ssl http2/, '8443'],
    [/listen 80;/, 'listen 8080;'],
  )
  const main = join(folder, 'main.conf')
  writeFileSync(main, `pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; include ${site}; }`)
  expect(run('nginx', ['-t', '-p', folder, '-c', main])).toMatchObject({ status: 0 })
})

test.runIf(isInstalled('logrotate'))('logrotate accepts its file', () => {
  const file = copyOf('logrotate', [/^ +su .+\n/m, ''])
  // Its exit code is 0 in any case.
  expect(run('logrotate', ['-d', '-s', join(folder, 'state'), file]).output).not.toContain('error')
})
