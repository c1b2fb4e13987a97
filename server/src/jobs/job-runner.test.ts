import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyDatabase, openForEachTest } from '../testing/databases.ts'
import { type JobHandler, type JobRunner, jobRunner, UnrecoverableJob } from './job-runner.ts'
import { deleteJobsAbout, insertJobs } from './job-store.ts'

anyDatabase((engine) => {
  let log: { sentences: string[]; details: object[]; error(details: object, sentence: string): void }
  let runners: JobRunner[]
  const here = openForEachTest(engine)
  beforeEach(() => {
    const [sentences, details]: [string[], object[]] = [[], []]
    const error = (detail: object, sentence: string) => {
      details.push(detail)
      sentences.push(sentence)
    }
    log = { sentences, details, error }
    runners = []
  })
  afterEach(async () => {
    for (const runner of runners) await runner.stop()
  })

  function run(handler: JobHandler, now?: () => number): JobRunner {
    const runner = jobRunner(here.db, { work: handler }, now)
    runners.push(runner)
    runner.start(log)
    return runner
  }
  const add = (...subjects: string[]) => insertJobs(here.db, 'work', subjects)
  const left = () =>
    here.db.selectFrom('jobs').select(['subject', 'attempts', 'failed_at']).orderBy('subject').execute()

  test('runs jobs one at a time, the oldest first, also jobs inserted later', async () => {
    const done: string[] = []
    let atOnce = 0
    await add('a', 'b', 'c')
    const runner = run(async (subject) => {
      atOnce += 1
      expect(atOnce).toBe(1)
      await new Promise(setImmediate)
      done.push(subject)
      atOnce -= 1
    })
    await runner.idle()
    expect(done).toEqual(['a', 'b', 'c'])
    await add('d')
    await runner.idle()
    expect(done).toEqual(['a', 'b', 'c', 'd'])
    expect(await left()).toEqual([])
  })

  test('runs jobs that a clock which was ahead has postponed', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString()
    await add('inserted', 'postponed')
    const change = (subject: string, dates: { created_at?: string; due_at: string }) =>
      here.db.updateTable('jobs').set(dates).where('subject', '=', subject).execute()
    await change('inserted', { created_at: inHours(1), due_at: inHours(1) })
    await change('postponed', { due_at: inHours(70 * 365 * 24) })
    await insertJobs(here.db, 'work', ['tomorrow'], new Date(inHours(24)))
    const done: string[] = []
    await run(async (subject) => void done.push(subject)).idle()
    expect(done.toSorted()).toEqual(['inserted', 'postponed'])
  })

  test('keeps one job per kind and subject', async () => {
    await add('a', 'b')
    await add('a', 'c')
    expect((await left()).map(({ subject }) => subject)).toEqual(['a', 'b', 'c'])
    await deleteJobsAbout(here.db, ['a', 'c'])
    expect((await left()).map(({ subject }) => subject)).toEqual(['b'])
  })

  test('inserts and deletes more jobs than fit into one statement', async () => {
    const subjects = Array.from({ length: 40_000 }, (_, index) => `${index}`)
    await insertJobs(here.db, 'work', subjects)
    const count = here.db.selectFrom('jobs').select(({ fn }) => fn.countAll().as('count'))
    expect(Number((await count.executeTakeFirst())?.count)).toBe(40_000)
    await deleteJobsAbout(here.db, subjects)
    expect(Number((await count.executeTakeFirst())?.count)).toBe(0)
  })

  test('retries a failed job after growing waits and daily for a week, then gives it up', async () => {
    let time = Date.now() + 1000
    const tried: number[] = []
    const done: string[] = []
    await add('bad', 'good')
    const handler = async (subject: string) => {
      if (subject === 'good') return void done.push(subject)
      tried.push(time)
      throw new Error('not today')
    }
    const runner = run(handler, () => time)
    await runner.idle()
    expect(done).toEqual(['good'])
    expect(await left()).toEqual([{ subject: 'bad', attempts: 1, failed_at: null }])
    const SECOND = 1000
    const HOUR = 3600 * SECOND
    const waits = [10 * SECOND, 60 * SECOND, 300 * SECOND, 0.5 * HOUR, 3 * HOUR, ...Array<number>(7).fill(24 * HOUR)]
    for (const wait of waits) {
      const tries = tried.length
      time += wait - 1
      await runner.idle()
      expect(tried).toHaveLength(tries)
      expect(await left()).toEqual([{ subject: 'bad', attempts: tries, failed_at: null }])
      time += 1
      await runner.idle()
      expect(tried).toHaveLength(tries + 1)
    }
    const givenUp = [{ subject: 'bad', attempts: 13, failed_at: expect.any(String) }]
    expect(await left()).toEqual(givenUp)
    expect(log.sentences.at(-1)).toBe('job failed; no further retry')
    expect(log.sentences).toHaveLength(13)
    await runner.stop()
    time += 1000 * HOUR
    await run(handler, () => time).idle()
    expect(tried).toHaveLength(13)
    expect(await left()).toEqual(givenUp)
  })

  test('retries after growing waits when the result cannot be written', async () => {
    let tries = 0
    const runner = run(async () => {
      tries += 1
    })
    await runner.idle()
    await add('a')
    // As on a full disk: the table can be read but not written.
    await here.db.schema.alterTable('jobs').renameTo('jobs_away').execute()
    await sql`create view jobs as select distinct * from jobs_away`.execute(here.db)
    for (let round = 0; round < 5; round += 1) await runner.idle()
    const waits = log.details.flatMap((detail) => ('waitMs' in detail ? [detail.waitMs] : []))
    expect(waits).toEqual([10_000, 60_000, 300_000, 1_800_000, 1_800_000])
    expect(tries).toBe(0)
    await here.db.schema.dropView('jobs').execute()
    await here.db.schema.alterTable('jobs_away').renameTo('jobs').execute()
    await runner.idle()
    expect(await left()).toEqual([])
  })

  test('gives up an unrecoverable job at once, and retries one without a handler', async () => {
    await add('a')
    await insertJobs(here.db, 'strange', ['b'])
    const runner = run(async () => {
      throw new UnrecoverableJob('in vain')
    })
    await runner.idle()
    expect(await left()).toEqual([
      { subject: 'a', attempts: 1, failed_at: expect.any(String) },
      { subject: 'b', attempts: 1, failed_at: null },
    ])
  })

  test('does not count an attempt that a stop interrupted; the next runner runs the job', async () => {
    await add('a', 'b')
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: work, reject: fail } = Promise.withResolvers<void>()
    const first = run(() => {
      begin()
      return work
    })
    await begun
    const stopped = first.stop()
    fail(new Error('closed'))
    await stopped
    expect((await left()).map(({ attempts }) => attempts)).toEqual([0, 0])
    expect(log.sentences).toEqual([])

    const done: string[] = []
    await run(async (subject) => void done.push(subject)).idle()
    expect(done).toEqual(['a', 'b'])
  })

  test('continues after a database failure', async () => {
    const done: string[] = []
    const runner = run(async (subject) => void done.push(subject))
    await runner.idle()
    await here.db.schema.alterTable('jobs').renameTo('jobs_away').execute()
    await runner.idle()
    for (let query = 0; query < 10; query += 1) await sql`select 1`.execute(here.db)
    expect(log.sentences, 'waits before it tries again').toHaveLength(1)
    await here.db.schema.alterTable('jobs_away').renameTo('jobs').execute()
    await add('a')
    await runner.idle()
    expect(done).toEqual(['a'])
  })
})
