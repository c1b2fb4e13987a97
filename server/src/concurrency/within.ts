/** The peer did not respond in time. The work may still be running. */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/** Throws NoResponseError after `limitMs`. The work continues; its result is dropped. */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NoResponseError(`No response within ${limitMs} ms.`)), limitMs)
  try {
    return await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
