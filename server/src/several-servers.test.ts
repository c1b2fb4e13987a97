import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { endOwnLeases } from './db/lease.ts'
import { type JobRunner, jobRunner } from './jobs/job-runner.ts'
import { claimJob, deleteJob, insertJobs, releaseJob, renewJob, updateFailedJob } from './jobs/job-store.ts'
import { onOneServer } from './jobs/periodic-task.ts'
import { claimTask } from './jobs/periodic-task-store.ts'
import { recordFirstSettings } from './resources/settings/trust-source-service.ts'
import { onlyPostgres } from './testing/databases.ts'
import { buildDonation, buildPurpose } from './testing/factories.ts'
import { sampleImage } from './testing/files/sample-images.ts'
import { storedFiles } from './testing/files/stored-files.ts'
import { addSecondStepUser, addUser, NOW, PASSWORD } from './testing/second-step.ts'
import { type TestApp, testApp } from './testing/test-app.ts'

const LIMIT = 200
const SITE = 'https://www.example.org'

onlyPostgres(() => {
  let one: TestApp
  let other: TestApp
  const both = () => [one, other]
  beforeAll(async () => {
    const env = { PUBLIC_REQUESTS_PER_MINUTE: `${LIMIT}`, SITE_ORIGINS: SITE }
    one = await testApp({ engine: 'PostgreSQL', env })
    other = await testApp({ beside: one, env })
  })
  afterAll(async () => {
    await other.close()
    await one.close()
  })

  /** Makes concurrent calls, in turn to `one` and `other`. */
  const atBoth = <Result>(times: number, call: (server: TestApp, n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: times }, (_, n) => call(n % 2 === 0 ? one : other, n)))

  test('servers that start at the same time record the first settings once', async () => {
    await atBoth(4, ({ db, history, trust }) => recordFirstSettings(db, history, trust))
    const rows = one.db.selectFrom('history').select('n').where('action', '=', 'settings.recorded')
    expect(await rows.execute()).toHaveLength(1)
  })

  test('clocks of servers may differ by some seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    try {
      const { username, code } = await addSecondStepUser(one, 'farida')
      const { ticket } = (await one.post('/admin/login', { username, password: PASSWORD })).json()
      vi.setSystemTime(NOW - 5000)
      const { token } = (await other.post('/admin/login/second-step', { ticket, code: code(1) })).json()
      vi.setSystemTime(NOW - 10_000)
      const bearer = { authorization: `Bearer ${token}` }
      expect((await one.post('/admin/me/second-step/recovery-codes', {}, bearer)).statusCode).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a session opened at one server counts at the other, until it ends at the first', async () => {
    const { bearer } = await one.signIn(['Events'])
    expect((await other.get('/admin/me', bearer)).statusCode).toBe(200)
    expect((await one.post('/admin/logout', {}, bearer)).statusCode).toBe(200)
    expect((await other.get('/admin/me', bearer)).statusCode).toBe(401)
  })

  test('failed sign-ins count once over both servers, also when they arrive at once', async () => {
    await addUser(one, { username: 'asha' })
    const login = (server: TestApp, password: string) =>
      server.post('/admin/login', { username: 'asha', password }, { ip: '192.0.2.1' })
    const statuses = await atBoth(16, async (server, n) => (await login(server, `wrong${n}`)).statusCode)
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(6).fill(429)])
    for (const server of both()) expect((await login(server, PASSWORD)).statusCode).toBe(429)
  })

  test('five codes may be tried with a ticket, at whichever server', async () => {
    const { username } = await addSecondStepUser(one, 'meera')
    const { ticket } = (await one.post('/admin/login', { username, password: PASSWORD })).json()
    const codes = await atBoth(8, async (server) => {
      return (await server.post('/admin/login/second-step', { ticket, code: '000000' })).json().code
    })
    expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(4)
    expect(codes.filter((code) => code === 'ticket_ended')).toHaveLength(4)
  })

  test('public requests count over both servers', async () => {
    let passed = 0
    const get = async (server: TestApp) => {
      const { statusCode } = await server.get('/photo/all', { ip: '192.0.2.7' })
      if (statusCode !== 429) passed += 1
      return statusCode
    }
    await expect.poll(async () => [await get(one), await get(other)], { interval: 0 }).toEqual([429, 429])
    expect(passed).toBeGreaterThanOrEqual(LIMIT)
    // Some pass while a report is on its way.
    expect(passed).toBeLessThan(LIMIT * 1.2)
    const readCount = async () => {
      const query = one.db.selectFrom('request_counts').select(({ fn }) => fn.sum('count').as('count'))
      return Number((await query.executeTakeFirstOrThrow()).count)
    }
    /** Returns the count after 20 more requests and their reports. */
    const countAfterMore = async () => {
      for (let n = 0; n < 20; n += 1) await get(one)
      for (let n = 0; n < 5; n += 1) await Promise.all(Array.from({ length: 20 }, readCount))
      return readCount()
    }
    await countAfterMore()
    expect(await countAfterMore()).toBe(await countAfterMore())
    expect((await other.get('/photo/all', { ip: '192.0.2.8' })).statusCode).not.toBe(429)
  })

  test('a form that is open at one server shows at the other', async () => {
    const [asha, meera] = [await one.signIn(['Events']), await one.signIn(['Events'])]
    const report = (server: TestApp, { bearer }: typeof asha, isOpen = true) =>
      server.post('/editing', { kind: 'event', id: 'a'.repeat(24), formId: 'f'.repeat(32), isOpen }, bearer)
    await report(one, asha)
    const { data } = (await report(other, meera)).json()
    expect(data).toEqual([{ username: asha.admin.username, since: expect.stringMatching(/Z$/) }])
    await report(other, asha, false)
    expect((await report(one, meera)).json().data).toEqual([])
  })

  test('settings saved at one server are used at the other at the next request', async () => {
    const { bearer } = await one.signIn('superadmin')
    const save = (server: TestApp, name: string) =>
      server.put('/settings', { content: { name: { en: name }, receipts: { language: 'en' } } }, bearer)
    for (const [server, next, name] of [
      [one, other, 'Seva Trust'],
      [other, one, 'Gokul Trust'],
    ] as const) {
      expect((await save(server, name)).statusCode).toBe(200)
      expect((await next.app.inject('/config.json')).json()).toMatchObject({ trustName: name })
    }
  })

  test('previews of receipts count over both servers', async () => {
    const { bearer } = await one.signIn('superadmin')
    const refused = { content: { name: '' }, day: '2026-06-31', language: 'en', method: 'cash' }
    const statuses = await atBoth(
      62,
      async (server) => (await server.post('/settings/preview', refused, bearer)).statusCode,
    )
    expect(statuses.toSorted()).toEqual([...Array(60).fill(400), 429, 429])
  })

  test('a call that is repeated at the other server at the same time creates once', async () => {
    const sent = { name: 'Asha', email: 'asha@example.org', message: 'Namaste' }
    const headers = { origin: SITE, 'idempotency-key': 'a'.repeat(32) }
    const answers = await atBoth(4, async (server) => (await server.post('/message/addMessage', sent, headers)).json())
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await one.db.selectFrom('messages').select('id').execute()).toHaveLength(1)
  })

  test('an upload that is repeated at the other server is stored once', async () => {
    const { bearer } = await one.signIn(['Events'])
    const parts = [['title', 'Eye camp'] as const, { field: 'image', name: 'cow.png', bytes: await sampleImage('png') }]
    const send = async (server: TestApp) =>
      (await server.form('POST', '/event/addevent', parts, { ...bearer, 'idempotency-key': 'b'.repeat(32) })).json()
    const first = await send(one)
    expect(first).toMatchObject({ success: true, data: { title: 'Eye camp' } })
    expect(await send(other)).toEqual(first)
    expect(await one.db.selectFrom('events').select('id').execute()).toHaveLength(1)
    expect(await storedFiles(other.config.dataDir)).toEqual([])
  })

  test('the list at one server leaves out a text that was mapped at the other', async () => {
    const { bearer } = await one.signIn('superadmin')
    const { id: purposeId } = await buildPurpose(one.db)
    for (const purpose of ['Gau Seva', 'Annadan', 'Vidya']) await buildDonation(one.db, { purpose })
    const page = async (n: number) => (await other.get(`/lists/purposes/texts?page=${n}&limit=1`, bearer)).json()
    expect((await page(1)).total).toBe(3)
    const mappings = [{ text: 'Vidya', previousId: null, purposeId }]
    expect((await one.put('/lists/purposes/texts', { mappings }, bearer)).statusCode).toBe(200)
    expect((await page(2)).total).toBe(2)
  })

  describe('jobs', () => {
    let runs: string[]
    let runners: JobRunner[]
    const error = vi.fn()
    beforeEach(() => {
      runs = []
      runners = both().map(({ db }) => jobRunner(db, { count: async (subject) => void runs.push(subject) }))
    })
    afterEach(async () => {
      for (const runner of runners) await runner.stop()
      expect(error).not.toHaveBeenCalled()
    })
    const left = () => one.db.selectFrom('jobs').select('subject').where('kind', '=', 'count').execute()
    const runAll = async () => {
      for (const runner of runners) runner.start({ error })
      await Promise.all(runners.map((runner) => runner.idle()))
    }

    test('each runs once while both servers run jobs', async () => {
      const subjects = Array.from({ length: 30 }, (_, n) => `${n + 10}`)
      await insertJobs(one.db, 'count', subjects)
      await runAll()
      await expect.poll(left).toEqual([])
      expect(runs.toSorted()).toEqual(subjects)
    })

    test('one that a killed server had begun runs at another after its lease', async () => {
      await insertJobs(one.db, 'count', ['left'])
      expect(await claimJob(one.db, new Date())).toMatchObject({ subject: 'left' })
      await runAll()
      expect([runs, await left()]).toEqual([[], [{ subject: 'left' }]])
      await one.db
        .updateTable('jobs')
        .set((job) => ({ leased_until_ms: job('leased_until_ms', '-', 60_000) }))
        .execute()
      await Promise.all(runners.map((runner) => runner.idle()))
      expect([runs, await left()]).toEqual([['left'], []])
    })

    test('a server leaves a job whose lease another server has taken', async () => {
      await insertJobs(one.db, 'count', ['taken'])
      const job = await claimJob(one.db, new Date())
      if (!job) throw new Error('No job is due.')
      const query = one.db.selectFrom('jobs').selectAll().where('id', '=', job.id)
      await one.db.updateTable('jobs').set({ leased_by: 'another' }).where('id', '=', job.id).execute()
      const taken = await query.execute()
      await renewJob(one.db, job)
      await updateFailedJob(one.db, job, { dueAt: new Date() })
      await releaseJob(one.db, job)
      await deleteJob(one.db, job)
      expect(await query.execute()).toEqual(taken)
      await one.db.deleteFrom('jobs').where('id', '=', job.id).execute()
    })
  })

  describe('a periodic task', () => {
    const log = { error: vi.fn() }
    const { signal } = new AbortController()
    const HOUR_MS = 3_600_000
    const row = () => one.db.selectFrom('periodic_tasks').select(['due_ms', 'leased_until_ms'])
    const change = (set: { due_ms?: number; leased_until_ms?: number }) =>
      one.db.updateTable('periodic_tasks').set(set).execute()

    function tasksOf(name: string, run: () => Promise<void>) {
      return both().map(
        ({ db }) =>
          () =>
            onOneServer(db, name, HOUR_MS, run)(log, signal),
      )
    }

    test('runs at one server, once in its interval', async () => {
      let [runs, atOnce] = [0, 0]
      const tasks = tasksOf('once', async () => {
        runs += 1
        atOnce += 1
        await one.db.selectFrom('admins').select('id').execute()
        expect(atOnce).toBe(1)
        atOnce -= 1
      })
      await Promise.all([...tasks, ...tasks].map((task) => task()))
      for (const task of tasks) await task()
      expect(runs).toBe(1)
      await change({ due_ms: 0 })
      await Promise.all(tasks.map((task) => task()))
      expect(runs).toBe(2)
    })

    test('runs again when its server stopped or was killed, and waits after a failure', async () => {
      const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue()
      const [first, second] = tasksOf('ended', run)
      await expect(first?.()).rejects.toThrow('no')
      await second?.()
      expect(run).toHaveBeenCalledTimes(1)
      await change({ due_ms: 0 })
      await onOneServer(one.db, 'ended', HOUR_MS, run)(log, AbortSignal.abort())

      expect(await claimTask(one.db, 'ended', HOUR_MS)).toBe(true)
      expect(await claimTask(other.db, 'ended', HOUR_MS)).toBe(false)
      await change({ leased_until_ms: 1 })
      expect(await claimTask(other.db, 'ended', HOUR_MS)).toBe(true)
    })

    test('stops when another server has taken its lease', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const query = row().where('name', '=', 'taken')
      const isRunning = Promise.withResolvers<AbortSignal>()
      const run = onOneServer(one.db, 'taken', HOUR_MS, async (_log, stopped) => {
        isRunning.resolve(stopped)
        await new Promise((resolve) => stopped.addEventListener('abort', resolve))
      })(log, signal)
      await isRunning.promise
      await one.db.updateTable('periodic_tasks').set({ leased_by: 'another' }).where('name', '=', 'taken').execute()
      const taken = await query.execute()
      vi.advanceTimersByTime(20_000)
      await run
      expect(await query.execute()).toEqual(taken)
    })

    test('a server that starts again ends its own leases, not those of another', async () => {
      const start = ({ db, config }: TestApp) => endOwnLeases(db, config.dataDir)
      await start(one)
      expect(await claimTask(one.db, 'restarted', HOUR_MS)).toBe(true)
      await start(other)
      expect(await claimTask(other.db, 'restarted', HOUR_MS)).toBe(false)
      await start(one)
      expect(await claimTask(one.db, 'restarted', HOUR_MS)).toBe(true)
    })

    test('runs although a clock that was ahead has postponed or leased it', async () => {
      const ahead = 10 ** 14
      const run = vi.fn<() => Promise<void>>().mockResolvedValue()
      const [first, second] = tasksOf('ahead', run)
      await first?.()
      await change({ due_ms: ahead, leased_until_ms: ahead })
      await second?.()
      expect(run).toHaveBeenCalledTimes(2)
      expect(await row().where('name', '=', 'ahead').execute()).toEqual([
        { due_ms: expect.toSatisfy((due) => due < ahead), leased_until_ms: null },
      ])
    })
  })
})
