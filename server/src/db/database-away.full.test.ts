import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../../scripts/postgres-cluster.ts'
import { onlyPostgres } from '../testing/databases.ts'
import { testFolder } from '../testing/files/test-folder.ts'
import { callServer, type ServerProcess, startServer, stopServer } from '../testing/server-process.ts'

const AWAY_MS = 30_000
/** The fields that the test reads. */
interface Json {
  code: string
  message: string
  token: string
  data: { message: string }[]
}

const ADMIN = { username: 'asha', password: 'Namaste#2026' }

onlyPostgres(() => {
  let folder: string
  let cluster: PostgresCluster
  let server: ServerProcess
  beforeEach(async () => {
    folder = testFolder()
    cluster = await startPostgresCluster()
    server = await startServer({
      DATA_DIR: folder,
      DATABASE_URL: `${cluster.url}/postgres`,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      MESSAGES_PER_DAY: '100000',
      PUBLIC_CALLS_PER_HOUR: '100000',
    })
  })
  afterEach(async () => {
    await stopServer(server)
    await cluster.stop()
  })

  const call = (path: string, body?: object, token?: string) =>
    callServer<Json>(server, path, { ...(body && { body }), ...(token && { token }) })
  let sent = 0
  /** Returns the text if the server has acknowledged the message. */
  async function sendMessage() {
    sent += 1
    const message = `Namaste ${sent}`
    const answer = await call('/api/message/addMessage', { name: 'Asha', email: 'asha@example.org', message })
    return { ...answer, message }
  }

  test('refuses calls while the database is away for 30 seconds, and continues afterwards', {
    timeout: 180_000,
  }, async () => {
    const { token } = (await call('/api/admin/login', ADMIN)).json
    const acknowledged = [(await sendMessage()).message]

    await cluster.kill()
    for (const end = performance.now() + AWAY_MS; performance.now() < end; ) {
      for (const answer of [
        await sendMessage(),
        await call('/api/event'),
        await call('/api/admin/me', undefined, token),
      ]) {
        expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([
          503,
          'database_busy',
          '5',
        ])
        expect(answer.json.message).toBe('The database is busy. Please try again in a moment.')
      }
      const health = await call('/api/health')
      expect([health.status, health.json.code]).toEqual([503, 'unavailable'])
    }
    await cluster.restart()

    await vi.waitFor(async () => {
      const { status, message } = await sendMessage()
      if (status === 200) acknowledged.push(message)
      expect(status).toBe(200)
    }, 60_000)
    expect((await call('/api/health')).json).toEqual({ status: 'ok' })
    const { data } = (await call('/api/message/getMessage', undefined, token)).json
    expect(data.map(({ message }) => message).sort()).toEqual(acknowledged.sort())
  })
})
