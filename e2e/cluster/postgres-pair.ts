import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { wait } from '../kill/kill-moment.ts'

/** A primary with a synchronous standby, of Debian's PostgreSQL, at one address. */
export interface PostgresPair {
  url: string
  /** Kills the primary and promotes the standby. */
  failOver(): Promise<void>
  /** Copies the new primary to a new standby, and waits until it is synchronous. */
  addStandby(): Promise<void>
  close(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

/** The folder of Debian's programs; undefined without them. */
export function findPostgres(): string | undefined {
  const version = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().at(-1) : undefined
  return version && join(DEBIAN, version, 'bin')
}

export async function startPostgresPair(programs: string): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-pair-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const command = (name: string, args: readonly string[]) => [...user, join(programs, name), ...args]
  const run = (name: string, ...args: string[]) => {
    const [program = '', ...rest] = command(name, args)
    return execFileSync(program, rest, { cwd: folder, stdio: 'pipe', env: { PATH: process.env.PATH ?? '' } })
  }
  if (user.length > 0) execFileSync('chown', ['postgres:', folder])
  let made = 0
  const start = async (data: string) => {
    const port = await freePort()
    const [program = '', ...rest] = command('postgres', ['-D', data, '-p', `${port}`])
    const child = spawn(program, rest, { cwd: folder, stdio: 'ignore' })
    await untilAccepting(port, child, run)
    return { port, data, child }
  }
  const query = (port: number, text: string) =>
    `${run('psql', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres', '-Atc', text, 'postgres')}`.trim()
  const proxy = await startForwarder()
  const first = join(folder, `data${++made}`)
  run('initdb', '-D', first, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200']
  // Without fsync only a crash of the machine loses data, and only the program is killed here.
  appendAs(join(first, 'postgresql.conf'), [...settings, 'fsync=off', 'hot_standby=on', 'shared_buffers=32MB'])
  let primary = await start(first)
  proxy.sendTo(primary.port)
  let standby: typeof primary | undefined

  function appendAs(file: string, lines: readonly string[]): void {
    appendFileSync(file, `\n${lines.map((line) => line.replace(/=(.*)/, " = '$1'")).join('\n')}\n`)
  }

  return {
    url: `postgres://postgres@127.0.0.1:${proxy.port}`,
    async failOver() {
      if (!standby) throw new Error('There is no standby')
      const ended = once(primary.child, 'exit')
      proxy.sendTo(undefined)
      killAll(primary.data)
      await ended
      rmSync(primary.data, { recursive: true, force: true })
      run('pg_ctl', 'promote', '-D', standby.data, '-w', '-s')
      // Nobody waits for the dead one.
      query(standby.port, "alter system set synchronous_standby_names = ''")
      query(standby.port, 'select pg_reload_conf()')
      primary = standby
      standby = undefined
      proxy.sendTo(primary.port)
    },
    async addStandby() {
      const data = join(folder, `data${++made}`)
      const name = `standby${made}`
      const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`
      run('pg_basebackup', '-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
      standby = await start(data)
      query(primary.port, `alter system set synchronous_standby_names = '${name}'`)
      query(primary.port, 'select pg_reload_conf()')
      while (query(primary.port, 'select sync_state from pg_stat_replication') !== 'sync') await wait(50)
    },
    async close() {
      proxy.close()
      for (const each of [primary, standby]) if (each) killAll(each.data)
      await wait(200)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills a server and its processes at once. */
function killAll(data: string): void {
  const [pid = ''] = execFileSync('head', ['-1', join(data, 'postmaster.pid')])
    .toString()
    .split('\n')
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid]).toString().split('\n').map(Number)
  for (const each of [Number(pid), ...children.filter((child) => child > 0)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function untilAccepting(
  port: number,
  child: ChildProcess,
  run: (name: string, ...args: string[]) => unknown,
): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      run('pg_isready', '-h', '127.0.0.1', '-p', `${port}`)
      return
    } catch {
      await wait(50)
    }
  }
  throw new Error('PostgreSQL ended at once')
}

/** An address that stays while the database behind it changes. */
async function startForwarder() {
  const sockets = new Set<Socket>()
  let target: number | undefined
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    sendTo(port: number | undefined) {
      target = port
      if (port === undefined) for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
