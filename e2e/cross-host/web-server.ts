import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findCaddy, findNginx } from '../../scripts/browsers.mjs'
import { freePort } from '../../scripts/free-port.ts'
import { ROOT } from '../support/program.ts'
import type { Certificates } from './certificates.ts'

export type WebServerName = 'caddy' | 'nginx'

interface Site {
  /** Folder for the web server's configuration and temporary files. */
  folder: string
  panelHost: string
  apiHost: string
  /** Holds the built panel in `panel/`, and `config.json`. */
  panelFolder: string
  serverPort: number
  certificates: Certificates
}

export interface WebServer {
  /** TLS port on 127.0.0.1. */
  port: number
  stop(): Promise<void>
}

/** Starts a web server with its file from docs/another-host, after replacing the example values. */
export async function startWebServer(name: WebServerName, site: Site): Promise<WebServer> {
  mkdirSync(site.folder, { recursive: true })
  const port = await freePort()
  const { command, args } = name === 'caddy' ? caddy(site, port) : nginx(site, port, await freePort())
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: site.folder,
    XDG_DATA_HOME: site.folder,
    XDG_CONFIG_HOME: site.folder,
  }
  const child = spawn(command, args, { cwd: site.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  await untilListening(port, child).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`${name} did not start: ${error}\n${output}`)
  })
  return {
    port,
    stop: async () => {
      process.off('exit', endWithUs)
      child.kill('SIGTERM')
      await exited
    },
  }
}

function caddy(site: Site, port: number) {
  const file = join(site.folder, 'Caddyfile')
  // Differences from a real host: a free port on 127.0.0.1; no admin API, redirects or HTTP/3.
  const options = [
    'admin off',
    'auto_https disable_redirects',
    `https_port ${port}`,
    'default_bind 127.0.0.1',
    'servers {\n\tprotocols h1 h2\n}',
  ]
  const text = replaceExamples('Caddyfile', site, [['#tls', 'tls']])
  writeFileSync(file, `{\n${options.join('\n')}\n}\n${text}`)
  return { command: requireProgram(findCaddy()), args: ['run', '--config', file, '--adapter', 'caddyfile'] }
}

function nginx(site: Site, port: number, plainPort: number) {
  const file = join(site.folder, 'main.conf')
  const text = replaceExamples('nginx.conf', site, [
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = [
    'daemon off;',
    'worker_processes 1;',
    `pid ${join(site.folder, 'nginx.pid')};`,
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'events {}',
    'http {',
    'include /etc/nginx/mime.types;',
    'access_log off;',
    ...temporary.map((kind) => `${kind}_temp_path ${join(site.folder, kind)};`),
    text,
    '}',
  ]
  writeFileSync(file, main.join('\n'))
  return { command: requireProgram(findNginx()), args: ['-e', 'stderr', '-p', site.folder, '-c', file] }
}

function requireProgram(program: string | undefined): string {
  if (program) return program
  throw new Error('A web server is missing here')
}

/** Replaces the examples as the documentation tells readers. Throws if an example is missing. */
function replaceExamples(name: string, site: Site, more: [example: string, ours: string][]): string {
  const examples: [string, string][] = [
    ...more,
    ['panel.example.org', site.panelHost],
    ['api.example.org', site.apiHost],
    ['/etc/sevadesk/site.crt', site.certificates.site],
    ['/etc/sevadesk/site.key', site.certificates.siteKey],
    ['/srv/sevadesk', site.panelFolder],
    ['127.0.0.1:4000', `127.0.0.1:${site.serverPort}`],
  ]
  return examples.reduce(
    (text, [example, ours]) => {
      if (!text.includes(example)) throw new Error(`docs/another-host/${name} has no ${example}`)
      return text.replaceAll(example, ours)
    },
    readFileSync(join(ROOT, 'docs/another-host', name), 'utf8'),
  )
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((wake) => setTimeout(wake, 30))
  }
  throw new Error(`port ${port} stayed closed`)
}
