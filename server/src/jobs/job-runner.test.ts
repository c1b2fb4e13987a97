import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { type DatabasePlace, eachDatabase, makeDatabasePlace } from '../testing/databases.ts'
import { HopelessJob, type JobHandler, type JobRunner, jobRunner } from './job-runner.ts'
import { deleteJobsAbout, insertJobs } from './job-store.ts'

eachDatabase((engine) => {
  let place: DatabasePlace
  let db: Db
  let log: { sentences: string[]; error(details: object, sentence: string): void }
  let runners: JobRunner[]
  beforeEach(async () => {
    place = await makeDatabasePlace(engine)
    db = await openDatabase(place)
    const sentences: string[] = []
    log = { sentences, error: (_, sentence) => sentences.push(sentence) }
    runners = []
  })
  afterEach(async () => {
    for (const runner of runners) await runner.stop()
    await db.destroy()
    await place.remove()
  })

  /** A running runner of one kind of job. */
  function run(handler: JobHandler, now?: () => number): JobRunner {
    const runner = jobRunner(db, { work: handler }, now)
    runners.push(runner)
    runner.start(log)
    return runner
  }
  const add = (...subjects: string[]) => insertJobs(db, 'work', subjects)
  const left = () => db.selectFrom('jobs').select(['subject', 'attempts', 'failed_at']).orderBy('subject').execute()

  test('does what is in the table, the oldest first and one at a time, then what comes later', async () => {
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

  test('keeps one job of a kind for each subject', async () => {
    await add('a', 'b')
    await add('a', 'c')
    expect((await left()).map(({ subject }) => subject)).toEqual(['a', 'b', 'c'])
    await deleteJobsAbout(db, ['a', 'c'])
    expect((await left()).map(({ subject }) => subject)).toEqual(['b'])
  })

  test('tries a failed job again after growing waits, then gives it up; others go on meanwhile', async () => {
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
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      time += 60_000
      await runner.idle()
    }
    const waits = tried.slice(1).map((at, index) => at - (tried[index] ?? 0))
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.length).toBeGreaterThan(3)
    expect(await left()).toEqual([{ subject: 'bad', attempts: tried.length, failed_at: expect.any(String) }])
    expect(log.sentences.at(-1)).toBe('a job has failed for good')
    expect(log.sentences).toHaveLength(tried.length)
    await add('bad')
    await runner.idle()
    expect(await left()).toHaveLength(1)
  })

  test('gives up at once what is hopeless, or of a kind that nobody does', async () => {
    await add('a')
    await insertJobs(db, 'strange', ['b'])
    const runner = run(async () => {
      throw new HopelessJob('in vain')
    })
    await runner.idle()
    expect((await left()).map(({ failed_at }) => typeof failed_at)).toEqual(['string', 'string'])
  })

  test('a job that its runner was stopped over is not counted, and the next runner does it', async () => {
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

  test('a database that fails for a moment stops nothing for good', async () => {
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
})
