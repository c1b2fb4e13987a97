import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../../scripts/postgres-cluster.ts'
import { onlyPostgres } from '../testing/databases.ts'
import { testFolder } from '../testing/files/test-folder.ts'
import { callServer, type ServerProcess, startServer, stopServer } from '../testing/server-process.ts'

const MESSAGE = { name: 'Asha', email: 'asha@example.org', message: 'Namaste' }

onlyPostgres(() => {
  let cluster: PostgresCluster
  let gate: Awaited<ReturnType<typeof openGate>>
  let server: ServerProcess
  beforeEach(async () => {
    cluster = await startPostgresCluster()
    gate = await openGate(Number(new URL(cluster.url).port))
    const url = new URL(`${cluster.url}/postgres`)
    url.port = String(gate.port)
    server = await startServer({ DATA_DIR: testFolder(), DATABASE_URL: url.href, ADMIN_PASSWORD: 'Chosen#2026' })
  })
  afterEach(async () => {
    await stopServer(server)
    gate.close()
    await cluster.stop()
  })

  const stateOf = async (path: string) => {
    const { status, json } = await callServer(server, path)
    return [status, json.reason ?? json.code ?? json.status]
  }
  const send = async () => (await callServer(server, '/api/message/addMessage', { body: MESSAGE })).status

  test('health names a read-only database; reads go on, and writes once it takes them again', async () => {
    const operator = new pg.Client({ connectionString: `${cluster.url}/postgres` })
    await operator.connect()
    await operator.query('alter system set default_transaction_read_only = on')
    await operator.query('select pg_reload_conf()')
    await expect.poll(() => stateOf('/api/ready')).toEqual([503, 'storage_read_only'])
    expect(await stateOf('/api/health')).toEqual([200, 'storage_read_only'])
    expect([await send(), (await callServer(server, '/api/event')).status]).toEqual([503, 200])
    await operator.query('set default_transaction_read_only = off')
    await operator.query('alter system reset default_transaction_read_only')
    await operator.query('select pg_reload_conf()')
    await expect.poll(() => stateOf('/api/ready')).toEqual([200, 'ok'])
    expect(await send()).toBe(200)
    await operator.end()
  })

  test('health says that the database is starting; calls work once it has started', async () => {
    gate.startUp()
    const { status, json } = await callServer(server, '/api/health')
    expect([status, json.message]).toEqual([503, expect.stringMatching(/^The database is starting or stopping\. /)])
    expect([await stateOf('/api/ready'), await send()]).toEqual([[503, 'unavailable'], 503])
    gate.open()
    expect(await send()).toBe(200)
    expect(await stateOf('/api/health')).toEqual([200, 'ok'])
  })
})

/** What PostgreSQL answers while it starts. */
const STARTING = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')

/** A way to PostgreSQL that answers for it while it starts. */
async function openGate(postgresPort: number) {
  let isStarting = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near.on('error', () => undefined))
    if (isStarting) {
      const head = Buffer.from('E\0\0\0\0')
      head.writeInt32BE(STARTING.length + 4, 1)
      near.once('data', () => near.end(Buffer.concat([head, STARTING])))
      return
    }
    const far = connect(postgresPort, '127.0.0.1')
    sockets.add(far.on('error', () => near.destroy()))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    startUp() {
      isStarting = true
      cut()
    },
    open() {
      isStarting = false
    },
    close() {
      server.close()
      cut()
    },
  }
}
