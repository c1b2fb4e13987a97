import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, openDatabaseBeside } from '../db/database.ts'
import { eachDatabase, makeEmptyDatabase, type TestDatabase } from '../testing/databases.ts'
import { historyOf } from '../testing/history.ts'
import { callServer, type ServerProcess, signInTo, startServer, stopServer } from '../testing/server-process.ts'

const FIRST = 'Chosen#2026'

eachDatabase((engine) => {
  let database: TestDatabase
  let server: ServerProcess
  const environment = () => ({
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    ADMIN_PASSWORD: FIRST,
    ARGON2_MEMORY_KIB: '1024',
    ARGON2_ITERATIONS: '1',
    LOG_LEVEL: 'error',
  })
  const run = (...args: string[]) => {
    const program = join(import.meta.dirname, 'admin.ts')
    return spawnSync(process.execPath, [program, ...args], { env: environment(), encoding: 'utf8' })
  }
  const printed = (stdout: string) => /Password {3}(\S+)$/m.exec(stdout)?.[1] ?? ''
  const call = (path: string, options: Parameters<typeof callServer>[2]) =>
    callServer(server, `/api/admin/${path}`, options)
  const login = (username: string, password: string) => signInTo(server, username, password)

  describe('beside a running server', () => {
    beforeEach(async () => {
      database = await makeEmptyDatabase(engine)
      server = await startServer(environment())
    })
    afterEach(async () => {
      await stopServer(server, 'SIGKILL')
      await database.remove()
    })

    test('admin:create creates a superadmin who must change the password', async () => {
      const { status, stdout, stderr } = run('create', '--username', ' Second  Chief ', '--email', 'second@example.org')
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toContain('User name  Second Chief\n')
      expect(stdout).toContain('It must be changed at the next sign-in.')
      const { token } = await login('second chief', printed(stdout))
      expect((await call('me', { token })).json).toMatchObject({
        role: 'superadmin',
        email: 'second@example.org',
        mustChangePassword: true,
      })
    })

    test('admin:reset sets a password, ends sessions, clears failed sign-ins and is audited', async () => {
      const { token } = await login('admin', FIRST)
      for (let n = 0; n < 10; n += 1) await login('admin', 'forgotten')
      expect((await login('admin', FIRST)).status).toBe(429)

      const { status, stdout, stderr } = run('reset', '--username', 'ADMIN ')
      expect([status, stderr]).toEqual([0, ''])
      expect((await call('me', { token })).status).toBe(401)
      expect((await login('admin', FIRST)).status).toBe(401)
      const after = await login('admin', printed(stdout))
      expect((await call('me', { token: after.token })).json).toMatchObject({ mustChangePassword: true })

      const db = await openDatabaseBeside(database)
      const entries = (await historyOf(db)).filter(({ action }) => action.startsWith('admin.'))
      await db.destroy()
      const details = { of: 'admin', isPasswordSet: true }
      expect(entries).toMatchObject([
        { action: 'admin.added', after: { username: 'admin' } },
        { action: 'admin.changed', actorId: null, command: 'admin:reset', details },
      ])
    })

    test('explains why a command fails, and changes nothing', async () => {
      const refusals: [string[], string][] = [
        [['reset', '--username', 'nobody'], 'There is no account "nobody". The superadmins are: "admin".'],
        [
          ['create', '--username', 'Admin', '--email', 'a@example.org'],
          'This username is already taken. Please choose another.',
        ],
        [['create', '--username', 'x', '--email', 'x'], 'Please enter an e-mail address like name@example.org.'],
        [['reset'], 'Name the account: npm run admin:reset -- --username NAME [--two-step-off]'],
        [
          ['create', '--username', 'x'],
          'Name the new account: npm run admin:create -- --username NAME --email ADDRESS',
        ],
        [
          ['reset', '--password', 'x'],
          'The arguments "--password x" are not valid: npm run admin:reset -- --username NAME [--two-step-off]',
        ],
        [['reset', '--username', 'admin', '--two-step-off'], 'Two-step sign-in is already off for admin.'],
        // Last: the message lists the superadmins, so no failed command has created one.
        [['reset', '--username', 'x'], 'There is no account "x". The superadmins are: "admin".'],
      ]
      const { token } = await login('admin', FIRST)
      for (const [args, sentence] of refusals) {
        const { status, stdout, stderr } = run(...args)
        expect([status, stdout, stderr]).toEqual([1, '', `${sentence}\n`])
      }
      expect((await call('me', { token })).status).toBe(200)
    })
  })

  test('works without a server and reports a missing database', async () => {
    database = await makeEmptyDatabase(engine)
    const create = () => run('create', '--username', 'first', '--email', 'first@example.org')
    expect(create()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/no database|still empty/) })
    await (await openDatabase(database)).destroy()
    expect(create()).toMatchObject({ status: 0, stderr: '' })
    expect(run('reset', '--username', 'first')).toMatchObject({ status: 0, stderr: '' })
    await database.remove()
  })
})
