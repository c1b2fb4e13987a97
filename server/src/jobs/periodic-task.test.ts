import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { periodicTask } from './periodic-task.ts'

const TIMES = { intervalMs: 1000, failure: 'could not sweep' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs again after each run ends, also after a failure', async () => {
  const log = { error: vi.fn() }
  let runs = 0
  let finish = () => {}
  const task = periodicTask(async () => {
    runs += 1
    if (runs === 1) throw new Error('no')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  }, TIMES)
  task.start(log)
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toBe(1)
  expect(log.error).toHaveBeenCalledWith({ err: expect.any(Error) }, 'could not sweep')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toBe(2)
  finish()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toBe(3)
  finish()
  await task.stop()
})

test('stops by the signal, waits for the run and starts none', async () => {
  const log = { error: vi.fn() }
  const events: string[] = []
  const task = periodicTask(async (_log, signal) => {
    events.push('begin')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    events.push('end')
    throw new Error('closed')
  }, TIMES)
  task.start(log)
  await task.stop()
  expect(events).toEqual(['begin', 'end'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toHaveLength(2)
  expect(log.error).not.toHaveBeenCalled()
})
