import { beforeEach, expect, test } from 'vitest'
import { onlyPostgres } from '../../testing/databases.ts'
import { addSecondStepUser, PASSWORD, type SecondStepUser } from '../../testing/second-step.ts'
import { suiteServer } from '../../testing/test-app.ts'
import { countWaiting } from '../../testing/waiting-statements.ts'
import { resetSecondStep } from './account-recovery-service.ts'

/** SQLite runs one writing transaction at a time. */
onlyPostgres(() => {
  const server = suiteServer({ engine: 'PostgreSQL' })
  let user: SecondStepUser
  let users = 0
  beforeEach(async () => {
    users += 1
    user = await addSecondStepUser(server, `user-${users}`)
  })

  async function signIn(code: string): Promise<number> {
    const { ticket } = (await server.post('/admin/login', { username: user.username, password: PASSWORD })).json()
    const payload = { ticket, code, trustDevice: true }
    return (await server.post('/admin/login/second-step', payload)).statusCode
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
    ['its user', async () => (await server.delete('/admin/me/second-step', user.bearer)).statusCode],
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
    expect((await server.post('/admin/login', { username: user.username, password: PASSWORD })).statusCode).toBe(200)
  })

  const CODES: ['second_steps' | 'recovery_codes', () => string][] = [
    ['recovery_codes', () => user.recoveryCodes[0] ?? ''],
    ['second_steps', () => user.code(1)],
  ]
  test.each(CODES)('a code used while the account is deleted stays used after a restore: %s', async (table, codeOf) => {
    const { bearer } = await server.signIn('superadmin')
    const code = codeOf()
    const remove = async () => (await server.delete(`/admin/${user.id}`, bearer)).statusCode
    expect(await runBehindLock(table, [() => signIn(code), remove])).toEqual([200, 200])
    expect((await server.post(`/trash/admin/${user.id}/restore`, {}, bearer)).statusCode).toBe(200)
    expect(await signIn(code)).toBe(401)
    expect(await signIn(user.recoveryCodes[1] ?? '')).toBe(200)
  })
})
