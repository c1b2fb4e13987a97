import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onlyPostgres } from '../../testing/databases.ts'
import { addSecondStepUser, caller, PASSWORD, type SecondStepUser } from '../../testing/second-step.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'
import { resetSecondStep } from './account-recovery-service.ts'

/** SQLite runs one writing transaction at a time. */
onlyPostgres(() => {
  let server: TestApp
  let call: ReturnType<typeof caller>
  let user: SecondStepUser
  let users = 0
  beforeAll(async () => {
    server = await testApp({ engine: 'PostgreSQL' })
    call = caller(server)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    users += 1
    user = await addSecondStepUser(server, `user-${users}`)
  })

  async function signIn(code: string): Promise<number> {
    const { ticket } = (await call('POST', '/admin/login', { username: user.username, password: PASSWORD })).json()
    const payload = { ticket, code, trustDevice: true }
    return (await call('POST', '/admin/login/second-step', payload)).statusCode
  }

  /**
   * Starts changes one after another while another transaction locks the rows of `table`, so that
   * each waits for the one before it. Returns their results.
   */
  async function runBehindLock<Result>(
    table: 'second_steps' | 'recovery_codes',
    changes: (() => Promise<Result>)[],
  ): Promise<Result[]> {
    const running: Promise<Result>[] = []
    await server.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom(table).selectAll().where('admin_id', '=', user.id).forUpdate().execute()
      for (const change of changes) {
        running.push(change())
        await expect.poll(() => countWaiting(server.db)).toBe(running.length)
      }
    })
    return Promise.all(running)
  }

  const OFF: [string, () => Promise<unknown>][] = [
    ['its user', async () => (await call('DELETE', '/admin/me/second-step', undefined, user.bearer)).statusCode],
    [
      'the command line',
      async () => {
        const recorder = server.history.from({ actor: null, command: 'test' })
        expect(await resetSecondStep({ db: server.db, recorder }, user.username)).toBe(user.username)
        return 200
      },
    ],
  ]
  test.each(OFF)('a sign-in with a code and %s who turns the second step off both succeed', async (_who, turnOff) => {
    expect(await runBehindLock<unknown>('second_steps', [() => signIn(user.code(1)), turnOff])).toEqual([200, 200])
    expect((await call('POST', '/admin/login', { username: user.username, password: PASSWORD })).statusCode).toBe(200)
  })

  const CODES: ['second_steps' | 'recovery_codes', () => string][] = [
    ['recovery_codes', () => user.recoveryCodes[0] ?? ''],
    ['second_steps', () => user.code(1)],
  ]
  test.each(CODES)('a code used while the account is deleted stays used after a restore: %s', async (table, codeOf) => {
    const { bearer } = await server.signIn('superadmin')
    const code = codeOf()
    const remove = async () => (await call('DELETE', `/admin/${user.id}`, undefined, bearer)).statusCode
    expect(await runBehindLock(table, [() => signIn(code), remove])).toEqual([200, 200])
    expect((await call('POST', `/trash/admin/${user.id}/restore`, {}, bearer)).statusCode).toBe(200)
    expect(await signIn(code)).toBe(401)
    expect(await signIn(user.recoveryCodes[1] ?? '')).toBe(200)
  })
})
