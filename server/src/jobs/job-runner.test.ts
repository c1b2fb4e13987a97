import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { anyDatabase, makeMigratedDatabase, type TestDatabase } from '../testing/databases.ts'
import { RECONCILE_ORDER } from './job-kinds.ts'
import { type JobHandler, type JobRunner, jobRunner, PostponedJob, UnrecoverableJob } from './job-runner.ts'
import { deleteJobsAbout, insertJobs } from './job-store.ts'

anyDatabase((engine) => {
  let database: TestDatabase
  let db: Db
  let log: { sentences: string[]; details: object[]; error(details: object, sentence: string): void }
  let runners: JobRunner[]
  beforeEach(async () => {
    database = await makeMigratedDatabase(engine)
    db = await openDatabase(database)
    const sentences: string[] = []
    const details: object[] = []
    log = {
      sentences,
      details,
      error: (detail, sentence) => {
        details.push(detail)
        sentences.push(sentence)
      },
    }
    runners = []
  })
  afterEach(async () => {
    for (const runner of runners) await runner.stop()
    await db.destroy()
    await database.remove()
  })

  /** Starts a runner with one handler for both kinds of jobs. */
  function run(handler: JobHandler, now?: () => number): JobRunner {
    const runner = jobRunner(db, { work: handler, [RECONCILE_ORDER]: handler }, now)
    runners.push(runner)
    runner.start(log)
    return runner
  }
  const add = (...subjects: string[]) => insertJobs(db, 'work', subjects)
  const left = () => db.selectFrom('jobs').select(['subject', 'attempts', 'failed_at']).orderBy('subject').execute()

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
      db.updateTable('jobs').set(dates).where('subject', '=', subject).execute()
    await change('inserted', { created_at: inHours(1), due_at: inHours(1) })
    await change('postponed', { due_at: inHours(70 * 365 * 24) })
    await insertJobs(db, 'work', ['tomorrow'], new Date(inHours(24)))
    const done: string[] = []
    await run(async (subject) => void done.push(subject)).idle()
    expect(done.toSorted()).toEqual(['inserted', 'postponed'])
  })

  test('retries given up jobs within a day after the clock was set back', async () => {
    let time = Date.parse('2096-01-01T00:00:00.000Z')
    let tries = 0
    await add('bad')
    const runner = run(
      async () => {
        tries += 1
        throw new UnrecoverableJob('no')
      },
      () => time,
    )
    await runner.idle()
    time = Date.now()
    await runner.idle()
    expect(tries).toBe(2)
  })

  test('keeps one job per kind and subject', async () => {
    await add('a', 'b')
    await add('a', 'c')
    expect((await left()).map(({ subject }) => subject)).toEqual(['a', 'b', 'c'])
    await deleteJobsAbout(db, ['a', 'c'])
    expect((await left()).map(({ subject }) => subject)).toEqual(['b'])
  })

  test('inserts and deletes more jobs than fit into one statement', async () => {
    const subjects = Array.from({ length: 40_000 }, (_, index) => `${index}`)
    await insertJobs(db, 'work', subjects)
    const count = db.selectFrom('jobs').select(({ fn }) => fn.countAll().as('count'))
    expect(Number((await count.executeTakeFirst())?.count)).toBe(40_000)
    await deleteJobsAbout(db, subjects)
    expect(Number((await count.executeTakeFirst())?.count)).toBe(0)
  })

  test('retries a failed job after growing waits, then once a day, and runs other jobs meanwhile', async () => {
    let time = Date.now() + 1000
    const tried: number[] = []
    const done: string[] = []
    await add('bad', 'good')
    const runner = run(
      async (subject) => {
        if (subject === 'good') return void done.push(subject)
        tried.push(time)
        throw new Error('not today')
      },
      () => time,
    )
    await runner.idle()
    expect(done).toEqual(['good'])
    expect(await left()).toEqual([{ subject: 'bad', attempts: 1, failed_at: null }])
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      time += 60_000
      await runner.idle()
    }
    const waits = tried.slice(1).map((at, index) => at - (tried[index] ?? 0))
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.length).toBeGreaterThan(3)
    expect(await left()).toEqual([{ subject: 'bad', attempts: tried.length, failed_at: expect.any(String) }])
    expect(log.sentences.at(-1)).toBe('job failed; next retry tomorrow or at startup')
    expect(log.sentences).toHaveLength(tried.length)
    await add('bad')
    await runner.idle()
    expect(await left()).toHaveLength(1)

    const triesBefore = tried.length
    time += 12 * 60 * 60_000
    await runner.idle()
    expect(tried).toHaveLength(triesBefore + 1)
    expect(await left()).toEqual([{ subject: 'bad', attempts: 1, failed_at: null }])
  })

  test('retries failed jobs at the next start', async () => {
    await add('a')
    const first = run(async () => {
      throw new UnrecoverableJob('in vain')
    })
    await first.idle()
    await first.stop()
    expect(await left()).toMatchObject([{ failed_at: expect.any(String) }])
    await run(async () => undefined).idle()
    expect(await left()).toEqual([])
  })

  test('runs low-priority jobs only when no other job is due', async () => {
    const done: string[] = []
    await insertJobs(db, RECONCILE_ORDER, ['low 1', 'low 2'])
    await add('new 1')
    await db.updateTable('jobs').set({ due_at: '2026-01-01' }).where('subject', '=', 'low 1').execute()
    await insertJobs(db, 'work', ['later'], new Date(Date.now() + 24 * 60 * 60_000))
    const runner = run(async (subject) => {
      done.push(subject)
      if (subject === 'low 1') await add('new 2')
    })
    await runner.idle()
    expect(done).toEqual(['new 1', 'low 1', 'new 2', 'low 2'])
  })

  test('retries after growing waits when the result cannot be written', async () => {
    let tries = 0
    const runner = run(async () => {
      tries += 1
    })
    await runner.idle()
    await add('a')
    // As on a full disk: the table can be read but not written.
    await db.schema.alterTable('jobs').renameTo('jobs_away').execute()
    await sql`create view jobs as select distinct * from jobs_away`.execute(db)
    for (let round = 0; round < 5; round += 1) await runner.idle()
    const waits = log.details.flatMap((detail) => ('waitMs' in detail ? [detail.waitMs] : []))
    expect(waits).toEqual([10_000, 60_000, 300_000, 1_800_000, 1_800_000])
    expect(tries).toBe(5)
    await db.schema.dropView('jobs').execute()
    await db.schema.alterTable('jobs_away').renameTo('jobs').execute()
    await runner.idle()
    expect(await left()).toEqual([])
  })

  test('gives up an unrecoverable job, or one without a handler, at once', async () => {
    await add('a')
    await insertJobs(db, 'strange', ['b'])
    const runner = run(async () => {
      throw new UnrecoverableJob('in vain')
    })
    await runner.idle()
    expect((await left()).map(({ failed_at }) => typeof failed_at)).toEqual(['string', 'string'])
  })

  test('does not count an attempt that a stop interrupted; the next runner runs the job', async () => {
    await add('a', 'b')
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    let fail = (_: Error) => {}
    const first = run(async () => {
      begin()
      await new Promise((_, reject) => {
        fail = reject
      })
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
    await db.schema.alterTable('jobs').renameTo('jobs_away').execute()
    await runner.idle()
    expect(log.sentences).toHaveLength(1)
    await db.schema.alterTable('jobs_away').renameTo('jobs').execute()
    await add('a')
    await runner.idle()
    expect(done).toEqual(['a'])
  })

  test('runs a postponed job when due, logs no error and resets its attempts', async () => {
    let time = Date.now() + 1000
    const tried: number[] = []
    await insertJobs(db, 'work', ['a'], new Date(time + 1000))
    const runner = run(
      async () => {
        tried.push(time)
        if (tried.length === 1) throw new Error('no')
        if (tried.length === 2) throw new PostponedJob(new Date(time + 3_600_000))
      },
      () => time,
    )
    await runner.idle()
    expect(tried).toEqual([])
    time += 1000
    await runner.idle()
    time += 10_000
    await runner.idle()
    expect(await left()).toEqual([{ subject: 'a', attempts: 0, failed_at: null }])
    expect(log.sentences).toHaveLength(1)
    time += 3_599_999
    await runner.idle()
    expect(tried).toHaveLength(2)
    time += 1
    await runner.idle()
    expect(tried).toHaveLength(3)
    expect(await left()).toEqual([])
  })
})
