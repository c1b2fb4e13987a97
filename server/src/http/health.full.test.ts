import pg from 'pg'
import { expect, test } from 'vitest'
import { onlyPostgres } from '../testing/databases.ts'
import { testApp } from '../testing/test-app.ts'

test('reports the state of the database', async () => {
  const server = await testApp()
  const well = await server.app.inject('/api/health')
  expect([well.statusCode, well.json()]).toEqual([200, { status: 'ok' }])

  await server.db.destroy()
  const ill = await server.app.inject('/api/health')
  expect(ill.statusCode).toBe(503)
  expect(ill.json()).toMatchObject({
    success: false,
    code: 'unavailable',
    message: expect.stringMatching(/^The database/),
  })
  expect(ill.headers['retry-after']).toBe('5')
  await server.close()
})

onlyPostgres(() => {
  test('times out on a hanging database and holds one connection for all requests', async () => {
    const server = await testApp({ engine: 'PostgreSQL' })
    const beside = new pg.Client({ connectionString: server.config.databaseUrl })
    await beside.connect()
    await beside.query('begin; lock table admins in access exclusive mode')
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.app.inject('/api/health')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(503))
    // Other test files use the same PostgreSQL server.
    const { rowCount } = await beside.query(
      `select pid from pg_locks join pg_database on pg_database.oid = database
       where not granted and datname = current_database()`,
    )
    expect(rowCount).toBe(1)
    await beside.query('commit')
    await expect.poll(async () => (await server.app.inject('/api/health')).statusCode).toBe(200)
    await beside.end()
    await server.close()
  })
})

test('the server has an idle timeout and no request timeout', async () => {
  const server = await testApp()
  expect(server.app.server.requestTimeout).toBe(0)
  expect(server.app.server.timeout).toBe(120_000)
  expect(server.app.server.headersTimeout).toBeGreaterThan(0)
  await server.close()
})
