import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { findNobody } from './postgres-cluster.ts'

export interface Pooler {
  /** Add a database name, as to the address of PostgreSQL. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode before a PostgreSQL server, from the system's package. It lends
 * each transaction another session where it can. Throws an Error if the machine cannot run it.
 */
export async function startPgbouncer(postgresUrl: string): Promise<Pooler> {
  const { hostname, port: postgresPort, username, password } = new URL(postgresUrl)
  const runner = process.getuid?.() === 0 ? await findNobody() : undefined
  const folder = await mkdtemp(join(tmpdir(), 'sevadesk-pgbouncer-'))
  const port = await freePort()
  const settings = `[databases]
* = host=${hostname} port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
server_round_robin = 1
default_pool_size = 10
max_client_conn = 1000
server_idle_timeout = 5
server_login_retry = 1
`
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`)
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  if (runner) await chown(folder, runner.uid, runner.gid)
  await chmod(folder, 0o755)
  const path = `${process.env.PATH}:/usr/sbin`
  const server = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: path },
    ...runner,
  })
  const kill = () => server.kill('SIGKILL')
  const stop = async () => {
    process.off('exit', kill)
    if (server.exitCode === null && server.signalCode === null && server.pid !== undefined) {
      const ended = once(server, 'exit')
      kill()
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  process.once('exit', kill)
  try {
    await Promise.race([
      untilOpen(port),
      once(server, 'error').then(([error]) => Promise.reject(error)),
      once(server, 'exit').then(() => Promise.reject(new Error('PgBouncer ended at once.'))),
    ])
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://${username}:${password}@127.0.0.1:${port}`, stop }
}

async function untilOpen(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
}
