import { beforeEach, expect, test, vi } from 'vitest'
import { STALL_MS, startStallTimer } from './stall-timer.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

test('reports a stall once, and reports once that the upload continues', () => {
  const onChange = vi.fn<(isStalled: boolean) => void>()
  const timer = startStallTimer(onChange)
  vi.advanceTimersByTime(STALL_MS - 1)
  timer.restart()
  vi.advanceTimersByTime(STALL_MS - 1)
  expect(onChange).not.toHaveBeenCalled()
  vi.advanceTimersByTime(STALL_MS)
  expect(onChange.mock.calls).toEqual([[true]])
  timer.restart()
  timer.restart()
  expect(onChange.mock.calls).toEqual([[true], [false]])
  vi.advanceTimersByTime(STALL_MS)
  expect(onChange.mock.calls).toEqual([[true], [false], [true]])
  timer.stop()
})

test('reports nothing after it was stopped', () => {
  const onChange = vi.fn<(isStalled: boolean) => void>()
  startStallTimer(onChange).stop()
  vi.advanceTimersByTime(10 * STALL_MS)
  expect(onChange).not.toHaveBeenCalled()
})
