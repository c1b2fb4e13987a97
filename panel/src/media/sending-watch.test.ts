import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QUIET_MS, watchSending } from './sending-watch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a line that stands still is told once, and once more when it moves again', () => {
  const told = vi.fn<(isQuiet: boolean) => void>()
  const watch = watchSending(told)
  vi.advanceTimersByTime(QUIET_MS - 1)
  watch.moved()
  vi.advanceTimersByTime(QUIET_MS - 1)
  expect(told).not.toHaveBeenCalled()
  vi.advanceTimersByTime(QUIET_MS)
  expect(told.mock.calls).toEqual([[true]])
  watch.moved()
  watch.moved()
  expect(told.mock.calls).toEqual([[true], [false]])
  vi.advanceTimersByTime(QUIET_MS)
  expect(told.mock.calls).toEqual([[true], [false], [true]])
  watch.stop()
})

test('what is over tells nothing any more', () => {
  const told = vi.fn<(isQuiet: boolean) => void>()
  watchSending(told).stop()
  vi.advanceTimersByTime(10 * QUIET_MS)
  expect(told).not.toHaveBeenCalled()
})
