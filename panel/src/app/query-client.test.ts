import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())

test.each([
  ['after a second', 503, 0, [0, 1000]],
  ['after the wait that the server asks for', 503, 5000, [0, 5000]],
  ['never, when the server asks for a long wait', 503, 60_000, [0]],
  ['never, when the address has sent too many requests', 429, 5000, [0]],
])('repeats a failed read once: %s', async (_when, status, retryAfterMs, expected) => {
  const begun = Date.now()
  const sent: number[] = []
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['list'],
    queryFn: () => {
      sent.push(Date.now() - begun)
      return Promise.reject(new ApiError({ kind: 'http', status, retryAfterMs }))
    },
  })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(120_000)
  expect([sent, observer.getCurrentResult().status]).toEqual([expected, 'error'])
  stop()
})
