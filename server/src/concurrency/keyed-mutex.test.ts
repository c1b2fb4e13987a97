import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'

/** Records which holders of the mutex started, in order. */
function recordStarts() {
  const mutex = new KeyedMutex()
  const started: string[] = []
  const releases = new Map<string, () => void>()
  const start = async (key: string, name: string, signal?: AbortSignal) => {
    releases.set(name, await mutex.acquire(key, signal))
    started.push(name)
  }
  return { mutex, started, start, release: (name: string) => releases.get(name)?.() }
}

test('runs one holder per key at a time, in order, and does not block other keys', async () => {
  const { started, start, release } = recordStarts()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void start(name.slice(0, 1), name)
  await setImmediate()
  expect(started).toEqual(['a1', 'b1'])
  release('a1')
  await setImmediate()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  release('b1')
  release('a2')
  await setImmediate()
  expect(started.slice(3).sort()).toEqual(['a3', 'b2'])
  release('a3')
  await start('a', 'a4')
})

test('an aborted waiter leaves the queue, and the next waiter starts', async () => {
  const { started, start, release } = recordStarts()
  const abort = new AbortController()
  await start('a', 'a1')
  const second = start('a', 'a2', abort.signal)
  void start('a', 'a3')
  abort.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await expect(start('a', 'a4', abort.signal)).rejects.toThrow('gone')
  release('a1')
  await setImmediate()
  expect(started).toEqual(['a1', 'a3'])
})

test('releases the mutex when a task fails', async () => {
  const { mutex } = recordStarts()
  const failed = mutex.runExclusive('a', async () => {
    throw new Error('failed')
  })
  const second = mutex.runExclusive('a', async () => 2)
  await expect(failed).rejects.toThrow('failed')
  expect(await second).toBe(2)
})
